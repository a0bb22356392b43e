import CalendarMerging
import ICalendar
import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import PlannerBoard

/// Two sides that edit at random, with answers that are lost and a hub that is restarted.
private struct SyncWalk {
    var bench = PlannerBench()
    var server = PretendServer()
    var calendar = ""
    var account = ""
    private var generator: SeededGenerator
    private var count = 0

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        server.batchMax = 3
        for number in 1...4 { server.put(.made("Start \(number)", uid: "s\(number)")) }
        try bench.add("Start 5", "2026-05-05T12:00")
        account = try bench.connected()
        calendar = try bench.link(account, ["calendar": "main"])
        bench.watch(["planner/week?monday=2026-05-04", "planner/week?monday=2026-05-11"])
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    private mutating func event() -> String? {
        let ids = bench.planner.shelves[CalendarID(calendar)!]?.ids.sorted() ?? []
        return ids.randomElement(using: &generator)?.text
    }

    private mutating func uid() -> String? {
        server.events.map(\.uid).sorted().randomElement(using: &generator)
    }

    private mutating func title(_ side: String) -> String {
        count += 1
        return "\(side) \(count)"
    }

    /// Makes a random step at either side or between them.
    mutating func step() {
        switch number(1...20) {
        case 1...2: _ = try? bench.add(title("Ours"), "2026-05-0\(number(4...9))T12:00")
        case 3...6: editHere()
        case 7: if let event = event() { try? bench.delete(event) }
        case 8: _ = try? bench.undo(max(bench.rev - number(0...6), 1))
        case 9...12: editThere()
        case 13: if let uid = uid() { server.remove(uid) }
        case 14: server.put(.made(title("Theirs"), uid: "n\(count)"))
        case 15: settle()
        case 16: server.hasForgotten = true
        default: carry()
        }
    }

    private mutating func editHere() {
        guard let event = event() else { return }
        switch number(1...5) {
        case 1...2: _ = try? bench.edit(event, ["title": .string(title("Ours"))])
        case 3: _ = try? bench.edit(event, ["location": .string(title("Place"))])
        case 4:
            let start = "2026-05-1\(number(0...5))T1\(number(0...9)):00"
            _ = try? bench.edit(event, ["start": .string(start)])
        default:
            _ = try? bench.edit(event, ["repeat": .string("FREQ=DAILY;COUNT=\(number(2...4))")])
        }
    }

    private mutating func editThere() {
        guard let uid = uid() else { return }
        let (kind, text) = (number(1...3), title("Theirs"))
        let start = "2026-05-1\(number(0...5))T20:30"
        server.change(uid) { event in
            switch kind {
            case 1: event.details.title = text
            case 2: event.details.description = text
            default:
                if event.recurrence.repeats { return }
                event.recurrence.start = .zoned(LocalTime(start)!, Zone("Europe/Madrid")!)
            }
        }
    }

    private mutating func settle() {
        let issue = bench.issues.keys.sorted().randomElement(using: &generator)
        guard let issue else { return }
        let take: JSON = number(0...1) == 0 ? "ours" : "theirs"
        _ = try? bench.ask("settle", ["issue": .string(issue), "take": take])
    }

    private mutating func carry() {
        let ids = bench.connectorIDs
        guard let id = ids.randomElement(using: &generator) else { return }
        bench.run(id, at: &server, isLost: number(1...5) == 1)
    }

    /// Makes a random step here or between the sides.
    mutating func stepHere() {
        switch number(1...12) {
        case 1...2: _ = try? bench.add(title("Ours"), "2026-05-0\(number(4...9))T12:00")
        case 3...5: editHere()
        case 6: if let event = event() { try? bench.delete(event) }
        case 7...8: _ = try? bench.undo(max(bench.rev - number(0...4), 1))
        case 9: server.hasForgotten = true
        default: carry()
        }
    }

    /// The planner's events, by their UIDs.
    var own: [String: CalendarEvent] {
        var own: [String: CalendarEvent] = [:]
        for id in bench.planner.shelves[CalendarID(calendar)!]?.ids ?? [] {
            guard let content = bench.planner.events[id]?.content else { continue }
            own[content.uid] = content
        }
        return own
    }

    /// The differences between both sides.
    var differences: [String] {
        let ours = own
        let theirs = Dictionary(
            server.events.map { ($0.uid, $0) }, uniquingKeysWith: { first, _ in first })
        return Set(ours.keys).union(theirs.keys).sorted().filter { uid in
            guard let one = ours[uid], let other = theirs[uid] else { return true }
            return !one.says(theSameAs: other, floatingIn: bench.planner.zone)
        }
    }
}

@Suite struct PlannerSyncWalkTests {
    @Test(arguments: 41...52)
    func `edits of one side survive any lost answers`(
        seed: UInt64
    ) throws {
        var walk = try SyncWalk(seed: seed)
        walk.bench.settleDown(at: &walk.server)
        for number in 1...120 {
            let before = walk.bench.rev
            walk.stepHere()
            guard number.isMultiple(of: 10) || walk.bench.rev == before else { continue }
            let own = walk.own
            walk.bench.settleDown(at: &walk.server)
            expectEqual(walk.own, own, "after \(number) steps")
            expectEqual(walk.differences, [], "after \(number) steps")
            expectEqual(walk.bench.issues, [:])
        }
        expectEqual(walk.bench.accounts["writes"], [:])
    }

    @Test(arguments: 21...26)
    func `every document is kept up to date, and events and saved states make the same`(
        seed: UInt64
    ) throws {
        var walk = try SyncWalk(seed: seed)
        for number in 1...60 {
            walk.step()
            let bench = walk.bench
            let deserted = bench.deserted()
            for monday in ["2026-05-04", "2026-05-11"] {
                expectEqual(
                    bench.kept("planner/week?monday=\(monday)"), deserted.week(monday),
                    "step \(number)")
            }
            guard number.isMultiple(of: 6) else { continue }
            let restored = try bench.restored()
            expectEqual(restored.planner.emptyDocuments["planner/accounts"]?.json, bench.accounts)
            expectEqual(restored.planner.emptyDocuments["planner/calendars"]?.json, bench.calendars)
            for other in [bench.replayed(), restored] {
                expectEqual(other.accounts, bench.accounts)
                expectEqual(other.calendars, bench.calendars)
                expectEqual(other.planner.connectors, bench.planner.connectors)
                expectEqual(other.venue.savedState(), bench.venue.savedState())
            }
        }
    }
}
