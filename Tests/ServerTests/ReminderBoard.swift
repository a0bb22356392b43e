import BoardKit
import JSON
import Sync

/// A board that sends reminders and shows their outcome. It also shows a text from another server.
struct ReminderBoard: Board {
    /// The state of each reminder: `asked`, `sent` or `failed`.
    private(set) var states: [String: String] = [:]
    /// The text, its address, and the time since when it can't be read.
    private(set) var feed = Feed()
    private var lastRev = 0

    struct Feed: Sendable, Equatable {
        var address = ""
        /// The event that set the address.
        var since = 0
        var text = ""
        var staleSince: String?

        var json: JSON {
            JSON(present: [
                "text": .string(text), "staleSince": staleSince.map(JSON.string),
            ])
        }
    }

    /// The jobs of its connectors.
    enum Job: ConnectorJob {
        case read(address: String)
        case write
    }

    struct Text: ConnectorResult {
        var text: String
    }

    static let module = BoardModule(declared, routes: [push]) { _, _ in ReminderBoard() }

    private static let push = BoardRoute(
        .post, "push/{secret}", "Says that the text is another one.", .bySecret,
        gives: "text/plain; charset=utf-8"
    ) { request, _ in
        request.components["secret"] == "secret" && request.field("X-Token") == "7"
            ? .wake(connector: "feed/read") : .nothing
    }

    static let declared = BoardDeclaration(
        name: "reminder", summary: "Who is reminded.",
        actions: [
            ActionDeclaration("reminder.ask", "Has somebody reminded."),
            ActionDeclaration(
                "reminder.configure", "Says what the reminders are sent with.",
                arguments: [
                    ArgumentDeclaration(
                        "token", ItemID.self, .requiredChange, "Null for none", isSealed: true)
                ]),
            ActionDeclaration(
                "reminder.follow", "Says where the text stands.",
                arguments: [
                    ArgumentDeclaration("address", ItemID.self, .required, "Where")
                ]),
            ActionDeclaration(
                "reminder.heard", "Says what was heard.", roles: [.hub], isHubOnly: true),
            ActionDeclaration(
                "reminder.note", "Says whether that was done.",
                arguments: [ArgumentDeclaration("reminder", ItemID.self, .required, "Which")],
                roles: [.hub], isHubOnly: true),
        ],
        views: [
            ViewDeclaration(name: "reminder/host", scope: .shared, readers: [.owner, .host]),
            ViewDeclaration(name: "reminder/feed", scope: .shared, readers: [.owner, .host]),
        ])

    var declaration: BoardDeclaration { Self.declared }
    var emptyDocuments: [String: Document] {
        [
            "reminder/host": Document(["reminders": [:]]),
            "reminder/feed": Document(["feed": Feed().json]),
        ]
    }

    var connectors: [Connector] {
        guard !feed.address.isEmpty else { return [] }
        return [
            Connector(
                id: "feed/read", lane: "feed", job: Job.read(address: feed.address),
                since: feed.since, period: .seconds(3_600), periodWhileWatched: .milliseconds(2),
                action: "reminder.heard"),
            Connector(
                id: "feed/write", lane: "other", job: Job.write, since: feed.since,
                action: "reminder.heard"),
        ]
    }

