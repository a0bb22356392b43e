import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import PlannerBoard

/// Random bookings, parties and undos: indexes and views agree with the rows.
@Suite struct BookingsTests {
    private static let days = ["2026-05-04", "2026-05-05"]
    private static let views =
        days.map { "planner/service?date=\($0)" }
        + ["planner/week?monday=2026-05-04", "planner/month?month=2026-05"]

    private var bench = PlannerBench()
    private var random = SeededGenerator(seed: 0)
    private var reservations: [String] = []
    private var parties: [String] = []

    private mutating func begin(seed: UInt64) throws {
        bench = PlannerBench()
        random = SeededGenerator(seed: seed)
        try bench.ask(
            "configure", ["pacing": [["days": ["MO"], "covers": 12], ["covers": 20]]],
            by: PlannerBench.owner)
        try bench.ask(
            "edit_calendar", ["calendar": "reservations", "display": "title"],
            by: PlannerBench.owner)
        bench.watch(Self.views)
    }

    @Test(arguments: Tier.seeds(1...12, usually: 4))
    mutating func `views that are kept are those that are made anew`(seed: UInt64) throws {
        try begin(seed: seed)
        for _ in 0..<120 {
            act()
            let anew = bench.deserted()
            for day in Self.days {
                let service = bench.service(day)
                expectEqual(service, anew.service(day))
                check(service)
            }
            expectEqual(bench.week("2026-05-04"), anew.week("2026-05-04"))
            expectEqual(bench.month("2026-05"), anew.month("2026-05"))
        }
        let everything = bench.everything()
        try expectEqual(bench.restored().everything(), everything)
        expectEqual(bench.replayed().everything(), everything)
    }

    @Test(arguments: Tier.seeds(1...6, usually: 2))
    mutating func `undoing the last event gives back every document`(seed: UInt64) throws {
        try begin(seed: seed)
        for _ in 0..<100 {
            let before = bench.everything()
            let count = bench.events.count
            act()
            guard bench.events.count > count, let event = bench.events.last else { continue }
            var copy = bench
            try copy.ask("\(event.board).undo", ["rev": JSON(event.rev)])
            // The waiting list numbers its parties on.
            for (name, document) in copy.everything() where name != "waitlist" && name != "room" {
                expectEqual(document, before[name], "\(event.type) \(name)")
            }
        }
    }

    // MARK: Acting

    private mutating func act() {
        switch Int.random(in: 0..<14, using: &random) {
        case 0..<4: reserve()
        case 4, 5: rebook()
        case 6: about("cancel")
        case 7: about("no_show")
        case 8: about("restore")
        case 9, 10: arrive()
        case 11:
            let verbs = ["seat", "no_show", "cancel", "restore", "ready", "unready"]
            let verb = verbs.randomElement(using: &random) ?? "seat"
            try? bench.party(verb, parties.randomElement(using: &random) ?? "p_1")
        default:
            guard let event = bench.events.suffix(6).randomElement(using: &random) else { return }
            _ = try? bench.ask("\(event.board).undo", ["rev": JSON(event.rev)])
        }
    }

    private mutating func start() -> JSON {
        let starts = [
            "04T19:00", "04T19:10", "04T19:30", "04T23:30", "05T00:30", "05T03:45", "05T04:00",
            "05T19:30", "06T02:00", "10T23:30",
        ]
        return .string("2026-05-" + (starts.randomElement(using: &random) ?? ""))
    }

    private mutating func some(_ values: [JSON]) -> JSON {
        values.randomElement(using: &random) ?? .null
    }

    private mutating func reserve() {
        let made = try? bench.ask(
            "reserve",
            [
                "name": some(["Ada", "Bo", "Zoë"]), "size": some([1, 2, 3, 7]), "start": start(),
                "table": some([.null, "7", "8"]), "override": some([.null, false, true]),
                "phone": some([.null, "+12015550123"]),
            ])
        if let id = made?["reservation"]?.text { reservations.append(id) }
    }

    private mutating func rebook() {
        var arguments: [String: JSON] = [
            "reservation": .string(reservations.randomElement(using: &random) ?? "r_1")
        ]
        let changes: [String: JSON] = [
            "size": some([1, 2, 4]), "start": start(), "table": some([.null, "7", "8"]),
            "minutes": some([.null, 15, 300]), "override": some([.null, true]),
        ]
        for (name, value) in changes.sorted(by: { $0.key < $1.key })
        where Bool.random(using: &random) {
            arguments[name] = value
        }
        _ = try? bench.ask("rebook", arguments)
    }

    private mutating func about(_ verb: String) {
        let named = JSON.string(reservations.randomElement(using: &random) ?? "r_1")
        _ = try? bench.ask(verb, ["reservation": named])
    }

    private mutating func arrive() {
        guard let named = reservations.randomElement(using: &random) else { return }
        if let party = try? bench.arrive(named) { parties.append(party) }
    }

    // MARK: Checking

    /// Checks the covers and tables against the rows.
    private func check(_ service: JSON) {
        let rows = service["reservations"]?.members ?? [:]
        let counting = rows.filter { row in
            ["booked", "arrived", "seated"].contains(row.value["status"]?.text)
        }
        var covers: [String: Int] = [:]
        for row in counting.values {
            guard let start = row["start"]?.instant else { continue }
            let quarter = start.milliseconds / 900_000 * 900_000
            covers[Instant(milliseconds: quarter).description, default: 0] +=
                row["size"]?.integer ?? 0
        }
        let shown = service["slots"]?.members?.mapValues { $0["covers"]?.integer ?? 0 }
        expectEqual(shown, covers)
        for (id, row) in rows {
            let clashes = counting.contains { other, its in
                other != id && counting[id] != nil && row["table"] != nil
                    && row["table"] == its["table"] && Self.overlap(row, its)
            }
            // A reservation of the next day may have the same table.
            if clashes { expectEqual(row["clash"], true) }
            if counting[id] == nil { expectNil(row["clash"]) }
        }
        var partyCounts: [String: Int] = [:]
        for row in rows.values {
            if let party = row["party"]?.text { partyCounts[party, default: 0] += 1 }
            #expect((row["party"] == nil) == (row["arrivedAt"] == nil))
            #expect((row["seatedAt"] != nil) == (row["status"] == "seated"))
        }
        #expect(partyCounts.values.allSatisfy { $0 == 1 })
    }

    private static func overlap(_ one: JSON, _ other: JSON) -> Bool {
        guard let start = one["start"]?.instant, let end = one["end"]?.instant,
            let otherStart = other["start"]?.instant, let otherEnd = other["end"]?.instant
        else { return false }
        return max(start, otherStart) < min(end, otherEnd)
    }
}
