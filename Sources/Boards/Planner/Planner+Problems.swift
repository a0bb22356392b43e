import Sync

extension Planner {
    static let problems: [ProblemDeclaration] =
        ofEvents + ofState + reservationProblems + fileProblems + syncProblems

    private static let ofEvents: [ProblemDeclaration] = [
        .noLocalTime, .skippedTime, .noDate, .givenWithStart, .givenWithDate, .noZone, .badRepeat,
        .startNotInRepeat, .notForOne, .noMonday, .noMonth,
    ]

    private static let ofState: [ProblemDeclaration] = [
        .noCalendar, .noPlannedEvent, .noOccurrence, .calendarIsGone, .eventIsGone,
        .eventIsThere,
        .calendarStays, .hasNoEvents, .doesNotRepeat, .ruleDoesNotFit, .cannotSplit,
        .nothingOccurs, .plannerChanged, .noPlannerView, .tooManyCalendars, .tooManyEvents,
        .tooManyChanges, .eventTooLarge,
    ]
}

/// Problems with arguments.
extension ProblemDeclaration {
    static let noLocalTime = Self(
        "planner.no_local_time", "{label} must be a local time, such as 2026-05-04T19:30")
    static let skippedTime = Self(
        "planner.skipped_time", "{label} does not exist on that day: the clocks go forward")
    static let noDate = Self("planner.no_date", "{label} must be a date, such as 2026-05-04")
    static let givenWithStart = Self(
        "planner.given_with_start", "{label} can't be given with a start")
    static let givenWithDate = Self("planner.given_with_date", "{label} can't be given with a date")
    static let noZone = Self(
        "planner.no_time_zone", "Time zone must be a time zone, such as Europe/Rome")
    static let badRepeat = Self(
        "planner.bad_repeat", "{label} must be a rule such as FREQ=WEEKLY;BYDAY=MO")
    static let startNotInRepeat = Self(
        "planner.start_not_in_repeat", "{label} must have an occurrence at the start")
    static let notForOne = Self(
        "planner.not_for_one", "{label} can't be changed for one occurrence")
    static let noMonday = Self(
        "planner.no_monday", "Monday must be the date of a Monday, such as 2026-05-04")
    static let noMonth = Self("planner.no_month", "Month must be a month, such as 2026-05")
}

/// Problems with the state of calendars and events.
extension ProblemDeclaration {
    static let noCalendar = Self("planner.no_calendar", "There is no such calendar")
    static let noPlannedEvent = Self("planner.no_event", "There is no such event")
    static let noOccurrence = Self("planner.no_occurrence", "The event does not happen then")
    static let calendarIsGone = Self("planner.calendar_is_gone", "The calendar was removed")
    static let eventIsGone = Self("planner.event_is_gone", "The event was deleted")
    static let eventIsThere = Self("planner.event_is_there", "That calendar has this event already")
    static let calendarStays = Self("planner.calendar_stays", "This calendar can't be removed")
    static let hasNoEvents = Self("planner.has_no_events", "This calendar has reservations only")
    static let doesNotRepeat = Self("planner.does_not_repeat", "The event does not repeat")
    static let ruleDoesNotFit = Self(
        "planner.rule_does_not_fit",
        "The event repeats on other days than the new start; change how it repeats as well")
    static let cannotSplit = Self("planner.cannot_split", "The series can't be divided there")
    static let nothingOccurs = Self("planner.nothing_occurs", "The event would not happen at all")
    static let plannerChanged = Self(
        "planner.changed_meanwhile", "This has changed in the meantime")
    static let noPlannerView = Self("planner.no_view", "There is no such view")
    static let tooManyCalendars = Self(
        "planner.too_many_calendars", "There can be at most {max} calendars")
    static let tooManyEvents = Self(
        "planner.too_many_events", "A calendar has at most {max} events")
    static let tooManyChanges = Self(
        "planner.too_many_changes", "A series has at most {max} changes")
    static let eventTooLarge = Self("planner.event_too_large", "The event would be too large")
}
