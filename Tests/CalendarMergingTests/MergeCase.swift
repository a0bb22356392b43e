import ICalendar
import Testing

@testable import CalendarMerging

/// Events for merge tests, written as in a file.
enum MergeCase {
    static let zone = Zone("Europe/Rome")!
    static let series = "DTSTART;TZID=Europe/Rome:20260504T190000\nDURATION:PT2H\nRRULE:FREQ=WEEKLY"

    /// - Parameters:
    ///   - lines: the lines of the event. `SUMMARY:Dinner` is added if they lack a SUMMARY.
    ///   - changes: the lines of each change.
    static func event(_ lines: String..., changes: [String] = []) throws -> CalendarEvent {
        let all = lines.joined(separator: "\n")
        let summary = all.contains("SUMMARY") ? "" : "SUMMARY:Dinner\n"
        let events = (lines.isEmpty ? [] : [summary + all]) + changes
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\n"
            + events.map { "BEGIN:VEVENT\nUID:x\n\($0)\nEND:VEVENT\n" }.joined()
            + "END:VCALENDAR\n"
        return try #require(try CalendarFile(reading: Array(text.utf8)).events.first)
    }

    /// Returns a change of the weekly series on a Monday of May, at its original time.
    static func change(_ day: Int, _ lines: String = "") -> String {
        let id = "RECURRENCE-ID;TZID=Europe/Rome:202605\(day)T190000\n"
        let when =
            lines.contains("DTSTART")
            ? "" : "DTSTART;TZID=Europe/Rome:202605\(day)T190000\nDURATION:PT2H\n"
        let summary = lines.contains("SUMMARY") ? "" : "SUMMARY:Dinner\n"
        return id + when + summary + lines
    }

    static func exclusion(_ day: Int) -> String {
        "EXDATE;TZID=Europe/Rome:202605\(day)T190000"
    }

    static func key(_ day: Int) throws -> OccurrenceKey {
        try #require(OccurrenceKey("202605\(day)T170000Z"))
    }

    static func merge(
        _ base: CalendarEvent?, _ ours: CalendarEvent?, _ theirs: CalendarEvent?
    ) -> Merge { Merge(base: base, ours: ours, theirs: theirs, floatingIn: zone) }

    static func take(
        _ isTheirs: Bool, _ issue: MergeIssue, in content: CalendarEvent?
    ) -> CalendarEvent? {
        isTheirs
            ? issue.takingTheirs(in: content, floatingIn: zone)
            : issue.takingOurs(in: content, floatingIn: zone)
    }
}

/// A field of an event or of an occurrence, with two values besides that of the base.
struct FieldCase: CustomStringConvertible, Sendable {
    let field: MergeField
    let isOccurrence: Bool
    /// The lines of the base and of two edits.
    let lines: [String]

    var description: String { "\(field.rawValue)\(isOccurrence ? " of an occurrence" : "")" }

    static let all: [FieldCase] = {
        let start = "DTSTART;TZID=Europe/Rome:202605"
        let texts: [(MergeField, [String])] = [
            (.title, ["SUMMARY:A", "SUMMARY:B", "SUMMARY:C"]),
            (.location, ["LOCATION:A", "", "LOCATION:C"]),
            (.description, ["", "DESCRIPTION:B", "DESCRIPTION:C"]),
            (.status, ["", "STATUS:TENTATIVE", "STATUS:CANCELLED"]),
        ]
        let of = { (day: Int) in
            [
                "\(start)\(day)T190000\nDURATION:PT2H", "\(start)\(day)T200000\nDURATION:PT2H",
                "\(start)\(day)T190000\nDURATION:PT3H",
            ]
        }
        let rules = ["RRULE:FREQ=WEEKLY", "RRULE:FREQ=DAILY", "RRULE:FREQ=WEEKLY;COUNT=9"]
        return texts.map { FieldCase(field: $0, isOccurrence: false, lines: $1) }
            + texts.map { FieldCase(field: $0, isOccurrence: true, lines: $1) }
            + [
                FieldCase(field: .when, isOccurrence: false, lines: of(18)),
                FieldCase(field: .when, isOccurrence: true, lines: of(18)),
                FieldCase(field: .repeat, isOccurrence: false, lines: rules),
            ]
    }()

    /// The flags, which have only one value besides that of the base.
    static let flags: [FieldCase] = [
        (.isPrivate, ["", "CLASS:PRIVATE"]), (.isFree, ["", "TRANSP:TRANSPARENT"]),
    ].flatMap { (field: MergeField, lines: [String]) in
        [false, true].map { FieldCase(field: field, isOccurrence: $0, lines: lines) }
    }

    /// - Parameter place: 0 for the base, 1 and 2 for the edits.
    func event(_ place: Int) throws -> CalendarEvent {
        if isOccurrence {
            return try MergeCase.event(
                MergeCase.series, changes: [MergeCase.change(18, lines[place])])
        }
        switch field {
        case .when: return try MergeCase.event(lines[place])
        case .repeat:
            return try MergeCase.event(
                "DTSTART;TZID=Europe/Rome:20260504T190000\nDURATION:PT2H", lines[place])
        default: return try MergeCase.event(MergeCase.series, lines[place])
        }
    }

    func at() throws -> OccurrenceKey? { isOccurrence ? try MergeCase.key(18) : nil }
}
