public import ICalendar

extension CalendarEvent {
    /// Returns whether the merged fields are equivalent. Ignores the UID, sequence, stamp, flags
    /// and foreign lines, and different spellings of the same time, zone, length, rule or text.
    ///
    /// - Parameter zone: the venue's, for floating times and days. A server without floating times
    ///   stores them in this zone.
    public func says(theSameAs other: CalendarEvent, floatingIn zone: Zone) -> Bool {
        guard hasMaster == other.hasMaster else { return false }
        guard details != other.details || recurrence != other.recurrence else { return true }
        let (one, another) = (single, other.single)
        guard one == self, another == other else {
            return one.says(theSameAs: another, floatingIn: zone)
        }
        let isSeries = recurrence.repeats || other.recurrence.repeats
        let when = When(recurrence)
        if hasMaster {
            guard details.says(theSameAs: other.details),
                when.says(
                    theSameAs: When(other.recurrence), isSeries: isSeries, floatingIn: zone)
            else { return false }
        }
        let frame = MergeFrame(when: when, events: [self], zone: zone)
        let (aligned, lost) = frame.aligned(other, stays: false)
        guard lost.isEmpty,
            !hasMaster || recurrence.repeats(as: aligned.recurrence, floatingIn: zone)
        else { return false }
        return MergeSide(event: self, zone: zone).occurrencesSay(
            theSameAs: MergeSide(event: aligned, zone: zone))
    }
}

extension MergeSide {
    /// Returns whether two sides of one series have equivalent exclusions and changes.
    fileprivate func occurrencesSay(theSameAs other: MergeSide) -> Bool {
        guard
            recurrence.exclusions != other.recurrence.exclusions
                || event.changes != other.event.changes
        else { return true }
        let a = withDaysResolved(unlike: other)
        let b = other.withDaysResolved(unlike: self)
        let keys = Set(a.event.changes.keys).union(b.event.changes.keys)
            .union(a.recurrence.exclusions).union(b.recurrence.exclusions)
        return keys.allSatisfy { key in
            switch (a.isExcluded(key), b.isExcluded(key)) {
            case (true, true): a.saysForFollowing(theSameAs: b, at: key)
            case (false, false): a.says(theSameAs: b, at: key)
            default:
                // An occurrence that the series lacks needs no exclusion.
                event.hasMaster && !a.holdsChange(key) && !b.holdsChange(key)
                    && !recurrence.generates(key, floatingIn: zone)
            }
        }
    }

    private func says(theSameAs other: MergeSide, at key: OccurrenceKey) -> Bool {
        (edit(key) ?? OccurrenceEdit()).says(
            theSameAs: other.edit(key) ?? OccurrenceEdit(), floatingIn: zone)
    }

    /// Compares the THISANDFUTURE changes that excluded occurrences may still have.
    private func saysForFollowing(theSameAs other: MergeSide, at key: OccurrenceKey) -> Bool {
        let changes = [event.changes[key], other.event.changes[key]].compactMap(\.self)
        return !changes.contains(where: \.time.isForFollowing) || says(theSameAs: other, at: key)
    }

    private func holdsChange(_ key: OccurrenceKey) -> Bool { event.changes[key] != nil }

    private func withDaysResolved(unlike other: MergeSide) -> MergeSide {
        guard !recurrence.start.isAllDay,
            SeriesMerge.days(recurrence) != SeriesMerge.days(other.recurrence)
        else { return self }
        return withoutDays()
    }
}
