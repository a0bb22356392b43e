import ICalendar
import TestSupport

@testable import CalendarMerging

/// Random edits of an event, as a board or a server makes them. Every value is new.
struct EditWalk {
    static let zone = Zone("Europe/Rome")!

    /// The event after the walk, or `nil` if it was deleted.
    var event: CalendarEvent?
    /// The current keys of the base's first occurrences, by their keys in the base.
    var names: [OccurrenceKey: OccurrenceKey] = [:]
    /// Whether the series was moved by whole days onto days of its rule.
    var hasShiftedOnGrid = false
    /// The log of edits, for reporting a failure.
    var log: [String] = []
    private var random: SeededGenerator
    var count: Int

    /// - Parameter side: a number that makes the two sides' values differ.
    init(_ event: CalendarEvent, side: Int, seed: UInt64) {
        self.event = event
        random = SeededGenerator(seed: seed &* 2 &+ UInt64(side) &+ 0x1234_5678)
        count = side
        for key in Self.keys(of: event) { names[key] = key }
    }

    static func keys(of event: CalendarEvent) -> [OccurrenceKey] {
        guard event.hasMaster else { return event.changes.keys.sorted() }
        guard event.recurrence.repeats else { return [] }
        var bare = event.recurrence
        bare.exclusions = []
        bare.changes = [:]
        let from = bare.start.seconds(floatingIn: zone)
        var budget = ExpansionBudget.window
        let found = bare.occurrences(
            from: from, to: from + 400 * 86_400, floatingIn: zone, limit: 7, budget: &budget)
        return found.occurrences.map(\.key)
    }

    private mutating func token() -> Int {
        count += 2
        return count
    }

    private mutating func oneIn(_ count: Int) -> Bool {
        Int.random(in: 0..<count, using: &random) == 0
    }

    mutating func edit(_ edits: Int) {
        for _ in 0..<edits {
            guard event != nil else { return }
            step()
        }
    }

    private mutating func step() {
        switch Int.random(in: 0..<20, using: &random) {
        case 0...3: setDetails()
        case 4...7: changeOne()
        case 8, 9: excludeOne()
        case 10: restoreOne()
        case 11: revertOne()
        case 12, 13: move(byMinutes: token() * 7 % 1_439 + 1)
        case 14: oneIn(3) ? moveByDays() : setLength()
        case 15: oneIn(2) ? changeKind() : setZone()
        case 16: setRule()
        case 17: split()
        case 18: oneIn(2) ? addDate() : changeFollowing()
        default: if oneIn(6) { event = nil } else { setDetails() }
        }
    }

    // MARK: The series

    private mutating func details(_ old: EventDetails, token: Int) -> (MergeField, EventDetails) {
        var new = old
        let field = MergeField.ofDetails[Int.random(in: 0..<6, using: &random)]
        switch field {
        case .location: new.location = oneIn(5) ? nil : "L\(token)"
        case .description: new.description = oneIn(5) ? nil : "D\(token)\nmore"
        case .status: new.status = [nil, .tentative, .cancelled][token / 2 % 3]
        case .isPrivate: new.isPrivate.toggle()
        case .isFree: new.isFree.toggle()
        default: new.title = "T\(token)"
        }
        return (field, new)
    }

    private mutating func setDetails() {
        guard var event, event.hasMaster else { return }
        let old = event.details
        let (field, new) = details(old, token: token())
        event.details = new
        for (key, change) in event.changes where change.details[field] == old[field] {
            event.changes[key]?.details[field] = new[field]
        }
        self.event = event
        log.append("set \(field) \(new[field])")
    }

    private mutating func move(byMinutes minutes: Int) {
        guard let event, event.hasMaster else { return }
        let start = event.recurrence.start
        guard !start.isAllDay else { return moveByDays() }
        moveTo(
            start.with(start.local.adding(seconds: Int64(minutes) * 60)), event.recurrence.length)
    }

    private mutating func moveByDays() {
        guard let event, event.hasMaster else { return }
        let start = event.recurrence.start
        hasShiftedOnGrid = true
        let days = Int64(token() % 9 + 1)
        moveTo(start.with(start.local.adding(seconds: days * 86_400)), event.recurrence.length)
    }

    private mutating func setLength() {
        guard let event, event.hasMaster else { return }
        let length =
            event.recurrence.start.isAllDay
            ? EventLength(days: token()) : EventLength(seconds: Int64(token()) * 60)
        moveTo(event.recurrence.start, length)
    }

    private mutating func setZone() {
        guard let event, event.hasMaster, case .zoned(let local, _) = event.recurrence.start,
            let zone = Zone(["Asia/Kolkata", "America/New_York", "Europe/Rome"][token() % 3])
        else { return }
        moveTo(.zoned(local, zone), event.recurrence.length)
    }

    private mutating func changeKind() {
        guard let event, event.hasMaster else { return }
        let start = event.recurrence.start
        if start.isAllDay {
            let local = LocalTime(date: start.date, secondOfDay: token() * 60 % 86_400)
            moveTo(.zoned(local, Self.zone), EventLength(seconds: Int64(token()) * 60))
        } else {
            moveTo(.date(start.date), EventLength(days: token() % 5 + 1))
        }
    }

