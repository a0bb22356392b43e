import BoardKit
import Sync

/// The actions on events.
extension Planner {
    static let eventActions = [add, edit, delete]

    private static let add = ActionDeclaration(
        PlannerAction.add.rawValue, "Adds an event to a calendar.",
        arguments: [
            .title(.required), .eventCalendar, .location, .details, .start(.optional),
            .minutes(.optional), .eventZone, .date(.optional), .days, .rule, .tentative,
            .isPrivate, .isFree,
        ],
        roles: hosts, result: eventResult)

    private static let edit = ActionDeclaration(
        PlannerAction.edit.rawValue, "Changes an event, or occurrences of a series.",
        arguments: [
            .namedEvent, .at, .scope, .title(.replacement), .eventCalendar, .location, .details,
            .start(.replacement), .minutes(.replacement), .eventZone, .date(.replacement), .days,
            .rule, .tentative, .isPrivate, .isFree,
        ],
        roles: hosts, result: eventResult)

    private static let delete = ActionDeclaration(
        PlannerAction.delete.rawValue, "Deletes an event, or occurrences of a series.",
        arguments: [.namedEvent, .at, .scope], roles: hosts)

    private static let eventResult: [ArgumentDeclaration] = [
        .always("event", ItemID.schema, "The event's id; the new one's, if a series was split")
    ]
}

extension ArgumentDeclaration {
    fileprivate static let namedEvent = ArgumentDeclaration(
        "event", ItemID.self, .required, "The event's id")
    fileprivate static let at = ArgumentDeclaration(
        "at", ItemID.self, .optional, "An occurrence of a series, by its original start")
    fileprivate static let scope = ArgumentDeclaration(
        "scope", EventScope.self, .optional,
        "Which occurrences; one if there is an `at`, or else all")

    fileprivate static func title(_ reading: Reading) -> ArgumentDeclaration {
        ArgumentDeclaration(
            "title", EventTitle.self, reading, "What it is called", isPersonal: true)
    }

    fileprivate static let eventCalendar = ArgumentDeclaration(
        "calendar", ItemID.self, .change, "The calendar's id; the house's own if it is left out")
    fileprivate static let location = ArgumentDeclaration(
        "location", EventLocation.self, .change, "Where it happens", isPersonal: true)
    fileprivate static let details = ArgumentDeclaration(
        "description", EventDescription.self, .change, "What people should know",
        isPersonal: true)

    fileprivate static func start(_ reading: Reading) -> ArgumentDeclaration {
        ArgumentDeclaration("start", StartTime.self, reading, "When it begins, on the local clock")
    }

    fileprivate static func minutes(_ reading: Reading) -> ArgumentDeclaration {
        ArgumentDeclaration("minutes", EventMinutes.self, reading, "How long it takes")
    }

    fileprivate static let eventZone = ArgumentDeclaration(
        "timeZone", EventZone.self, .change, "The zone of the start; the venue's if left out")

    fileprivate static func date(_ reading: Reading) -> ArgumentDeclaration {
        ArgumentDeclaration("date", DateText.self, reading, "The first day, if it lasts all day")
    }

    fileprivate static let days = ArgumentDeclaration(
        "days", EventDayCount.self, .change, "How many days it lasts; 1 if it is left out")
    fileprivate static let rule = ArgumentDeclaration(
        "repeat", RepeatRule.self, .change, "The rule by which it repeats (RFC 5545 RRULE)")
    fileprivate static let tentative = ArgumentDeclaration(
        "tentative", Switch.self, .change, "Whether it is not certain yet")
    fileprivate static let isPrivate = ArgumentDeclaration(
        "private", Switch.self, .change, "Whether only the staff may know what it is")
    fileprivate static let isFree = ArgumentDeclaration(
        "free", Switch.self, .change, "Whether it does not take up its time")
}