    func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        var arguments = Arguments(mutation.arguments)
        if mutation.action == "reminder.ask" {
            guard arguments.areGood else { throw arguments.rejection }
            return Decision(kind: "asked", subject: "r_\(moment.rev)", data: [:])
        }
        if mutation.action == "reminder.heard" { return try decideHeard(mutation) }
        if mutation.action == "reminder.follow" {
            let address: ItemID? = arguments.required("address")
            guard arguments.areGood, let address else { throw arguments.rejection }
            return Decision(
                kind: "followed", subject: "feed", data: ["address": .string(address.text)])
        }
        if mutation.action == "reminder.configure" {
            let token: ValueChange<ItemID>? = arguments.requiredChange(of: "token")
            guard arguments.areGood, let token else { throw arguments.rejection }
            // Imitates a careless board. Even so, the event must not contain the secret.
            var data: JSON = [:]
            if case .set(let text) = token { data = ["token": .string(text.text)] }
            return Decision(kind: "configured", subject: "sender", data: data)
        }
        let reminder: ItemID? = arguments.required("reminder")
        guard arguments.areGood, let reminder else { throw arguments.rejection }
        guard states[reminder.text] != nil else { throw Rejection(.notFound) }
        let isDone = mutation.effect?.state == .done
        return Decision(kind: isDone ? "sent" : "failed", subject: reminder.text, data: [:])
    }

    private func decideHeard(_ mutation: Mutation) throws(Rejection) -> Decision {
        // The result of a write does not show whether reads work.
        guard mutation.connector?.id == "feed/read" else { throw Rejection(.conflict) }
        switch mutation.connector?.result {
        case .done(let text as Text):
            guard text.text != feed.text || feed.staleSince != nil else {
                throw Rejection(.conflict)
            }
            return Decision(kind: "heard", subject: "feed", data: ["text": .string(text.text)])
        case .done: throw Rejection(.invalid)
        case .same:
            guard feed.staleSince != nil else { throw Rejection(.conflict) }
            return Decision(kind: "heard", subject: "feed", data: [:])
        case .failed(let failure):
            return Decision(
                kind: "missed", subject: "feed", data: ["problem": .string(failure.text)])
        case nil: throw Rejection(.invalid)
        }
    }

    func effects(of event: Event) -> [Effect] {
        guard event.board == name, event.kind == "asked" else { return [] }
        let subject = JSON.string(event.subject)
        return [
            Effect(
                target: "reminder", data: ["reminder": subject], lifetime: .seconds(3_600),
                outcome: Effect.Outcome(
                    action: "reminder.note", arguments: ["reminder": subject]))
        ]
    }

    mutating func apply(_ event: Event) -> [RowChange] {
        guard event.rev > lastRev else { return [] }
        lastRev = event.rev
        if event.kind == "configured" { return [] }
        if event.subject == "feed" { return applyFeed(event) }
        states[event.subject] = event.kind
        return [
            RowChange(
                view: "reminder/host", member: "reminders", row: event.subject,
                value: .string(event.kind))
        ]
    }

    private mutating func applyFeed(_ event: Event) -> [RowChange] {
        if let address = event.data["address"]?.text {
            feed.address = address
            feed.since = event.rev
        }
        feed.text = event.data["text"]?.text ?? feed.text
        feed.staleSince = event.kind == "missed" ? event.at.description : nil
        return [
            RowChange(view: "reminder/feed", member: "feed", row: nil, value: feed.json)
        ]
    }

    func result(of event: Event) -> JSON? {
        event.kind == "asked" ? ["reminder": .string(event.subject)] : nil
    }
    func nextDue() -> Instant? { nil }
    func decideDue(at moment: Moment) -> Decision? { nil }
    func personalDocument(view: String, subject: Subject) -> PersonalDocument? { nil }
    func masked(_ value: JSON) -> JSON { value }
}

extension ReminderBoard: ImportableBoard {
    var appliedRev: Int { lastRev }
    func fault(in members: JSON) -> String? { nil }
}

extension ReminderBoard: RestorableBoard {
    func save(to writer: inout StateWriter) {
        writer.write(lastRev)
        writer.write(states.keys.sorted())
        writer.write(states.sorted { $0.key < $1.key }.map(\.value))
        writer.write(feed.address)
        writer.write(feed.since)
        writer.write(feed.text)
        writer.write(feed.staleSince)
    }

    mutating func restore(from reader: inout StateReader) throws(StateError) {
        lastRev = try reader.read()
        let ids: [String] = try reader.read()
        let kinds: [String] = try reader.read()
        states = Dictionary(zip(ids, kinds), uniquingKeysWith: { first, _ in first })
        feed = Feed(
            address: try reader.read(), since: try reader.read(), text: try reader.read(),
            staleSince: try reader.read())
    }
}
