/// A change that also applies to the following occurrences (RANGE=THISANDFUTURE).
struct RangeChange {
    let key: OccurrenceKey
    let change: TimeChange
    /// The wall-clock shift from the original start, in seconds.
    let shift: Int64
}

extension Recurrence {
    /// Returns the THISANDFUTURE changes in order.
    func rangeChanges(_ zone: Zone) -> [RangeChange] {
        guard changes.contains(where: \.value.time.isForFollowing) else { return [] }
        let own = start.zone(floatingIn: zone)
        let times = changes.mapValues(\.time).filter { $0.value.isForFollowing }
        return times.sorted { $0.key < $1.key }.map {
            let original = time(of: $0.key, own).local
            let moved =
                start.isAllDay || $0.value.start.isAllDay
                ? LocalTime(date: $0.value.start.date, secondOfDay: original.secondOfDay)
                : own.local(of: $0.value.start.seconds(floatingIn: zone))
            return RangeChange(
                key: $0.key, change: $0.value, shift: moved.seconds(since: original))
        }
    }

    /// Returns the original start of a key of this series.
    func time(of key: OccurrenceKey, _ own: Zone) -> EventTime {
        switch key {
        case .instant(let seconds): start.with(own.local(of: seconds))
        case .local(let local): start.with(local)
        case .date(let date):
            start.with(LocalTime(date: date, secondOfDay: start.local.secondOfDay))
        }
    }

    /// Returns whether an occurrence has its own change, without RANGE=THISANDFUTURE.
    func isChangedAlone(_ key: OccurrenceKey) -> Bool {
        changes[key]?.time.isForFollowing == false
    }

    func isExcluded(_ original: Original) -> Bool {
        guard !exclusions.isEmpty else { return false }
        return exclusions.contains(original.key) || exclusions.contains(.date(original.time.date))
    }

    func isExcluded(_ key: OccurrenceKey, _ zone: Zone) -> Bool {
        guard !exclusions.isEmpty else { return false }
        let own = start.zone(floatingIn: zone)
        return exclusions.contains(key) || exclusions.contains(.date(time(of: key, own).date))
    }

    /// Applies the THISANDFUTURE change that covers an original.
    func occurrence(_ original: Original, _ ranges: [RangeChange], _ zone: Zone) -> Occurrence {
        guard let range = Self.range(at: original.key, ranges) else {
            return occurrence(
                original.key, original.time, original.length, original.seconds, zone)
        }
        guard range.key != original.key else { return occurrence(range.key, range.change, zone) }
        let time =
            range.shift == 0
            ? original.time : original.time.with(original.time.local.adding(seconds: range.shift))
        let seconds = range.shift == 0 ? original.seconds : time.seconds(floatingIn: zone)
        var moved = occurrence(original.key, time, range.change.length, seconds, zone)
        moved.change = range.key
        return moved
    }

    /// Returns the last change at or before a key. Uses a binary search: there may be a thousand.
    private static func range(at key: OccurrenceKey, _ ranges: [RangeChange]) -> RangeChange? {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].key <= key { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : ranges[low - 1]
    }

    func occurrence(_ key: OccurrenceKey, _ change: TimeChange, _ zone: Zone) -> Occurrence {
        let seconds = change.start.seconds(floatingIn: zone)
        var occurrence = occurrence(key, change.start, change.length, seconds, zone)
        occurrence.change = key
        return occurrence
    }

    private func occurrence(
        _ key: OccurrenceKey, _ time: EventTime, _ length: EventLength, _ seconds: Int64,
        _ zone: Zone
    ) -> Occurrence {
        Occurrence(
            key: key, start: time, length: length, startSeconds: seconds,
            endSeconds: length.end(of: time, at: seconds, floatingIn: zone), change: nil)
    }

    /// Returns the occurrence that originally begins at a key, before any change.
    func original(at key: OccurrenceKey, _ zone: Zone, budget: inout Int) -> Original? {
        var seconds = time(of: key, start.zone(floatingIn: zone)).seconds(floatingIn: zone)
        // The key knows the second pass of a repeated hour; a local time does not.
        if case .instant(let instant) = key { seconds = instant }
        var found: Original?
        _ = visitOriginals(from: seconds, through: seconds, zone: zone, budget: &budget) {
            if $0.key == key { found = $0 }
            return found == nil
        }
        return found
    }
}
