import BoardKit
import JSON
import Sync

extension Planner {
    static let calendarCountMax = 50
    static let eventCountMax = 20_000

    static let calendarActions = [
        action(
            .addCalendar, causes: [.calendarAdded], "Adds a calendar.", BookCalendar.fields.ofNew,
            roles: [.owner],
            result: [.always("calendar", ItemID.schema, "The calendar's id")]),
        action(
            .editCalendar, causes: [.calendarEdited], "Changes a calendar.",
            [.namedCalendar] + BookCalendar.fields.ofEdit,
            roles: [.owner]),
        action(
            .removeCalendar, causes: [.calendarRemoved], "Removes a calendar with its events.",
            [.namedCalendar],
            roles: [.owner]),
    ]

    func decideAddCalendar(_ asked: inout Asked) throws(Rejection) -> Decision {
        let values = BookCalendar.fields.new(in: &asked.arguments)
        guard asked.areGood, let calendar = BookCalendar(.object(values)) else {
            throw asked.rejection
        }
        try checkRoomForCalendars(1)
        return Self.decision(
            .calendarAdded, of: CalendarID(rev: asked.moment.rev).text,
            ["calendar": calendar.json])
    }

    func decideEditCalendar(_ asked: inout Asked) throws(Rejection) -> Decision {
        let isEmpty = !BookCalendar.fields.areGiven(in: asked.arguments)
        let named: ItemID? = asked.arguments.required("calendar")
        let values = BookCalendar.fields.edit(in: &asked.arguments)
        if isEmpty { asked.arguments.add(.nothingToChange, at: "name") }
        guard asked.areGood, let named else { throw asked.rejection }
        var (id, calendar) = try presentCalendar(named, asked)
        calendar.change(by: .object(values))
        return Self.decision(.calendarEdited, of: id.text, ["calendar": calendar.json])
    }

    func decideRemoveCalendar(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID = try asked.last("calendar")
        let (id, calendar) = try presentCalendar(named, asked)
        guard !id.isFixed else { throw Rejection(.conflict, .calendarStays) }
        guard links[id] == nil else { throw Rejection(.conflict, .calendarIsLinked) }
        return Self.decision(.calendarRemoved, of: id.text, ["name": .string(calendar.name)])
    }

    // MARK: Arguments

    /// Returns the calendar with this id. Throws if it has changed since the sender saw it.
    func presentCalendar(
        _ named: ItemID, _ asked: Asked
    ) throws(Rejection) -> (id: CalendarID, calendar: BookCalendar) {
        let id = try knownCalendar(named)
        try asked.check(calendars.lastRev(of: id))
        guard let calendar = calendar(id) else { throw Rejection(.conflict, .calendarIsGone) }
        return (id, calendar)
    }

    /// Returns the id of a calendar that exists or once existed.
    func knownCalendar(_ named: ItemID) throws(Rejection) -> CalendarID {
        guard let id = CalendarID(named.text) else { throw Rejection(.notFound, .noCalendar) }
        // No event created the fixed calendars.
        let isKnown = id.isFixed || calendars.knows(id) && !calendars.isTakenBack(id)
        guard isKnown else { throw Rejection(.notFound, .noCalendar) }
        return id
    }

    /// Checks that events may be added to a calendar.
    func checkWritable(_ id: CalendarID) throws(Rejection) {
        guard calendar(id) != nil else { throw Rejection(.conflict, .calendarIsGone) }
        guard id != .reservations else { throw Rejection(.conflict, .hasNoEvents) }
        guard links[id]?.isReadOnly != true else {
            throw Rejection(.conflict, .calendarIsReadOnly)
        }
    }

    func checkRoomForCalendars(_ count: Int) throws(Rejection) {
        try Rejection.check(
            calendarIDs.count + count, atMost: Self.calendarCountMax, else: .tooManyCalendars)
    }

    func checkRoom(in calendar: CalendarID, for count: Int) throws(Rejection) {
        try Rejection.check(
            (shelves[calendar]?.ids.count ?? 0) + count, atMost: Self.eventCountMax,
            else: .tooManyEvents)
    }
}

extension ArgumentDeclaration {
    fileprivate static let namedCalendar = required("calendar", ItemID.self, "The calendar's id")
}
