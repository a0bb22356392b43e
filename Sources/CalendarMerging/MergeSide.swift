import ICalendar

/// The differences of an occurrence from its series. A `nil` value follows the series.
struct OccurrenceEdit {
    var details: [MergeField: MergeValue] = [:]
    var start: EventTime?
    var length: EventLength?
    var foreign: String?
    var isForFollowing = false

    /// Returns whether two edits have equivalent values of a field.
    func isEqual(to other: OccurrenceEdit, in field: MergeField, floatingIn zone: Zone) -> Bool {
        guard field == .when else {
            switch (details[field], other.details[field]) {
            case (nil, nil): return true
            case (let a?, let b?): return a.says(theSameAs: b)
            default: return false
            }
        }
        switch ((start, length), (other.start, other.length)) {
        case ((let a?, let aLength), (let b?, let bLength)):
            let usual = EventLength()
            return (aLength == nil) == (bLength == nil)
                && When(a, aLength ?? usual).says(
                    theSameAs: When(b, bLength ?? usual), isSeries: false, floatingIn: zone)
        case ((nil, let a), (nil, let b)): return a == b
        default: return false
        }
    }

    func says(theSameAs other: OccurrenceEdit, floatingIn zone: Zone) -> Bool {
        isForFollowing == other.isForFollowing
            && (MergeField.ofDetails + [.when]).allSatisfy {
                isEqual(to: other, in: $0, floatingIn: zone)
            }
    }
}

/// One side's event, with the occurrence keys of the merged series.
struct MergeSide {
    let event: CalendarEvent
    let zone: Zone
    /// Whether each change lists all its values, because a side has no series to follow.
    var isWhole = false
    /// The series before its start was set to the merged one; `nil` if it was not.
    var uncut: Recurrence?

    var recurrence: Recurrence { event.recurrence }

    /// Returns whether this side excludes an occurrence.
    func isExcluded(_ key: OccurrenceKey) -> Bool {
        guard event.hasMaster else { return event.changes[key] == nil }
        if recurrence.exclusions.contains(key) { return true }
        guard case .instant(let seconds) = key else {
            guard case .local(let local) = key else { return false }
            return recurrence.exclusions.contains(.date(local.date))
        }
        let day = recurrence.start.zone(floatingIn: zone).local(of: seconds).date
        return recurrence.exclusions.contains(.date(day))
    }

    /// Returns whether this side has a change or an exclusion of the occurrence.
    func holds(_ key: OccurrenceKey) -> Bool {
        event.changes[key] != nil || recurrence.exclusions.contains(key)
    }

    /// Returns the occurrence without its own change.
    func usual(_ key: OccurrenceKey) -> EventChange {
        let usual = recurrence.usual(at: key, floatingIn: zone)
        return EventChange(
            details: usual.change.flatMap { event.changes[$0]?.details } ?? event.details,
            time: TimeChange(start: usual.start, length: usual.length))
    }

    /// Returns the occurrence with its change.
    func present(_ key: OccurrenceKey) -> EventChange { event.changes[key] ?? usual(key) }

    /// Returns the differences of an occurrence from its series, or `nil` if it has no change.
    func edit(_ key: OccurrenceKey) -> OccurrenceEdit? {
        guard let change = event.changes[key] else { return nil }
        guard event.hasMaster, !isWhole else { return OccurrenceEdit(all: change) }
        return OccurrenceEdit(change, unlike: usual(key), floatingIn: zone)
    }

    /// Returns whether this side has changed an occurrence since the base.
    func hasEdited(_ key: OccurrenceKey, since base: MergeSide?) -> Bool {
        guard !isExcluded(key), let edit = edit(key) else { return false }
        guard let base else { return true }
        // A server may edit a series but leave its changes as they were.
        if let old = base.event.changes[key], let new = event.changes[key],
            OccurrenceEdit(all: new).says(theSameAs: OccurrenceEdit(all: old), floatingIn: zone)
        {
            return false
        }
        return !edit.says(theSameAs: base.edit(key) ?? OccurrenceEdit(), floatingIn: zone)
    }
}

extension OccurrenceEdit {
    /// Creates an edit with all values of a change.
    init(all change: EventChange) {
        for field in MergeField.ofDetails { details[field] = change.details[field] }
        start = change.time.start
        length = change.time.length
        foreign = change.details.foreign
        isForFollowing = change.time.isForFollowing
    }

    init(_ change: EventChange, unlike usual: EventChange, floatingIn zone: Zone) {
        for field in MergeField.ofDetails
        where !change.details[field].says(theSameAs: usual.details[field]) {
            details[field] = change.details[field]
        }
        let time = When(change.time)
        let usualTime = When(usual.time)
        if !time.begins(with: usualTime, isSeries: false, floatingIn: zone) { start = time.start }
        let isOfOneKind = time.start.isAllDay == usualTime.start.isAllDay
        let end = time.length.end(of: time.start, floatingIn: zone)
        let usualEnd = usualTime.length.end(of: time.start, floatingIn: zone)
        if !isOfOneKind || (time.length != usualTime.length && end != usualEnd) {
            length = time.length
        }
        if change.details.foreign != usual.details.foreign { foreign = change.details.foreign }
        isForFollowing = change.time.isForFollowing
    }
}
