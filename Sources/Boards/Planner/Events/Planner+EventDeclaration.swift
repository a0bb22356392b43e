import BoardKit
import Sync

extension Planner {
    static let eventActions = [add, edit, delete]

    private static let add = action(
        .add, causes: [.added], "Adds an event to a calendar.",
        [
            .title(.required), .eventCalendar, .location, .details, .start(.optional),
            .minutes(.optional), .eventZone, .date(.optional), .days, .rule, .tentative,
            .isPrivate, .isFree,
        ],
        roles: hosts, result: eventResult)

    private static let edit = action(
        .edit, causes: [.edited, .split], "Changes an event, or occurrences of a series.",
        [
            .namedEvent, .at, .scope, .title(.replacement), .eventCalendar, .location, .details,
            .start(.replacement), .minutes(.replacement), .eventZone, .date(.replacement), .days,
            .rule, .tentative, .isPrivate, .isFree,
        ],
        roles: hosts, result: eventResult)

    private static let delete = action(
        .delete, causes: [.deleted], "Deletes an event, or occurrences of a series.",
        [.namedEvent, .at, .scope],
        roles: hosts)

    private static let eventResult: [ArgumentDeclaration] = [
        .always("event", ItemID.schema, "The event's id; the new one's, if a series was split")
    ]
}

extension ArgumentDeclaration {
    fileprivate static let namedEvent = required("event", ItemID.self, "The event's id")
    fileprivate static let at = optional(
        "at", ItemID.self, "An occurrence of a series, by its original start")
    fileprivate static let scope = optional(
        "scope", EventScope.self, "Which occurrences; one if there is an `at`, or else all")

    fileprivate static func title(_ reading: Reading) -> ArgumentDeclaration {
        ArgumentDeclaration(
            "title", EventTitle.self, reading, "What it is called", isPersonal: true)
    }

    fileprivate static let eventCalendar = change(
        "calendar", ItemID.self, "The calendar's id; the house's own if it is left out")
    fileprivate static let location = change(
        "location", EventLocation.self, "Where it happens", isPersonal: true)
    fileprivate static let details = change(
        "description", EventDescription.self, "What people should know", isPersonal: true)

    fileprivate static func start(_ reading: Reading) -> ArgumentDeclaration {
        ArgumentDeclaration("start", StartTime.self, reading, "When it begins, on the local clock")
    }

    fileprivate static func minutes(_ reading: Reading) -> ArgumentDeclaration {
        ArgumentDeclaration("minutes", EventMinutes.self, reading, "How long it takes")
    }

    fileprivate static let eventZone = change(
        "timeZone", EventZone.self, "The zone of the start; the venue's if left out")

    fileprivate static func date(_ reading: Reading) -> ArgumentDeclaration {
        ArgumentDeclaration("date", DateText.self, reading, "The first day, if it lasts all day")
    }

    fileprivate static let days = change(
        "days", EventDayCount.self, "How many days it lasts; 1 if it is left out")
    fileprivate static let rule = change(
        "repeat", RepeatRule.self, "The rule by which it repeats (RFC 5545 RRULE)")
    fileprivate static let tentative = change(
        "tentative", Switch.self, "Whether it is not certain yet")
    fileprivate static let isPrivate = change(
        "private", Switch.self, "Whether only the staff may know what it is")
    fileprivate static let isFree = change(
        "free", Switch.self, "Whether it does not take up its time")
}
