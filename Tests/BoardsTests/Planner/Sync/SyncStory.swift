import CalendarPeers
import Delivery
import Destinations
import HTTPTypes
import ICalendar
import JSON
import Sync
import TestSupport

@testable import BoardKit
@testable import CalendarMerging
@testable import Carriers
@testable import PlannerBoard

/// The planner and one or two calendar servers. People edit on both sides, requests and answers get
/// lost, and the hub is killed, all at random. When both sides rest, invariant 6 holds.
///
/// Nothing runs concurrently: `send` performs everything that happens between two requests. Each
/// step has its own randomness, so a story can leave out steps.
final class SyncStory {
    static let stepCount = 30
    static let week = "planner/week?monday=2026-05-04"
    /// The number of steps before both sides come to rest.
    private static let stepsPerAct = 15

    /// A calendar that is linked to one of a server.
    struct Pair {
        var calendar: String
        var account: String
        var peer: any SyncPeer
    }

    let seed: UInt64
    var bench = PlannerBench()
    var pairs: [Pair] = []
    /// A calendar without a link.
    private(set) var own = ""
    /// The first revision that may be undone.
    private(set) var firstRev = 1
    private(set) var record = SyncRecord()
    /// The log of steps, for the report of a failure.
    private(set) var log: [String] = []
    private(set) var problem: String?
    private var random = SeededGenerator(seed: 0)
    private var carrier: (any ConnectorCarrier)?
    private var count = 0
    private var knownEventCount = 0
    /// The pairs whose server was not read completely.
    private var unread: Set<Int> = []
    // MARK: Conditions
    private var isStormy = false
    private var isBusy = false
    private var isKilled = false
    private var wasLookingAtOccurrences = false

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        try setUp()
    }

    /// Plays the steps, except for the omitted ones.
    ///
    /// - Returns: The first problem.
    func run(without omitted: Set<Int> = []) -> String? {
        for step in 0..<Self.stepCount {
            random = SeededGenerator(seed: seed &* 1_000 &+ UInt64(step))
            if !omitted.contains(step) {
                note("— \(step)")
                take()
            }
            if (step + 1).isMultiple(of: Self.stepsPerAct) { rest() }
            if problem != nil { return problem }
        }
        return nil
    }

    // MARK: Chance

    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    func oneIn(_ count: Int) -> Bool { number(1...count) == 1 }

    func any<Element>(_ elements: some Collection<Element>) -> Element? {
        elements.randomElement(using: &random)
    }

    func fresh() -> Int {
        count += 1
        return count
    }

    func note(_ text: @autoclosure () -> String) { log.append(text()) }

    func fail(_ text: String) {
        if problem == nil { problem = text }
    }

    // MARK: Setup

    private func setUp() throws {
        own = try bench.addCalendar("Own")
        let kind = number(0...3)
        if kind != 1 { try connectCalDAV("main") }
        if kind == 1 {
            try connectGoogle("main")
        } else if kind == 2 {
            try connectGoogle(try bench.addCalendar("Bookings"))
        }
        firstRev = bench.rev + 1
        reopen()
        for _ in 0..<number(1...3) { actHere() }
        for _ in 0..<number(1...4) { actThere() }
        for place in pairs.indices { link(place) }
    }

    private func connectCalDAV(_ calendar: String) throws {
        var habits = CalDAVState.Habits()
        habits.hasSyncTokens = !oneIn(3)
        habits.tellsShortLives = oneIn(2)
        habits.hasCtag = oneIn(2)
        habits.tellsTags = !oneIn(3)
        if oneIn(2) { habits.namesPerPage = 2 }
        if oneIn(5) {
            habits.altering = { text in
                let text = String(decoding: text, as: UTF8.self)
                return Array(
                    text.replacing("X-SEEN:1\r\n", with: "")
                        .replacing("END:VEVENT", with: "X-SEEN:1\r\nEND:VEVENT").utf8)
            }
        }
        let account = try bench.connect([
            "url": "https://cal.example/", "user": "ada", "password": "secret",
        ])
        let remote = RemoteCalendar(id: CalDAVPeer.id, name: "Kitchen", isReadOnly: false)
        bench.tell(account, .remotes([remote]), of: "\(account)/find")
        pairs.append(Pair(calendar: calendar, account: account, peer: CalDAVPeer(habits)))
    }

    private func connectGoogle(_ calendar: String) throws {
        var peer = GooglePeer(pageSizeMax: oneIn(2) ? 2 : 2_500, takesBothNames: !oneIn(3))
        let asked: [String: JSON] = ["kind": "google", "clientId": "client"]
        let account = try bench.ask("connect", asked, by: PlannerBench.owner)["account"]?.text ?? ""
        bench.tell(
            account, .signIn(address: "https://accounts.example", state: "s", verifier: "v"))
        let address: JSON = "http://127.0.0.1:8080/v1/main/planner/google?code=c&state=s"
        try bench.ask(
            "authorise", ["account": .string(account), "address": address], by: PlannerBench.owner)
        let remote = RemoteCalendar(id: GooglePeer.calendar, name: "Kitchen", isReadOnly: false)
        bench.tell(account, .authorised(refreshToken: peer.signIn(), [remote]))
        pairs.append(Pair(calendar: calendar, account: account, peer: peer))
    }

    func link(_ place: Int) {
        let pair = pairs[place]
        note("link \(pair.calendar)")
        _ = try? bench.link(pair.account, ["calendar": .string(pair.calendar)])
        // Without a base, moves to another calendar are unknown.
        unread.insert(place)
        let others = bench.planner.shelves.filter { $0.key.text != pair.calendar }
            .values.flatMap(\.ids).compactMap { bench.planner.events[$0]?.content.uid }
        for event in pairs[place].peer.events().values where others.contains(event.uid) {
            record.noteSplit(event)
        }
    }

    // MARK: Steps

    private func take() {
        isStormy = oneIn(3)
        isBusy = oneIn(2)
        switch number(0...19) {
        case 0...4: actHere()
        case 5...9: actThere()
        case 10: settle()
        case 11: kill()
        case 12: forgetTokens()
        case 13: if oneIn(3) { relink() }
        default: carry()
        }
    }

    private func actHere() { byPerson(at: nil) { editHere() } }

    private func actThere() {
        guard let place = any(pairs.indices) else { return }
        byPerson(at: place) { editThere(place) }
    }

    private func forgetTokens() {
        guard let place = any(pairs.indices) else { return }
        note("tokens end")
        pairs[place].peer.forgetTokens()
    }

    private func relink() {
        guard let place = any(pairs.indices) else { return }
        if bench.planner.links[CalendarID(pairs[place].calendar)!] == nil { return link(place) }
        note("unlink \(pairs[place].calendar)")
        let calendar: JSON = .string(pairs[place].calendar)
        _ = try? bench.ask("unlink", ["calendar": calendar], by: PlannerBench.owner)
    }

    private func settle() {
        guard let text = any(bench.issues.keys.sorted()), let id = IssueID(text),
            let issue = bench.planner.issues[id]
        else { return }
        let isTheirs = oneIn(2)
        byPerson(at: nil) {
            let take: JSON = isTheirs ? "theirs" : "ours"
            let isDone = (try? bench.ask("settle", ["issue": .string(text), "take": take])) != nil
            note("settle \(text) \(issue.conflict.field) \(take) \(isDone)")
            guard isDone, isTheirs, issue.conflict.at == nil, case .text = issue.conflict.theirs,
                let content = bench.planner.events[issue.event]?.content
            else { return }
            if content.details[issue.conflict.field] != issue.conflict.theirs {
                fail("\(text) was settled by theirs, which does not stand")
            }
        }
    }

    /// Kills the hub and restarts it from its durable state.
    private func kill() {
        note("kill")
        let opened = oneIn(3) ? bench.replayed() : try? bench.restored()
        if let opened { bench = opened } else { fail("the hub does not open") }
        reopen()
    }

    private func reopen() {
        isKilled = false
        bench.watch([Self.week])
        let wire = Wire(story: self)
        carrier = PlannerCarrier(
            OutgoingSurroundings(
                sender: { _ in wire }, now: { wire.now },
                random: { Array(repeating: 7, count: $0) }, sha256: { _ in "" },
                googleBase: "http://127.0.0.1:9000"))
    }

    // MARK: Exchanging

    private func carry() {
        guard let id = any(bench.connectorIDs.filter { !$0.hasSuffix("/watch") }) else { return }
        carry(id)
    }

    private func carry(_ id: String) {
        guard let connector = bench.connector(id), let job = connector.job as? PlannerJob,
            let carrier
        else { return }
        note("carry \(id) \(Self.text(of: job.job.task))")
        let answer = carrier.carry(job, with: BenchSecrets(values: bench.secrets))
        if isKilled { return kill() }
        let results: [ConnectorReport.Result] =
            switch answer {
            case .done(let results): results.map { .done($0) }
            case .same: [.same]
            case .failed(let failure, _): [.failed(failure)]
            }
        for result in results {
            if isStormy, oneIn(12) { return kill() }
            if isBusy, oneIn(8) { interfere() }
            let rejection = bench.report(id, result)
            note("  report \(Self.text(of: result))\(rejection.map { " \($0.code)" } ?? "")")
            learn()
        }
    }

    fileprivate func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer {
        if isKilled { throw .timedOut }
        let path = request.destination.path
        let isGoogle = path.contains("/v3/") || path.contains("token")
        // Google has no condition for all occurrences of a series.
        if isBusy, !(isGoogle && wasLookingAtOccurrences), oneIn(8) { interfere() }
        wasLookingAtOccurrences = path.contains("iCalUID=")
        guard let place = pairs.firstIndex(where: { ($0.peer is GooglePeer) == isGoogle }) else {
            throw .timedOut
        }
        let what = "  \(request.method) \(path.suffix(40))"
        let fault = isStormy ? number(0...30) : 99
        switch fault {
        case 0:
            note(what + " lost")
            throw .timedOut
        case 1:
            note(what + " killed before")
            isKilled = true
            throw .timedOut
        case 2, 3:
            note(what + " limited")
            return pairs[place].peer.tooMany(number(0...5))
        case 4:
            note(what + " 503")
            return OutgoingAnswer(status: 503)
        case 5 where pairs[place].peer.isConditional(request):
            note(what + " 412")
            return OutgoingAnswer(status: 412)
        default: break
        }
        guard var answer = pairs[place].peer.answer(request) else { throw .timedOut }
        note(what + " \(answer.status)")
        switch fault {
        case 6, 7:
            note("  its answer is lost")
            throw .timedOut
        case 8:
            note("  killed")
            isKilled = true
            throw .timedOut
        case 9:
            note("  its answer is cut off")
            answer.body = Array(answer.body.prefix(answer.body.count / 2))
            answer.isWhole = false
        default: break
        }
        return answer
    }

    /// Lets somebody act while the hub waits.
    private func interfere() {
        let was = isBusy
        isBusy = false
        if oneIn(2) { actHere() } else { actThere() }
        isBusy = was
    }

    private static func text(of task: CalendarJob.Task) -> String {
        switch task {
        case .fetch(_, let token): "since \(token?.suffix(12) ?? "ever")"
        case .write(_, let writes):
            writes.map { write in
                "\(write.id) \(write.content == nil ? "-" : write.copy == nil ? "+" : "*")"
            }.joined(separator: ", ")
        default: ""
        }
    }

    private static func text(of result: ConnectorReport.Result) -> String {
        guard case .done(let result) = result, let result = result as? PlannerResult else {
            return "\(result)"
        }
        switch result.result {
        case .changes(let changes):
            return "changes of \(changes.items.map { $0.name.suffix(14) })"
        case .written(_, let outcomes):
            return outcomes.map { "\($0.id): " + "\($0.result)".prefix(14) }.joined(separator: ", ")
        case let other: return "\(other)".prefix(60) + ""
        }
    }

    // MARK: Knowledge

    /// Returns the values that people see at a server or at the planner.
    func values(at place: Int?) -> (values: SetValues, uids: Set<String>) {
        var values = SetValues(floatingIn: bench.planner.zone)
        var uids: Set<String> = []
        let events: [CalendarEvent] =
            if let place {
                Array(pairs[place].peer.events().values)
            } else {
                bench.planner.shelves.values.flatMap(\.ids)
                    .compactMap { bench.planner.events[$0]?.content }
            }
        for event in events {
            values.add(event)
            uids.insert(event.uid)
        }
        return (values, uids)
    }

    /// Performs a person's action at a side whose state the person knows.
    private func byPerson(at place: Int?, _ body: () -> Void) {
        let before = values(at: place)
        body()
        let after = values(at: place)
        record.noteEdit(
            from: before, to: after, since: agreed(), isHere: place == nil,
            undecided: place == nil ? [] : undecided())
    }

    /// Returns the UIDs of events whose deletion may have been sent, so that its author is unknown.
    private func undecided() -> Set<String> {
        var uids: Set<String> = []
        for link in bench.planner.links.values {
            for (id, sent) in link.unanswered where sent.contains(nil) {
                if let uid = bench.planner.events.lastKnown(id)?.content.uid { uids.insert(uid) }
            }
        }
        return uids
    }

    /// Returns the values that both sides last agreed on. Setting them again is no edit.
    private func agreed() -> (values: SetValues, uids: Set<String>) {
        var values = SetValues(floatingIn: bench.planner.zone)
        var uids: Set<String> = []
        for copy in bench.planner.links.values.flatMap(\.copies.values) {
            values.add(copy.base)
            uids.insert(copy.base.uid)
        }
        return (values, uids)
    }

    /// Records the effects of the board's latest events.
    func learn() {
        for place in unread {
            let link = CalendarID(pairs[place].calendar).flatMap { bench.planner.links[$0] }
            guard link?.isFetched == true else { continue }
            unread.remove(place)
            // Without a base, deletions are unknown.
            record.forgetDeletions()
        }
        for event in bench.events[knownEventCount...] {
            for member in (event.data["issues"]?.members ?? [:]).values {
                guard let issue = SyncIssue(member) else { continue }
                let uid = bench.planner.events.lastKnown(issue.event)?.content.uid ?? ""
                record.note(issue.conflict, of: uid, floatingIn: bench.planner.zone)
            }
        }
        knownEventCount = bench.events.count
        record.noteSingles(values(at: nil).values)
    }

    func noteSplit(_ event: CalendarEvent) { record.noteSplit(event) }

    func noteRest(_ rest: String, of uid: String, inheriting values: SetValues) {
        record.noteRest(rest, of: uid, inheriting: values)
    }

    func noteMove(_ event: CalendarEvent) { record.noteMove(event) }

    // MARK: Rest

    /// Lets both sides come to rest, and checks their events.
    private func rest() {
        note("— rest")
        (isStormy, isBusy) = (false, false)
        for place in pairs.indices
        where bench.planner.links[CalendarID(pairs[place].calendar)!] == nil {
            link(place)
        }
        var isQuiet = false
        for _ in 0..<40 where !isQuiet {
            bench.now = bench.now.adding(milliseconds: 600_000)
            tryAgain()
            let before = bench.rev
            for id in bench.connectorIDs where id.hasSuffix("/fetch") || id.hasSuffix("/write") {
                carry(id)
            }
            isQuiet = bench.rev == before
        }
        if !isQuiet { fail("they don't come to rest") }
        look()
    }

    /// Retries refused writes.
    private func tryAgain() {
        for pair in pairs {
            let link = CalendarID(pair.calendar).flatMap { bench.planner.links[$0] }
            guard link?.failed.isEmpty == false else { continue }
            note("try again")
            _ = try? bench.ask("sync", ["calendar": .string(pair.calendar)])
        }
    }
}

/// Connects the hub with the servers of a story.
private struct Wire: OutgoingSender, @unchecked Sendable {
    /// Everything happens on one thread.
    unowned let story: SyncStory

    var now: Int64 { story.bench.now.milliseconds / 1_000 }

    func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer {
        try story.send(request)
    }
}

private struct BenchSecrets: ConnectorSecrets {
    let values: [String: String]

    func secret(_ name: String) -> String? { values[name] }
}
