import BoardKit
import HouseBoard
import ICalendar
import JSON
import Sync

/// An event's title: 1 to 200 characters on one line.
struct EventTitle: BoundedText {
    static let charactersMax = 200
    static let isOneLine = true
    static let invisibleProblem: ProblemDeclaration? = .required

    let text: String
}

/// The location of an event: up to 200 characters on one line.
typealias EventLocation = OptionalLine<200, 8_000>

/// The description of an event: up to 4,000 characters, which may contain line breaks.
typealias EventDescription = OptionalText<4_000, 160_000>

/// The minutes from the start of an event to its end.
typealias EventMinutes = WholeNumber<1, 44_640>

/// The length of an all-day event, in days.
typealias EventDayCount = WholeNumber<1, 366>

/// A time zone's IANA identifier: `Europe/Rome`.
struct EventZone: ArgumentValue {
    static let schema = TimeZoneName.schema

    let zone: Zone

    init(_ argument: JSON) throws(Reason) {
        guard let name = argument.text, name.utf8.count <= 64,
            name == "UTC" || name.contains("/"), let zone = Zone(name)
        else { throw Reason(.noZone) }
        self.zone = zone
    }
}

/// The recurrence rule of a series, as people can enter it: from daily to yearly.
struct RepeatRule: ArgumentValue {
    static let charactersMax = 500
    static let schema = Schema(
        .text(charactersMin: 1, charactersMax: charactersMax, pattern: "FREQ="))

    let rule: RecurrenceRule

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text, text.utf8.count <= Self.charactersMax,
            !text.contains(":"), let rule = try? RecurrenceRule(text), rule.frequency >= .daily
        else { throw Reason(.badRepeat) }
        self.rule = rule
    }
}

/// The occurrences of a series that an edit or a deletion concerns.
enum EventScope: String, Sendable, CaseIterable, ArgumentValue {
    /// Only the named occurrence.
    case one
    /// The named occurrence and all later ones.
    case following
    case all
}
