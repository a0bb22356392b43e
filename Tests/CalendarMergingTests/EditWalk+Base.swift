import ICalendar
import TestSupport

@testable import CalendarMerging

extension EditWalk {
    /// Returns an event of one of many kinds.
    static func base(seed: UInt64) -> CalendarEvent {
        var random = SeededGenerator(seed: seed)
        let place = Int.random(in: 0..<starts.count, using: &random)
        let rule = rules.randomElement(using: &random) ?? ""
        var recurrence = starts[place]
        if let rule = try? RecurrenceRule(rule), !(rule.isBelowDaily && recurrence.start.isAllDay) {
            let ruled = Recurrence(
                start: recurrence.start, length: recurrence.length, rules: [rule])
            if ruled.generatesStart(floatingIn: zone) { recurrence = ruled }
        }
        if Int.random(in: 0..<5, using: &random) == 0 {
            let start = recurrence.start
            recurrence.dates = [ExtraDate(start: start.with(start.local.adding(seconds: 259_200)))]
        }
        let event = CalendarEvent(
            uid: "base", details: EventDetails(title: "Base", location: "Here", foreign: "X-A:1"),
            recurrence: recurrence)
        var walk = EditWalk(event, side: 0, seed: seed)
        walk.count = 90_000
        for _ in 0..<Int.random(in: 0..<4, using: &random) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0...3: walk.changeOne()
            case 4, 5: walk.excludeOne()
            case 6: walk.changeFollowing()
            default: walk.excludeDay()
            }
        }
        guard var made = walk.event else { return event }
        if made.changes.count > 1, Int.random(in: 0..<6, using: &random) == 0 {
            made.recurrence = Recurrence(
                start: made.recurrence.start, length: made.recurrence.length,
                changes: made.changes)
            made.gatherWithoutMaster(floatingIn: zone)
        }
        return made
    }

    private mutating func excludeDay() {
        guard let key = occurrence(), case .instant(let seconds) = key,
            let own = event?.recurrence.start.zone(floatingIn: Self.zone)
        else { return }
        event?.recurrence.exclusions.insert(.date(own.local(of: seconds).date))
        var budget = ExpansionBudget.window
        if event?.recurrence.first(floatingIn: Self.zone, budget: &budget) == nil { event = nil }
    }

    private static let rules = [
        "", "", "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=9",
        "FREQ=DAILY", "FREQ=DAILY;COUNT=12", "FREQ=MONTHLY;BYDAY=1MO", "FREQ=MONTHLY",
        "FREQ=WEEKLY;UNTIL=20261231", "FREQ=HOURLY;INTERVAL=5;COUNT=30", "FREQ=YEARLY",
    ]

    private static let starts: [Recurrence] = {
        let local = LocalTime("2026-05-04T19:00")!
        let long = EventLength(seconds: 7_200)
        return [
            Recurrence(start: .zoned(local, zone), length: long),
            Recurrence(start: .zoned(local, zone), length: EventLength(days: 1)),
            Recurrence(start: .zoned(LocalTime("2026-10-05T02:30")!, zone), length: long),
            Recurrence(start: .zoned(local, Zone("America/New_York")!), length: long),
            Recurrence(start: .zoned(local, .utc), length: long),
            Recurrence(start: .floating(local), length: long),
            Recurrence(start: .date(local.date), length: EventLength(days: 1)),
        ]
    }()
}
