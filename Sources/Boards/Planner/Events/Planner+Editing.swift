import BoardKit
import ICalendar
import JSON
import Sync

extension Planner {
    static let changeCountMax = 1_000

    func decideEdit(_ asked: inout Asked) throws(Rejection) -> Decision {
        let isEmpty = !asked.arguments.hasAny(of: EventFields.names)
        let named: ItemID? = asked.arguments.required("event")
        let (at, scope) = Self.readScope(&asked)
        let context = EventFields.Context(
            present: presentTime(named, at: at), scope: scope ?? .all, zone: zone)
        let fields = EventFields(&asked, context)
        if isEmpty { asked.arguments.add(.nothingToChange, at: "title") }
        guard asked.areGood, let named, let scope else { throw asked.rejection }
        let calendar = try calendar(fields.calendar)
        var (id, event, occurrence) = try present(named, at: at, asked)
        if let calendar, calendar != event.calendar {
            try checkWritable(calendar)
            try checkRoom(in: calendar, for: 1)
        }
        switch (scope, occurrence) {
        case (.one, let occurrence?):
            try change(&event, at: occurrence, fields)
        case (.following, let occurrence?) where !isFirst(occurrence, of: event):
            return try split(id, event, at: occurrence, fields, calendar, asked)
        default:
            if let calendar, calendar != event.calendar, uids[event.content.uid, calendar] != nil {
                throw Rejection(.conflict, .eventIsThere)
            }
            try alter(&event, at: occurrence, fields)
            event.calendar = calendar ?? event.calendar
        }
        event.content.note(asked.moment)
        var data: [String: JSON?] = ["event": try checked(event)]
        if let occurrence {
            data["at"] = .string(occurrence.key.text)
            data["scope"] = .string(scope.rawValue)
        }
        return Self.decision(.edited, of: id.text, data)
    }

    /// Returns the current time of the edited event or occurrence, if it exists.
    private func presentTime(_ named: ItemID?, at: ItemID?) -> EventTime? {
        guard let id = named.flatMap({ EventID($0.text) }), let event = events[id] else {
            return nil
        }
        let recurrence = event.content.recurrence
        guard let key = at.flatMap({ OccurrenceKey($0.text) }) else { return recurrence.start }
        var budget = ExpansionBudget.window
        return recurrence.occurrence(at: key, floatingIn: zone, budget: &budget)?.start
            ?? recurrence.start
    }

    // MARK: One

    /// Adds or alters the change of an occurrence.
    private func change(
        _ event: inout PlannedEvent, at occurrence: Occurrence, _ fields: EventFields
    ) throws(Rejection) {
        let old = event.content.changes[occurrence.key]
        guard old != nil || event.content.changes.count < Self.changeCountMax else {
            throw Rejection(.conflict, .tooManyChanges, ["max": JSON(Self.changeCountMax)])
        }
        var details = event.details(occurrence.change)
        fields.change(&details)
        let (start, length) = fields.time(
            after: occurrence.start, occurrence.length, venue: zone)
        let time = TimeChange(
            start: start, length: length, isForFollowing: old?.time.isForFollowing ?? false)
        event.content.changes[occurrence.key] = EventChange(
            details: details, time: time, sequence: (old?.sequence ?? event.content.sequence) + 1)
    }

    // MARK: This and following

    private func split(
        _ id: EventID, _ event: PlannedEvent, at occurrence: Occurrence, _ fields: EventFields,
        _ calendar: CalendarID?, _ asked: Asked
    ) throws(Rejection) -> Decision {
        guard let parts = parts(of: event.content, at: occurrence.key) else {
            throw Rejection(.conflict, .cannotSplit)
        }
        var before = PlannedEvent(calendar: event.calendar, content: parts.before)
        before.content.note(asked.moment)
        var after = PlannedEvent(calendar: calendar ?? event.calendar, content: parts.after)
        try checkRoom(in: after.calendar, for: 1)
        let new = EventID(rev: asked.moment.rev)
        after.content.uid = uid(of: new)
        after.content.sequence = 0
        after.content.stamp = asked.moment.now.seconds
        try alter(&after, at: occurrence, fields)
        return Self.decision(
            .split, of: id.text,
            [
                "at": .string(occurrence.key.text), "event": try checked(before),
                "into": .string(new.text), "rest": try checked(after),
            ])
    }

    /// Divides a series before an occurrence. Returns `nil` if that is not possible.
    func parts(
        of event: CalendarEvent, at key: OccurrenceKey
    ) -> (before: CalendarEvent, after: CalendarEvent)? {
        var budget = ExpansionBudget.window
        return event.recurrence.split(at: key, floatingIn: zone, budget: &budget).map { parts in
            var (before, after) = (event, event)
            before.recurrence = parts.before
            after.recurrence = parts.after
            return (before, after)
        }
    }

    // MARK: All

