import ICalendar

/// The merge of an event that exists on both sides.
struct SeriesMerge {
    let zone: Zone
    var base: MergeSide?
    var ours: MergeSide
    var theirs: MergeSide
    /// The sides with their original occurrence keys.
    let originals: (base: CalendarEvent?, ours: CalendarEvent, theirs: CalendarEvent)
    /// The result so far.
    var result: CalendarEvent
    var issues: [MergeIssue] = []

    init(
        base: CalendarEvent?, ours: CalendarEvent, theirs: CalendarEvent, floatingIn zone: Zone
    ) {
        self.zone = zone
        originals = (base, ours, theirs)
        self.base = base.map { MergeSide(event: $0, zone: zone) }
        self.ours = MergeSide(event: ours, zone: zone)
        self.theirs = MergeSide(event: theirs, zone: zone)
        result = theirs
        result.uid = ours.uid
        result.sequence = max(ours.sequence, theirs.sequence)
    }

    mutating func merged() -> CalendarEvent? {
        guard ours.event != theirs.event, ours.event != base?.event else { return result }
        mergeFlags()
        mergeMasters()
        normaliseDays()
        mergeOccurrences()
        guard result.hasMaster else { return withoutMaster() }
        guard !isEmpty else {
            raiseEmpty()
            return nil
        }
        mergeOnly()
        return result
    }

    private mutating func withoutMaster() -> CalendarEvent? {
        result.gatherWithoutMaster(floatingIn: zone)
        return result.changes.isEmpty ? nil : result
    }

    /// Merges the flags, of which ours may be corrected already.
    private mutating func mergeFlags() {
        let old = base?.event.flags ?? []
        result.flags = theirs.event.flags.filter {
            ours.event.flags.contains($0) || !old.contains($0)
        }
        result.flags += ours.event.flags.filter {
            !result.flags.contains($0) && !old.contains($0)
        }
    }

    // MARK: The series

    /// Merges the fields of the event or the whole series, and converts all sides to the occurrence
    /// keys of the result.
    private mutating func mergeMasters() {
        let pair = masters()
        result.hasMaster = pair != nil
        guard let (old, ours, theirs) = pair else {
            let frame = self.ours.event
            align(to: When(frame.recurrence))
            result.recurrence = Recurrence(
                start: frame.recurrence.start, length: frame.recurrence.length)
            return
        }
        result.details = mergedDetails(old?.details, ours.details, theirs.details)
        let isSeries = ours.recurrence.repeats || theirs.recurrence.repeats
        let choice = MergeChoice(
            old.map { When($0.recurrence) }, When(ours.recurrence), When(theirs.recurrence)
        ) { $0.says(theSameAs: $1, isSeries: isSeries, floatingIn: zone) }
        let source = choice == .theirs ? theirs : ours
        align(to: When(source.recurrence))
        if choice == .both {
            raise(nil, .when, When(ours.recurrence).value, When(theirs.recurrence).value)
        }
        mergeRepeat()
    }

    /// Returns the series of all sides, or `nil` if the result has none. If one side has only
    /// changes, the other's series is used for both.
    private mutating func masters() -> (
        base: CalendarEvent?, ours: CalendarEvent, theirs: CalendarEvent
    )? {
        let old = base?.event.hasMaster == true ? base?.event : nil
        switch (ours.event.hasMaster, theirs.event.hasMaster) {
        case (true, true): return (old, ours.event, theirs.event)
        case (false, false): return nil
        case (let isOurs, _):
            let kept = isOurs ? ours.event : theirs.event
            if let old {
                // One side has lost its series.
                guard !kept.says(theSameAs: old, floatingIn: zone) else { return nil }
                raise(nil, .deleted, .event(ours.event), .event(theirs.event))
            }
            return (kept, kept, kept)
        }
    }

    mutating func mergedDetails(
        _ old: EventDetails?, _ ours: EventDetails, _ theirs: EventDetails
    ) -> EventDetails {
        var details = theirs
        details.foreign = Self.mergedForeign(old?.foreign, ours.foreign, theirs.foreign)
        for field in MergeField.ofDetails {
            let mine = ours[field]
            let other = theirs[field]
            let choice = MergeChoice(old?[field], mine, other) { $0.says(theSameAs: $1) }
            if choice != .theirs { details[field] = mine }
            if choice == .both { raise(nil, field, mine, other) }
        }
        return details
    }

