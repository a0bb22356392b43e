import JSON
import Sync
import TestSupport
import Testing

/// A venue with a journal and clients, without sockets, clock or disk. It carries out and records
/// the venue's actions.
struct TestHub {
    static let start = Instant(milliseconds: 1_795_197_845_123)

    let journal = TestJournal()
    let record: VenueRecord
    var venue: Venue
    var now = Self.start
    /// The messages to each client, as JSON, in order.
    var said: [ClientID: [JSON]] = [:]
    /// The venue's actions since the log was last cleared, as short texts.
    var log: [String] = []
    /// The entries that are appended but not durable.
    var unwritten: [JournalEntry] = []
    /// The batch whose outcome the disk did not report.
    var unsettled: JournalBatch?
    /// The inquiries without an answer.
    var inquiries: [Inquiry] = []
    /// The views being made, as of when that began. They are passed on at once unless they are
    /// held.
    var making: [MadeView] = []
    var holdsMaking = false
    private var generation = 0
    var closed: [ClientID: CloseCode] = [:]
    var published: [Event] = []
    var rejected: [(mutation: Mutation, rejection: Rejection)] = []
    private var clientCount: UInt64 = 0
    private var startCount = 0

    /// - Parameter answersAtOnce: whether the journal can be read while the venue waits.
    init(
        epoch: String = "k3f9", limits: VenueLimits = .standard, answersAtOnce: Bool = true
    ) {
        record = VenueRecord(
            slug: "main", epoch: epoch, name: "The Lab", timeZone: "Europe/Rome",
            settings: ["labels": "first_initial"], createdAt: Self.start, ticketKey: [1, 2, 3])
        var dependencies = journal.dependencies
        if !answersAtOnce { dependencies.recall = nil }
        venue = Venue(
            record: record, boards: Self.boards, dependencies: dependencies, limits: limits)
    }

    /// Makes a venue with this number of items, each from a separate event, and a host who watches
    /// nothing.
    static func withItems(
        _ count: Int, limits: VenueLimits = .standard
    ) -> (TestHub, host: ClientID) {
        var hub = TestHub(limits: limits)
        let host = hub.connect(.host)
        for number in 1...count {
            hub.mutate(
                host, "m\(number)", "lab.put",
                ["name": .string("NAME\(number)"), "secret": .string("SECRET\(number)")])
        }
        hub.write()
        _ = hub.heard(host)
        return (hub, host)
    }

    static var boards: [any Board] { [SparksBoard(), LabBoard(), BellBoard(), DotsBoard()] }

    mutating func connect(_ role: Role) -> ClientID {
        connect(Principal(role: role, device: "d_\(clientCount + 1)"))
    }

    /// - Parameter item: the id of the guest's item.
    mutating func connect(guestOf item: String) -> ClientID {
        connect(Principal(guestOf: .item(item)))
    }

    mutating func connect(_ principal: Principal) -> ClientID {
        clientCount += 1
        let id = ClientID(number: clientCount)
        perform(venue.connect(id, as: principal, at: now))
        return id
    }

    mutating func send(_ text: String, from id: ClientID) {
        perform(venue.receive(Array(text.utf8), from: id, at: now))
    }

    mutating func send(_ message: JSON, from id: ClientID) {
        perform(venue.receive(message.canonical, from: id, at: now))
    }

    mutating func subscribe(_ id: ClientID, to view: String, since: (String, Int)? = nil) {
        let since = since.map { since -> JSON in
            ["epoch": .string(since.0), "rev": JSON(since.1)]
        }
        send(
            JSON(present: ["type": "subscribe", "view": .string(view), "since": since]), from: id)
    }

    mutating func mutate(
        _ id: ClientID, _ mutation: String, _ action: String, _ arguments: JSON = [:],
        ifRev: Int? = nil
    ) {
        send(
            JSON(present: [
                "type": "mutate", "id": .string(mutation), "action": .string(action),
                "args": arguments, "ifRev": ifRev.map { JSON($0) },
            ]), from: id)
    }

    /// Makes some or all of the waiting entries durable.
    mutating func write(count: Int? = nil) {
        let count = min(count ?? unwritten.count, unwritten.count)
        guard count > 0 else { return }
        let batch = batch(count)
        for entry in batch.entries { journal.append(entry) }
        unwritten.removeFirst(count)
        written(batch)
    }

    mutating func written(_ batch: JournalBatch) {
        while let actions = venue.journaled(batch) { perform(actions) }
    }

    /// Answers the first inquiry from the journal.
    mutating func answerInquiry() {
        let inquiry = inquiries.removeFirst()
        let answer = InquiryAnswer { try journal.dependencies.recall?(inquiry.mutationID) }
        perform(venue.answered(inquiry, answer, at: now))
    }

