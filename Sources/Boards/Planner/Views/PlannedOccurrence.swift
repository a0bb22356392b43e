import BoardKit
import ICalendar
import JSON
import Sync

/// One occurrence of an event, as views show it.
struct PlannedOccurrence: Sendable {
    let event: EventID
    let calendar: CalendarID
    /// The occurrence's original start; `nil` if the event does not repeat.
    let at: OccurrenceKey?
    /// The key of the change that applies to the occurrence, if any.
    let change: OccurrenceKey?
    let start: EventTime
    let startSeconds: Int64
    /// The exclusive end, in Unix seconds.
    let endSeconds: Int64
    let days: EventDays
    /// Whether the occurrence blocks its time: it is neither free nor cancelled, and has a time.
    let blocks: Bool
    /// An upper estimate of the bytes of the row.
    let bytes: Int
    /// Whether another event of the calendar blocks a part of the time.
    var clashes = false

    /// - Parameter bytes: the bytes of another occurrence with the same details.
    init(
        _ occurrence: Occurrence, of id: EventID, _ event: PlannedEvent, bytes: Int? = nil,
        in zone: Zone
    ) {
        let details = event.details(occurrence.change)
        self.event = id
        calendar = event.calendar
        at = event.isSeries ? occurrence.key : nil
        change = occurrence.change
        start = occurrence.start
        startSeconds = occurrence.startSeconds
        endSeconds = occurrence.endSeconds
        days = EventDays(
            start: occurrence.start, length: occurrence.length, end: occurrence.endSeconds,
            in: zone)
        blocks = !occurrence.start.isAllDay && !details.isFree && details.status != .cancelled
        self.bytes = bytes ?? Self.bytes(of: details, event)
    }

    /// The occurrence's key in documents.
    var key: String { at.map { "\(event.text).\($0.text)" } ?? event.text }

    /// Whether the occurrence is shown as a bar over its days: it has no times, or lasts a day or
    /// longer.
    var isBar: Bool { start.isAllDay || endSeconds - startSeconds >= 86_400 }

    /// The days on which the occurrence is shown. An occurrence that ends in the night after it
    /// started is shown on its first day only.
    var daysShown: ClosedRange<CivilDate> { days.first...(isBar ? days.last : days.first) }

    /// Whether the occurrence is listed before another one: ordered by time, with all-day events
    /// first.
    func precedes(_ other: PlannedOccurrence) -> Bool {
        if startSeconds != other.startSeconds { return startSeconds < other.startSeconds }
        if start.isAllDay != other.start.isAllDay { return start.isAllDay }
        if event != other.event { return event < other.event }
        guard let at, let otherAt = other.at else { return false }
        return at < otherAt
    }

    /// The most bytes of a row's members, except for the texts.
    private static let frameBytes = 512

    private static func bytes(of details: EventDetails, _ event: PlannedEvent) -> Int {
        let texts = [
            details.title, details.location ?? "", details.description ?? "",
            event.repeatText ?? "",
        ]
        return texts.reduce(frameBytes) { $0 + writtenBytes(of: $1) }
    }

    /// Returns the bytes of a text in JSON.
    private static func writtenBytes(of text: String) -> Int {
        text.utf8.reduce(0) { sum, byte in
            switch byte {
            case 0..<0x20: sum + 6
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): sum + 2
            default: sum + 1
            }
        }
    }
}

extension PlannedOccurrence {
    /// Returns the row of a week.
    ///
    /// - Parameter mark: the event's sync mark.
    func row(_ event: PlannedEvent, _ mark: SyncMark) -> JSON {
        let details = event.details(change)
        var members: [String: JSON] = [
            "event": .string(self.event.text), "calendar": .string(calendar.text),
            "title": .string(details.title), "firstDay": .string(days.first.text),
            "lastDay": .string(days.last.text),
        ]
        members["at"] = at.map { .string($0.text) }
        members["location"] = details.location.map(JSON.string)
        members["description"] = details.description.map(JSON.string)
        members.merge(times) { $1 }
        if case .zoned(_, let zone) = start { members["timeZone"] = .string(zone.name) }
        members["repeat"] = event.repeatText.map(JSON.string)
        if change != nil { members["changed"] = true }
        members["status"] = details.status.map { .string($0.rawValue) }
        if details.isPrivate { members["private"] = true }
        if details.isFree { members["free"] = true }
        if clashes { members["clash"] = true }
        members["flag"] = event.content.flags.first.map { .string($0.rawValue) }
        members["sync"] = mark.text(at: at?.text).map(JSON.string)
        return .object(members)
    }

    /// Returns the row of the room's screens.
    func agendaRow(_ event: PlannedEvent, of calendar: BookCalendar) -> JSON {
        let details = event.details(change)
        var members = times
        members["color"] = .string(calendar.color.rawValue)
        if calendar.display == .title, !details.isPrivate {
            members["label"] = .string(details.title)
        } else {
            members["private"] = true
        }
        return .object(members)
    }

    private var times: [String: JSON] {
        if start.isAllDay { return ["allDay": true] }
        return [
            "start": .string(Instant(seconds: startSeconds).description),
            "end": .string(Instant(seconds: endSeconds).description),
        ]
    }
}

extension PlannedEvent {
    /// Whether the occurrences are named by their original starts.
    var isSeries: Bool { repeats || !content.changes.isEmpty }

    /// The rule as views show it; `nil` if the event does not repeat.
    var repeatText: String? {
        guard isSeries else { return nil }
        return content.recurrence.rules.first?.text ?? "DATES"
    }
}

extension PlannedEvent {
    /// Returns the occurrences as views show them.
    func planned(
        _ occurrences: [Occurrence], of id: EventID, in zone: Zone
    ) -> [PlannedOccurrence] {
        // Most occurrences of a series have the same details.
        var bytes: [OccurrenceKey?: Int] = [:]
        return occurrences.map { occurrence in
            let known = bytes[occurrence.change]
            let planned = PlannedOccurrence(occurrence, of: id, self, bytes: known, in: zone)
            if known == nil { bytes[occurrence.change] = planned.bytes }
            return planned
        }
    }
}
