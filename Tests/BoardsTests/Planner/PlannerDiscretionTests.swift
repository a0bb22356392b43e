import BoardKit
import JSON
import PlannerBoard
import ShippedBoards
import Sync
import TestSupport
import Testing

/// Checks that no byte of hidden data reaches an audience.
@Suite struct PlannerDiscretionTests {
    private var bench = PlannerBench()
    private var party = ""

    /// The prefixes of the texts. `Title1` is the title of event 1.
    private static let kinds = ["Title", "Place", "Text", "Name", "Notes", "Tag", "+1201555019"]

    /// - Events: 1 is open, in a calendar that shows titles; 2 is private; 3 was deleted.
    /// - 4 is in a calendar that shows only busy times; 5 is in a hidden one.
    /// - 6 is a private series with a changed occurrence, whose texts have the number 7.
    /// - Reservations: 1 to 4 are booked, arrived, seated and cancelled.
    init() throws {
        let owner = PlannerBench.owner
        let shown: [String: JSON] = ["calendar": "main", "display": "title"]
        try bench.ask("edit_calendar", shown, by: owner)
        try bench.ask("edit_calendar", ["calendar": "reservations", "display": "title"], by: owner)
        let busy = try bench.addCalendar("Busy", ["display": "busy"])
        let off = try bench.addCalendar("Off")
        try addEvent(1, "main")
        try addEvent(2, "main", ["private": true])
        let deleted = try addEvent(3, "main")
        try bench.delete(deleted)
        try addEvent(4, busy)
        try addEvent(5, off)
        let series = try addEvent(6, "main", ["private": true, "repeat": "FREQ=DAILY"])
        try bench.edit(series, Self.texts(7), at: "20260504T100000Z")
        for number in 1...4 { try addReservation(number) }
    }

    private static func texts(_ number: Int) -> [String: JSON] {
        [
            "title": .string("Title\(number)"), "location": .string("Place\(number)"),
            "description": .string("Text\(number)"),
        ]
    }

    @discardableResult
    private mutating func addEvent(
        _ number: Int, _ calendar: String, _ more: [String: JSON] = [:]
    ) throws -> String {
        let texts = Self.texts(number).merging(["calendar": .string(calendar)]) { $1 }
        return try bench.add(
            "Title\(number)", "2026-05-04T12:00", 60, texts.merging(more) { $1 })
    }

    private mutating func addReservation(_ number: Int) throws {
        let reservation = try bench.reserve(
            "Name\(number)", 2, "2026-05-04T20:00",
            [
                "phone": .string("+1201555019\(number)"), "notes": .string("Notes\(number)"),
                "tags": [.string("Tag\(number)")],
            ])
        guard number > 1 else { return }
        if number == 4 {
            try bench.ask("cancel", ["reservation": .string(reservation)])
        } else {
            let party = try bench.arrive(reservation)
            if number == 2 { self.party = party }
            if number == 3 { try bench.party("seat", party) }
        }
    }

    // MARK: Every view

    private var audiences: [Principal] {
        [
            PlannerBench.owner, PlannerBench.host, PlannerBench.screen, PlannerBench.engineer,
            PlannerBench.waiting(party),
            Principal(joinLink: "j_1"),
        ]
    }

    private func parameters(of view: ViewDeclaration) -> [[(name: String, value: String)]] {
        switch view.parameters.first?.name {
        case "monday": [[("monday", "2026-05-04")]]
        case "date": [[("date", "2026-05-04")]]
        case "month": [[("month", "2026-05")]]
        default: [[]]
        }
    }

    private static func marks(_ kinds: [String], _ numbers: [Int]) -> Set<String> {
        Set(kinds.flatMap { kind in numbers.map { "\(kind)\($0)" } })
    }

    /// Returns the texts that an audience may see.
    private func words(of view: String, by principal: Principal) -> Set<String> {
        let isStaff = [.owner, .host].contains(principal.role)
        let isEngineer = principal.role == .engineer
        let all = [1, 2, 3, 4]
        switch view {
        case "planner/week" where isStaff:
            return Self.marks(["Title", "Place", "Text"], [1, 2, 4, 5, 6, 7])
                .union(Self.marks(["Name"], all))
        case "planner/week" where isEngineer:
            return Self.marks(["Title", "Place"], [1, 4, 5]).union(Self.marks(["Name"], all))
        case "planner/service" where isStaff:
            return Self.marks(["Name", "Notes", "Tag", "+1201555019"], all)
        case "planner/service" where isEngineer: return Self.marks(["Name"], all)
        case "planner/display" where principal.role != .guest:
            return ["Title1", "Name1", "Name2"]
        default: return []
        }
    }

    @Test func `hides the title of an unreadable event from an engineer`() {
        let row: JSON = ["unreadable": ["a.ics": ["title": "Title1", "problem": "No end."]]]
        let masked = bench.venue.board(Planner.self)?.masked(row)
        expectEqual(masked?["unreadable"]?["a.ics"]?["title"], "•••")
    }