    /// Takes the foreign lines of the server, because they are not edited here. Keeps ours if the
    /// server's didn't change, since a server may hide them.
    static func mergedForeign(_ old: String?, _ ours: String, _ theirs: String) -> String {
        theirs == (old ?? "") ? ours : theirs
    }

    private mutating func align(to when: When) {
        let events = [ours.event, theirs.event].filter { begins($0, with: when) }
        let frame = MergeFrame(when: when, events: events, zone: zone)
        let original = base?.event
        let stays = original.map(frame.stays) ?? false
        let lostOurs: [OccurrenceKey: EventChange]
        let lostTheirs: [OccurrenceKey: EventChange]
        (ours, lostOurs) = aligned(ours.event, to: frame, since: original, stays)
        (theirs, lostTheirs) = aligned(theirs.event, to: frame, since: original, stays)
        let isWhole = [original, ours.event, theirs.event].contains { $0?.hasMaster == false }
        ours.isWhole = isWhole
        theirs.isWhole = isWhole
        base = original.map {
            MergeSide(
                event: frame.aligned($0, stays: stays).event, zone: zone, isWhole: isWhole)
        }
        raiseLost(lostOurs, lostTheirs, old: original?.changes ?? [:])
    }

    /// - Parameter stays: whether the keys of the base stay. A side that has not moved the series
    ///   follows the side that has.
    private func aligned(
        _ event: CalendarEvent, to frame: MergeFrame, since base: CalendarEvent?, _ stays: Bool
    ) -> (side: MergeSide, lost: [OccurrenceKey: EventChange]) {
        let hasMoved = base.map { !begins(event, with: When($0.recurrence)) } ?? true
        let isThere = begins(event, with: frame.when)
        let isCut = !isThere && (hasMoved ? frame.stays(event) : stays)
        let (aligned, lost) = frame.aligned(event, stays: isCut)
        let uncut = isCut ? event.recurrence : nil
        return (MergeSide(event: aligned, zone: zone, uncut: uncut), lost)
    }

    private func begins(_ event: CalendarEvent, with when: When) -> Bool {
        When(event.recurrence).begins(with: when, isSeries: true, floatingIn: zone)
    }

    /// Raises issues for changes whose occurrence the merged series lacks.
    private mutating func raiseLost(
        _ ours: [OccurrenceKey: EventChange], _ theirs: [OccurrenceKey: EventChange],
        old: [OccurrenceKey: EventChange]
    ) {
        let known = Set(old.values)
        for key in Set(ours.keys).union(theirs.keys).sorted() {
            let values = [ours[key], theirs[key]]
            guard values.contains(where: { $0.map { !known.contains($0) } ?? false }) else {
                continue
            }
            raise(key, .deleted, .change(ours[key]), .change(theirs[key]))
        }
    }

    private mutating func mergeRepeat() {
        let sides = [ours, theirs].filter(\.event.hasMaster).map(\.recurrence)
        let mine = sides.first ?? ours.recurrence
        let other = sides.last ?? theirs.recurrence
        let old = base?.event.hasMaster == true ? base?.recurrence : nil
        let choice = MergeChoice(old, mine, other) { $0.repeats(as: $1, floatingIn: zone) }
        if choice == .both {
            raise(
                nil, .repeat, .rules(mine.rules, mine.dates), .rules(other.rules, other.dates))
        }
        result.recurrence = choice == .theirs ? other : mine
        result.recurrence.exclusions = []
        result.changes = [:]
    }

    mutating func raise(
        _ at: OccurrenceKey?, _ field: MergeField, _ ours: MergeValue, _ theirs: MergeValue
    ) {
        issues.append(MergeIssue(at: at, field: field, ours: ours, theirs: theirs))
    }
}

extension CalendarEvent {
    /// Gives changes without a series the form in which a file with only these is read.
    mutating func gatherWithoutMaster(floatingIn zone: Zone) {
        hasMaster = false
        let frame = recurrence
        let keys = changes.keys.sorted()
        recurrence = Recurrence(start: frame.start, length: frame.length, changes: changes)
        guard let first = keys.first, let change = changes[first] else { return }
        let times = keys.map { frame.usual(at: $0, floatingIn: zone).start }
        recurrence.start = times[0]
        recurrence.length = change.time.length
        recurrence.dates = times.dropFirst().map { ExtraDate(start: $0) }
        details = change.details
    }
}
