import BoardKit
import ICalendar
import JSON
import Sync

/// Decides additions and deletions of events.
extension Planner {
    func decideAdd(_ asked: inout Asked) throws(Rejection) -> Decision {
        let fields = EventFields(&asked, EventFields.Context(isNew: true, zone: zone))
        let time = fields.time(venue: zone)
        var rules: [RecurrenceRule] = []
        if case .set(let given) = fields.rule {
            rules = [given.rule]
            if let time {
                let series = Recurrence(start: time.start, length: time.length, rules: rules)
                if !series.generatesStart(floatingIn: zone) {
                    asked.arguments.add(.startNotInRepeat, at: "repeat")
                }
            }
        }
        guard asked.areGood, let time else { throw asked.rejection }
        let calendar = try calendar(fields.calendar) ?? .main
        try checkWritable(calendar)
        try checkRoom(in: calendar, for: 1)
        let id = EventID(rev: asked.moment.rev)
        var details = EventDetails(title: "")
        fields.change(&details)
        let content = CalendarEvent(
            uid: uid(of: id), details: details,
            recurrence: Recurrence(start: time.start, length: time.length, rules: rules),
            stamp: asked.moment.now.seconds)
        let event = PlannedEvent(calendar: calendar, content: content)
        return Self.decision(.added, of: id.text, ["event": try checked(event)])
    }

    /// Returns the globally unique UID of an event that is created here.
    func uid(of id: EventID) -> String { "\(id.text)-\(epoch)@tablecast" }

    /// Returns the calendar that the argument names, which exists or once existed; `nil` if none is
    /// named.
    func calendar(_ named: ValueChange<ItemID>?) throws(Rejection) -> CalendarID? {
        switch named {
        case nil: nil
        case .remove: .main
        case .set(let name): try knownCalendar(name)
        }
    }

    /// Returns the event's state for the journal. Throws if the state is too large.
    func checked(_ event: PlannedEvent) throws(Rejection) -> JSON {
        let json = event.json
        guard json.canonical.count <= PlannedEvent.bytesMax else {
            throw Rejection(.conflict, .eventTooLarge)
        }
        return json
    }

    // MARK: Deleting

    func decideDelete(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("event")
        let (at, scope) = Self.readScope(&asked)
        guard asked.areGood, let named, let scope else { throw asked.rejection }
        let (id, event, occurrence) = try present(named, at: at, asked)
        let remaining: PlannedEvent?
        switch (scope, occurrence) {
        case (.one, let occurrence?):
            guard event.content.recurrence.exclusions.count < Recurrence.datesMax else {
                throw Rejection(.conflict, .tooManyChanges, ["max": JSON(Recurrence.datesMax)])
            }
            remaining = self.event(event, without: occurrence)
        case (.following, let occurrence?):
            let parts = parts(of: event.content, at: occurrence.key)
            if parts == nil, !isFirst(occurrence, of: event) {
                throw Rejection(.conflict, .cannotSplit)
            }
            remaining = parts.map {
                PlannedEvent(calendar: event.calendar, content: $0.before)
            }
        default: remaining = nil
        }
        var data: [String: JSON?] = [
            "title": .string(event.content.details.title), "scope": .string(scope.rawValue),
            "private": event.content.details.isPrivate ? true : nil,
        ]
        data["at"] = occurrence.map { .string($0.key.text) }
        if var remaining {
            remaining.content.note(asked.moment)
            data["event"] = try checked(remaining)
        }
        return Self.decision(.deleted, of: id.text, data)
    }

    /// Returns a series without an occurrence, or `nil` if that was the last one.
    private func event(_ event: PlannedEvent, without occurrence: Occurrence) -> PlannedEvent? {
        var event = event
        event.content.recurrence.exclusions.insert(occurrence.key)
        // A change may apply to the following occurrences too.
        if event.content.changes[occurrence.key]?.time.isForFollowing != true {
            event.content.changes[occurrence.key] = nil
        }
        var budget = ExpansionBudget.window
        let first = event.content.recurrence.first(floatingIn: zone, budget: &budget)
        return first == nil && budget > 0 ? nil : event
    }

    func isFirst(_ occurrence: Occurrence, of event: PlannedEvent) -> Bool {
        var budget = ExpansionBudget.window
        let first = event.content.recurrence.first(floatingIn: zone, budget: &budget)
        return first?.key == occurrence.key
    }

    // MARK: Arguments

    /// Reads `at` and `scope`. The scope is `nil` if it is invalid.
    static func readScope(_ asked: inout Asked) -> (at: ItemID?, scope: EventScope?) {
        let hasAt = asked.arguments.hasValue("at")
        let wanted = asked.mutation.arguments["scope"]?.text.flatMap(EventScope.init(rawValue:))
        let needsAt = wanted == .one || wanted == .following
        let at: ItemID? =
            needsAt ? asked.arguments.required("at") : asked.arguments.optional("at")
        let isGiven = asked.arguments.hasValue("scope")
        let scope: EventScope? = asked.arguments.optional("scope")
        return (at, isGiven ? scope : hasAt ? .one : .all)
    }

    /// Returns the event with this id and the occurrence. Throws if they have changed since the
    /// sender saw them.
    func present(
        _ named: ItemID, at: ItemID?, _ asked: Asked
    ) throws(Rejection) -> (id: EventID, event: PlannedEvent, occurrence: Occurrence?) {
        guard let id = EventID(named.text), events.knows(id), !events.isTakenBack(id) else {
            throw Rejection(.notFound, .noPlannedEvent)
        }
        let event = events[id]
        var occurrence: Occurrence?
        if let at, let event, event.isSeries {
            var budget = ExpansionBudget.window
            occurrence = OccurrenceKey(at.text).flatMap {
                event.content.recurrence.occurrence(at: $0, floatingIn: zone, budget: &budget)
            }
            if occurrence == nil { throw Rejection(.notFound, .noOccurrence) }
        }
        try asked.check(events.lastRev(of: id))
        guard let event else { throw Rejection(.conflict, .eventIsGone) }
        try checkWritable(event.calendar)
        if at != nil, occurrence == nil { throw Rejection(.conflict, .doesNotRepeat) }
        return (id, event, occurrence)
    }
}

extension CalendarEvent {
    /// Records an edit of the event: increments SEQUENCE and sets the time stamp.
    mutating func note(_ moment: Moment) {
        sequence += 1
        stamp = moment.now.seconds
    }
}
