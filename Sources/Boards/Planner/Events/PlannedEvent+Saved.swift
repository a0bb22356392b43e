public import BoardKit
package import ICalendar
package import JSON
public import Sync

extension PlannedEvent: FieldState {
    static let blank = PlannedEvent(
        calendar: .main,
        content: CalendarEvent(
            uid: "", details: .blank,
            recurrence: Recurrence(start: EventTime.blank, length: EventLength())))

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        let oldSeries = old.content.recurrence
        try fields(&calendar, old.calendar)
        try fields(&content.details, old.content.details)
        try fields(&content.recurrence.start, oldSeries.start)
        try fields(&content.recurrence.length, oldSeries.length)
        try fields(&content.recurrence.dates, oldSeries.dates)
        try fields(&content.uid, old.content.uid)
        try fields(&content.sequence, old.content.sequence)
        try fields(&content.hasMaster, old.content.hasMaster)
        try fields(&content.recurrence.rules, oldSeries.rules)
        try fields(&content.stamp, old.content.stamp)
        try fields(&content.flags, old.content.flags)
        // Only the differences of exclusions and changes are written.
        var toggled = content.recurrence.exclusions.symmetricDifference(oldSeries.exclusions)
        try fields(&toggled, [])
        content.recurrence.exclusions = oldSeries.exclusions.symmetricDifference(toggled)
        var changes = content.changes(since: old.content)
        try fields(&changes, [:])
        for (key, change) in changes { content.changes[key] = change }
    }
}

extension CalendarEvent {
    /// Returns the changes of occurrences that differ; `nil` marks a removed one.
    fileprivate func changes(since old: CalendarEvent) -> [OccurrenceKey: EventChange?] {
        var differing: [OccurrenceKey: EventChange?] = [:]
        for key in Set(old.changes.keys).union(changes.keys) where old.changes[key] != changes[key]
        {
            differing.updateValue(changes[key], forKey: key)
        }
        return differing
    }
}

extension RecurrenceRule: SavedValue {
    package func write(to writer: inout StateWriter) { writer.write(text) }

    package init(from reader: inout StateReader) throws(StateError) {
        guard let rule = try? Self(reader.read(String.self)) else {
            throw StateError("the rule of a series is invalid")
        }
        self = rule
    }

    package func isSame(as other: Self) -> Bool { text == other.text }
}

extension OccurrenceKey: SavedText {}

extension EventFlag: SavedCase {}
extension EventStatus: SavedCase {}

extension EventDetails: SavedFields {
    package static let blank = EventDetails(title: "")

    package mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields("title", &title, old.title, isGiven: false)
        try fields("location", &location, old.location)
        try fields("description", &description, old.description)
        try fields("status", &status, old.status)
        try fields("private", &isPrivate, old.isPrivate)
        try fields("free", &isFree, old.isFree)
        var foreign = foreign.isEmpty ? nil : foreign
        try fields("foreign", &foreign, old.foreign.isEmpty ? nil : old.foreign)
        self.foreign = foreign ?? ""
    }

    /// Reads the output of `members`.
    init(_ data: JSON) {
        self = .blank
        change(by: data)
    }
}

extension EventTime: SavedValue {
    package func write(to writer: inout StateWriter) {
        writer.write(isAllDay)
        writer.write(date.dayNumber)
        if isAllDay { return }
        writer.write(local.secondOfDay)
        guard case .zoned(_, let zone) = self else { return writer.write("") }
        writer.write(zone.name)
        writer.write(zone.definition)
    }

    package init(from reader: inout StateReader) throws(StateError) {
        let isAllDay: Bool = try reader.read()
        let day: Int = try reader.read()
        guard Self.days.contains(day) else { throw StateError("an event's date is out of range") }
        let date = CivilDate(dayNumber: day)
        if isAllDay {
            self = .date(date)
            return
        }
        let local = LocalTime(date: date, secondOfDay: try reader.read())
        let name: String = try reader.read()
        if name.isEmpty {
            self = .floating(local)
            return
        }
        let definition: String? = try reader.read()
        let zone = definition.map { Zone(definition: $0) } ?? Zone(name)
        // The system may know fewer zones than the one that wrote the state.
        self = zone.map { .zoned(local, $0) } ?? .floating(local)
    }

    fileprivate static let blank = EventTime.date(CivilDate(dayNumber: 0))
    /// More than the years that texts can express.
    private static let days = -5_000_000...5_000_000

    package func isSame(as other: EventTime) -> Bool { self == other }
}

extension EventLength: SavedFields {
    package static let blank = EventLength()

    package mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&days, old.days)
        try fields(&seconds, old.seconds)
    }
}

extension ExtraDate: SavedFields {
    package static let blank = ExtraDate(start: EventTime.blank)

    package mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&start, old.start)
        try fields(&length, old.length)
    }
}

extension TimeChange: SavedFields {
    package static let blank = TimeChange(start: EventTime.blank, length: EventLength())

    package mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&start, old.start)
        try fields(&length, old.length)
        try fields(&isForFollowing, old.isForFollowing)
    }
}

extension EventChange: SavedFields {
    package static let blank = EventChange(details: .blank, time: .blank)

    package mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&details, old.details)
        try fields(&time, old.time)
        try fields(&sequence, old.sequence)
    }
}

extension LocalTime: MemberValue {
    package var member: JSON { .string(text) }

    package init?(member: JSON) {
        guard let text = member.text else { return nil }
        self.init(text)
    }
}

extension LocalTime: SavedValue {
    package func write(to writer: inout StateWriter) {
        writer.write(date.dayNumber)
        writer.write(secondOfDay)
    }

    package init(from reader: inout StateReader) throws(StateError) {
        let date = CivilDate(dayNumber: try reader.read())
        self.init(date: date, secondOfDay: try reader.read())
    }

    package func isSame(as other: Self) -> Bool { self == other }
}