    private mutating func moveTo(_ start: EventTime, _ length: EventLength) {
        guard var event else { return }
        var bare = event.recurrence
        // The moved changes give the new keys.
        bare.changes = [:]
        for key in names.values {
            bare.changes[key] = EventChange(
                details: event.details, time: TimeChange(start: bare.start, length: bare.length))
        }
        guard
            let moved = event.recurrence.moved(to: start, length: length, floatingIn: Self.zone),
            let renamed = bare.moved(to: start, length: length, floatingIn: Self.zone),
            moved.keys.count == event.changes.count, renamed.keys.count == bare.changes.count
        else { return }
        names = names.mapValues { renamed.keys[$0] ?? $0 }
        event.recurrence = moved.moved
        self.event = event
        log.append("move \(MergeValue.when(start, length))")
    }

    private mutating func setRule() {
        guard var event, event.hasMaster else { return }
        let texts = [
            "FREQ=DAILY;INTERVAL=\(token() % 5 + 1)", "FREQ=WEEKLY;COUNT=\(token() % 20 + 3)",
            "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=MONTHLY", "FREQ=WEEKLY;INTERVAL=2",
        ]
        let place = token() / 2 % (texts.count + 1)
        let rule = place == texts.count ? nil : try? RecurrenceRule(texts[place])
        var budget = ExpansionBudget.window
        let series = event.recurrence.with(
            rules: rule.map { [$0] } ?? [], floatingIn: Self.zone, budget: &budget)
        guard series.generatesStart(floatingIn: Self.zone),
            series.first(floatingIn: Self.zone, budget: &budget) != nil
        else { return }
        event.recurrence = series
        event.changes = event.changes.filter { series.changes[$0.key] != nil }
        self.event = event
        log.append("rule \(rule?.text ?? "none")")
    }

    private mutating func addDate() {
        guard var event, event.hasMaster else { return }
        let start = event.recurrence.start
        let time = start.with(start.local.adding(seconds: Int64(token()) * 86_400 + 1_800))
        event.recurrence.dates.append(ExtraDate(start: time))
        self.event = event
        log.append("date \(time.key.text)")
    }

    private mutating func split() {
        guard var event, event.hasMaster, let key = occurrence() else { return }
        var budget = ExpansionBudget.window
        guard let parts = event.recurrence.split(at: key, floatingIn: Self.zone, budget: &budget)
        else { return }
        event.recurrence = parts.before
        event.changes = event.changes.filter { parts.before.changes[$0.key] != nil }
        self.event = event
        log.append("split \(key.text)")
    }

    // MARK: One occurrence

    /// Returns one of the first remaining occurrences.
    mutating func occurrence() -> OccurrenceKey? {
        guard let event, let key = names.values.sorted().randomElement(using: &random) else {
            return nil
        }
        var budget = ExpansionBudget.window
        let found = event.recurrence.occurrence(at: key, floatingIn: Self.zone, budget: &budget)
        return found == nil || (!event.hasMaster && event.changes[key] == nil) ? nil : key
    }

    mutating func changeOne() {
        guard var event, let key = occurrence() else { return }
        let side = MergeSide(event: event, zone: Self.zone)
        var change = side.present(key)
        if oneIn(2) {
            (_, change.details) = details(change.details, token: token())
        } else if !change.time.start.isAllDay {
            let local = change.time.start.local
            change.time.start = change.time.start.with(
                local.adding(seconds: (Int64(token()) * 60 + 7) * (oneIn(2) ? 1 : -1)))
            if oneIn(2) { change.time.length = EventLength(seconds: Int64(token()) * 60) }
        } else {
            change.time.length.days = token()
        }
        change.time.isForFollowing = event.changes[key]?.time.isForFollowing ?? false
        event.changes[key] = change
        self.event = event
        log.append("change \(key.text) \(MergeValue.change(change))")
    }

    mutating func changeFollowing() {
        changeOne()
        guard let key = event?.changes.keys.sorted().randomElement(using: &random) else { return }
        event?.changes[key]?.time.isForFollowing = true
        log.append("following \(key.text)")
    }

    mutating func excludeOne() {
        guard var event, let key = occurrence() else { return }
        event.changes[key] = nil
        if event.hasMaster {
            event.recurrence.exclusions.insert(key)
        } else {
            event.gatherWithoutMaster(floatingIn: Self.zone)
        }
        var budget = ExpansionBudget.window
        let isLeft =
            event.hasMaster
            ? event.recurrence.first(floatingIn: Self.zone, budget: &budget) != nil
            : !event.changes.isEmpty
        self.event = isLeft ? event : nil
        log.append("exclude \(key.text)")
    }

    private mutating func restoreOne() {
        guard let key = event?.recurrence.exclusions.sorted().randomElement(using: &random) else {
            return
        }
        event?.recurrence.exclusions.remove(key)
        log.append("restore \(key.text)")
    }

    /// Reverts a change, as a server may.
    private mutating func revertOne() {
        guard event?.hasMaster == true,
            let key = event?.changes.keys.sorted().randomElement(using: &random)
        else { return }
        event?.changes[key] = nil
        log.append("revert \(key.text)")
    }
}