    @Test func `shows each audience everything that it may see, and no more`() {
        let marks = Self.marks(Self.kinds, Array(1...7))
        for view in BoardRegistry.shipped.modules.flatMap(\.declaration.views) {
            // The month shows any three titles of a day.
            if view.name == "planner/month" { continue }
            for parameters in parameters(of: view) {
                for principal in audiences {
                    let message = bench.message(view.name, parameters, by: principal) ?? []
                    let seen = String(decoding: message, as: UTF8.self)
                    let expected = words(of: view.name, by: principal)
                    expectEqual(
                        Set(marks.filter(seen.contains)), expected,
                        "\(view.name) \(principal.actor)")
                }
            }
        }
    }

    @Test func `has no titles in an engineer's month`() {
        let month = bench.message(
            "planner/month", [("month", "2026-05")], by: PlannerBench.engineer)
        let seen = String(decoding: month ?? [], as: UTF8.self)
        #expect(seen.contains("•••"))
        #expect(!seen.contains("Title"))
    }

    @Test func `has no ticket in an event or a document`() {
        #expect(!bench.events.contains { $0.data.canonicalText.contains("ticket of") })
        for document in bench.everything().values {
            #expect(!document.canonicalText.contains("ticket of"))
        }
    }

    // MARK: By audience

    @Test mutating func `masks private events for an engineer`() throws {
        let count = bench.events.count
        let secret = try addEvent(2, "main", ["private": true])
        try bench.edit(secret, ["location": "Place2"])
        try bench.delete(secret)
        try bench.undo()
        for event in bench.events.dropFirst(count) {
            let seen = bench.venue.event(event, maskedFor: .engineer).data.canonicalText
            #expect(!seen.contains("Title2"), "\(event.kind)")
            #expect(!seen.contains("Place2"), "\(event.kind)")
        }
    }

    @Test func `masks phones, notes, tags and descriptions for an engineer`() {
        var count = 0
        for event in bench.events {
            let seen = bench.venue.event(event, maskedFor: .engineer).data.canonicalText
            for kind in ["Text", "Notes", "Tag", "+1201555019"] {
                for number in 1...7 {
                    #expect(!seen.contains("\(kind)\(number)"), "\(event.kind) \(kind)\(number)")
                }
            }
            expectEqual(bench.venue.event(event, maskedFor: .owner), event)
            count += event.data.canonicalText.contains("Text") ? 1 : 0
        }
        #expect(count >= 7)
    }

    @Test mutating func `masks splits, removals and undos for an engineer`()
        throws
    {
        let calendar = try bench.addCalendar("More")
        let series = try addEvent(6, calendar, ["repeat": "FREQ=DAILY"])
        try bench.edit(series, Self.texts(7), at: "20260506T100000Z")
        let count = bench.events.count
        try bench.edit(series, ["title": "x"], at: "20260505T100000Z", scope: "following")
        try bench.undo()
        try bench.ask(
            "remove_calendar", ["calendar": .string(calendar)], by: PlannerBench.owner)
        try bench.undo()
        for event in bench.events.dropFirst(count) {
            let seen = bench.venue.event(event, maskedFor: .engineer).data.canonicalText
            #expect(!seen.contains("Text6"), "\(event.kind)")
            #expect(!seen.contains("Text7"), "\(event.kind)")
        }
    }

    @Test func `masks a refused request for engineers`() {
        let event = Mutation(
            id: "m", action: "planner.edit",
            arguments: ["title": "Title2", "location": "Place2", "description": "Text1"])
        for name in event.arguments.keys {
            expectEqual(bench.venue.arguments(of: event, maskedFor: .engineer)[name], "•••")
        }
        let reservation = Mutation(
            id: "m", action: "planner.reserve",
            arguments: ["name": "", "phone": "12", "notes": "Notes1"])
        let told = bench.venue.arguments(of: reservation, maskedFor: .engineer)
        expectEqual(told["phone"], "•••")
        expectEqual(told["notes"], "•••")
    }

    @Test mutating func `removes an event from the screens when it becomes private`() throws {
        let screen = PlannerBench.screen
        bench.watch(["planner/display"])
        let event = try bench.add("Title8", "2026-05-04T15:00", 60, Self.texts(8))
        func shown() -> String {
            String(decoding: bench.message("planner/display", by: screen) ?? [], as: UTF8.self)
        }
        #expect(shown().contains("Title8"))
        #expect(!shown().contains("Place8"))
        try bench.edit(event, ["private": true])
        #expect(!shown().contains("Title8"))
        try bench.undo()
        #expect(shown().contains("Title8"))
        let off = try bench.addCalendar("Quiet")
        try bench.edit(event, ["calendar": .string(off)])
        #expect(!shown().contains(event))
        try bench.ask(
            "edit_calendar", ["calendar": .string(off), "display": "busy"],
            by: PlannerBench.owner)
        #expect(shown().contains(event))
        #expect(!shown().contains("Title8"))
        let replayed = bench.replayed().agenda
        expectEqual(replayed, bench.agenda)
    }

    @Test mutating func `shows names on the screens only as far as the house permits`() throws {
        try bench.ask("house.configure", ["labels": "number"], by: PlannerBench.owner)
        let shown = String(
            decoding: bench.message("planner/display", by: PlannerBench.screen) ?? [],
            as: UTF8.self)
        #expect(!shown.contains("Name1"))
        #expect(!shown.contains("Name2"))
    }
}
