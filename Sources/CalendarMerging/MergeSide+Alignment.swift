import ICalendar

/// The start of the merged series, which determines the keys of its occurrences.
struct MergeFrame {
    var when: When
    /// The events that begin at this time.
    var events: [CalendarEvent]
    let zone: Zone

    /// Converts an event to the occurrence keys of the merged series. If the series was moved, the
    /// exclusions, added dates and changes move with it.
    ///
    /// - Parameter stays: whether the keys stay; see `stays(_:)`.
    /// - Returns: the event, and the changes whose occurrence no longer exists.
    func aligned(
        _ event: CalendarEvent, stays: Bool
    ) -> (event: CalendarEvent, lost: [OccurrenceKey: EventChange]) {
        guard event.hasMaster else { return (renamed(event), [:]) }
        let old = event.recurrence
        guard old.start != when.start || old.length != when.length else { return (event, [:]) }
        var event = event
        if stays {
            event.recurrence.start = when.start
            event.recurrence.length = when.length
            return (event, [:])
        }
        let keys: [OccurrenceKey: OccurrenceKey]
        (event.recurrence, keys) = moved(old)
        var lost: [OccurrenceKey: EventChange] = [:]
        for (key, change) in old.changes where keys[key] == nil {
            lost[event.recurrence.key(for: key, floatingIn: zone)] = change
        }
        return (event, lost)
    }

    /// Returns the series moved to the frame. A rule that does not fit the new start is kept.
    private func moved(
        _ old: Recurrence
    ) -> (Recurrence, [OccurrenceKey: OccurrenceKey]) {
        if let moved = old.moved(to: when.start, length: when.length, floatingIn: zone) {
            return moved
        }
        var bare = old
        bare.rules = []
        guard let moved = bare.moved(to: when.start, length: when.length, floatingIn: zone) else {
            return (old, [:])
        }
        var result = moved.moved
        result.rules = old.rules
        return (result, moved.keys)
    }

    /// Converts changes without a series to the frame's kind of key.
    private func renamed(_ event: CalendarEvent) -> CalendarEvent {
        var event = event
        let frame = Recurrence(start: when.start, length: when.length)
        event.changes = Dictionary(
            event.changes.map { (frame.key(for: $0.key, floatingIn: zone), $0.value) },
            uniquingKeysWith: { first, _ in first })
        return event
    }

    /// Returns whether the occurrence keys of another event stay valid although the frame has
    /// another start, because the series keeps its times and only begins earlier or later.
    ///
    /// Common exclusions or changes show this. Otherwise, it is shown by a start that is an
    /// occurrence of the other series.
    func stays(_ other: CalendarEvent) -> Bool {
        guard other.hasMaster, other.recurrence.repeats,
            !other.recurrence.start.isAllDay || when.start.isAllDay,
            other.recurrence.start.isAllDay || !when.start.isAllDay,
            !When(other.recurrence).begins(with: when, isSeries: true, floatingIn: zone)
        else { return false }
        let old = other.recurrence
        let moved = moved(old).0
        let new = events.filter(\.hasMaster).map(\.recurrence)
        let here = new.reduce(0) { $0 + matches(old, $1) }
        let there = new.reduce(0) { $0 + matches(moved, $1) }
        guard here == there else { return here > there }
        return old.generates(when.start.key, floatingIn: zone)
            || new.contains { $0.generates(old.start.key, floatingIn: zone) }
    }

    /// Returns the number of common exclusions and changes of two series.
    private func matches(_ a: Recurrence, _ b: Recurrence) -> Int {
        a.exclusions.intersection(b.exclusions).count
            + a.changes.keys.count { b.changes[$0] != nil }
    }
}