    /// Alters an event, or the whole series.
    ///
    /// - Parameter occurrence: the occurrence whose new time is given; `nil` for the first one.
    private func alter(
        _ event: inout PlannedEvent, at occurrence: Occurrence?, _ fields: EventFields
    ) throws(Rejection) {
        if case .remove = fields.rule, event.isSeries {
            return try leaveFirst(of: &event, at: occurrence, fields)
        }
        let old = event.content.recurrence
        let reference = occurrence?.start ?? old.start
        let isOfOtherKind = reference.isAllDay != old.start.isAllDay
        let usualLength = isOfOtherKind ? occurrence?.length ?? old.length : old.length
        let (start, newLength) = fields.time(after: reference, usualLength, venue: zone)
        let length = fields.changesTime ? newLength : old.length
        let newStart =
            fields.changesTime ? Self.moved(old.start, from: reference, to: start) : old.start
        var bare = old
        var rules: [RecurrenceRule]?
        if case .set(let given) = fields.rule {
            rules = [given.rule]
            bare.rules = []
            bare.dates = []
        }
        var keys: [OccurrenceKey: OccurrenceKey]?
        if newStart != old.start || length != old.length || rules != nil {
            guard let moved = bare.moved(to: newStart, length: length, floatingIn: zone) else {
                throw Rejection(.conflict, .ruleDoesNotFit)
            }
            event.content.recurrence = moved.moved
            keys = moved.keys
        }
        if let rules { try setRules(rules, of: &event) }
        alterChanges(of: &event, fields)
        if let occurrence, fields.changesTime {
            let key = keys?[occurrence.key] ?? occurrence.key
            event.content.changes[key]?.time.start = start
        }
        event.content.forgetFlags(of: fields)
    }

    private func setRules(
        _ rules: [RecurrenceRule], of event: inout PlannedEvent
    ) throws(Rejection) {
        var budget = ExpansionBudget.window
        let series = event.content.recurrence.with(
            rules: rules, floatingIn: zone, budget: &budget)
        guard series.generatesStart(floatingIn: zone) else {
            throw Rejection(
                .invalid,
                problems: [Problem(field: "repeat", Reason(.startNotInRepeat))])
        }
        guard series.first(floatingIn: zone, budget: &budget) != nil || budget <= 0 else {
            throw Rejection(.conflict, .nothingOccurs)
        }
        event.content.recurrence = series
    }

    /// Applies the fields to the event, and to those of its changes that have inherited the old
    /// values.
    private func alterChanges(of event: inout PlannedEvent, _ fields: EventFields) {
        let old = event.content.details
        fields.change(&event.content.details)
        for (key, change) in event.content.changes {
            var details = change.details
            fields.change(&details, following: old)
            event.content.changes[key]?.details = details
        }
    }

    /// Replaces a series by its first occurrence.
    private func leaveFirst(
        of event: inout PlannedEvent, at occurrence: Occurrence?, _ fields: EventFields
    ) throws(Rejection) {
        var budget = ExpansionBudget.window
        let recurrence = event.content.recurrence
        guard let first = recurrence.first(floatingIn: zone, budget: &budget) else {
            throw Rejection(.conflict, .nothingOccurs)
        }
        let reference = occurrence?.start ?? first.start
        let isOfOtherKind = reference.isAllDay != first.start.isAllDay
        let usualLength = isOfOtherKind ? occurrence?.length ?? first.length : first.length
        let (start, length) = fields.time(after: reference, usualLength, venue: zone)
        let newStart = Self.moved(first.start, from: reference, to: start)
        event.content.details = event.details(first.change)
        fields.change(&event.content.details)
        event.content.recurrence =
            fields.changesTime
            ? Recurrence(start: newStart, length: length)
            : Recurrence(start: first.start, length: first.length)
        event.content.forgetFlags(of: fields)
    }

    /// Returns the time, moved by the difference between two others in days and on the clock.
    private static func moved(
        _ time: EventTime, from old: EventTime, to new: EventTime
    ) -> EventTime {
        if new.isAllDay || old.isAllDay {
            let days = new.date.dayNumber - old.date.dayNumber
            let date = time.date.adding(days: days)
            return new.with(LocalTime(date: date, secondOfDay: new.local.secondOfDay))
        }
        var local = old.local
        // The time of an occurrence in another zone is converted to the zone of the series.
        if case .zoned(_, let zone) = time, case .zoned(let other, let otherZone) = old,
            zone != otherZone
        {
            local = zone.local(of: otherZone.seconds(of: other))
        }
        return new.with(time.local.adding(seconds: new.local.seconds(since: local)))
    }
}

extension CalendarEvent {
    /// Removes the flags of problems in the event's file that the fields have corrected.
    fileprivate mutating func forgetFlags(of fields: EventFields) {
        flags.removeAll { flag in
            switch flag {
            case .uid: false
            case .zone: fields.zone != nil || fields.start != nil || fields.date != nil
            case .end: fields.changesTime
            case .rule: fields.rule != nil
            case .start: fields.rule != nil || fields.start != nil || fields.date != nil
            }
        }
    }
}