    /// Passes the first view in the making to the venue.
    mutating func takeMade() { perform(venue.made(making.removeFirst(), at: now)) }

    /// Writes some waiting entries without a reported outcome.
    mutating func writeUncertainly(count: Int, isKept: Bool) -> JournalBatch {
        let batch = batch(count)
        if isKept { for entry in batch.entries { journal.append(entry) } }
        unwritten.removeFirst(count)
        perform(venue.journalUncertain(batch))
        return batch
    }

    mutating func failWriting() {
        let batch = batch(unwritten.count)
        unwritten = []
        perform(venue.journalFailed(batch))
    }

    /// Returns the first entries that wait for the disk.
    func batch(_ count: Int) -> JournalBatch {
        JournalBatch(
            venue: record.slug, generation: generation, entries: Array(unwritten.prefix(count)))
    }

    mutating func tick() { perform(venue.tick(at: now)) }

    mutating func drain(_ id: ClientID) { perform(venue.drained(id)) }

    /// Simulates a power failure: entries that are not durable are lost, and all clients
    /// disconnected.
    mutating func restart() {
        unwritten = []
        generation = 0
        said = [:]
        log = []
        startCount += 1
        venue = Venue(
            record: record, boards: Self.boards,
            dependencies: journal.dependencies(startCount: startCount))
        venue.replay { apply in for event in journal.events { apply(event) } }
    }

    mutating func perform(_ actions: [Action]) {
        for action in actions {
            switch action {
            case .send(let id, let message): say(message, to: [id])
            case .broadcast(let ids, let messages):
                for message in messages { say(.encoded(message), to: ids) }
            case .write: takeBatch()
            case .inquire(let inquiry): inquiries.append(inquiry)
            case .make(let make):
                making.append(make())
                if !holdsMaking { takeMade() }
            case .settle(let batch): unsettled = batch
            case .published(let event, _, _):
                log.append("published \(event.rev)")
                published.append(event)
            case .rejected(let mutation, let rejection, _, _):
                log.append("rejected \(mutation.id) \(rejection.code.rawValue)")
                rejected.append((mutation, rejection))
            case .drifted(let id, let view, let rev):
                log.append("\(id.number) drifted \(view) \(rev)")
            case .close(let id, let code, _):
                log.append("\(id.number) close \(code.rawValue)")
                closed[id] = code
            case .signedOut(let device): log.append("signed out \(device)")
            }
        }
    }

    private mutating func takeBatch() {
        guard let batch = venue.takeBatch() else { return }
        log += batch.entries.map { "append \($0.event.rev)" }
        unwritten += batch.entries
        generation = batch.generation
    }

    private mutating func say(_ message: ServerMessage, to ids: [ClientID]) {
        let json: JSON
        do {
            json = try JSON(parsing: message.bytes)
            expectEqual(json.canonical, message.bytes)
        } catch {
            Issue.record("the venue says what is no JSON: \(error)")
            return
        }
        for id in ids {
            said[id, default: []].append(json)
            log.append("\(id.number) \(Self.words(json))")
        }
    }

    /// Returns a short form of a message: `ack m1 3 replayed`, `diff lab/open 0-3`, `subscribed
    /// lab/open resumed`.
    static func words(_ message: JSON) -> String {
        let type = message["type"]?.text ?? "?"
        let view = message["view"]?.text
        let rev = message["rev"]?.integer.map(String.init)
        let id = message["id"]?.text
        let words: [String?] =
            switch type {
            case "diff":
                [view, (message["from"]?.integer.map(String.init) ?? "?") + "-" + (rev ?? "?")]
            case "subscribed": [view, message["resumed"]?.flag == true ? "resumed" : "afresh"]
            case "ack": [id, rev, message["replayed"]?.flag == true ? "replayed" : nil]
            case "reject", "error": [view, id, message["code"]?.text]
            case "pong": [message["n"]?.integer.map(String.init), rev]
            default: [view, rev]
            }
        return ([type] + words.compactMap(\.self)).joined(separator: " ")
    }

    /// Removes and returns the messages to a client.
    mutating func heard(_ id: ClientID) -> [JSON] { said.removeValue(forKey: id) ?? [] }

    /// Removes and returns the messages to a client, in short.
    mutating func words(to id: ClientID) -> [String] { heard(id).map(Self.words) }
}

extension Subject {
    /// An item of the board `lab`.
    static func item(_ id: String) -> Subject { Subject(board: "lab", id: id) }
}

extension Role {
    static let ofEveryVenue: [Role] = [.owner, .host, .engineer, .display, .guest]
}
