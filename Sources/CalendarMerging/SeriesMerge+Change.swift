import ICalendar

extension SeriesMerge {
    /// Merges both sides' changes of an occurrence by field. Unchanged fields follow the series.
    mutating func mergeChange(_ key: OccurrenceKey) {
        let mine = ours.edit(key)
        let other = theirs.edit(key)
        let old = base.map { $0.edit(key) }
        let bare = OccurrenceEdit()
        let fields = Fields(
            base: old.map { $0 ?? bare }, ours: mine ?? bare, theirs: other ?? bare)
        var edit = OccurrenceEdit()
        for field in MergeField.ofDetails {
            let choice = choice(of: field, fields)
            edit.details[field] = (choice == .theirs ? fields.theirs : fields.ours).details[field]
            guard choice == .both else { continue }
            raise(key, field, ours.present(key).details[field], theirs.present(key).details[field])
        }
        let when = choice(of: .when, fields)
        (edit.start, edit.length) =
            when == .theirs
            ? (fields.theirs.start, fields.theirs.length)
            : (fields.ours.start, fields.ours.length)
        edit.foreign = other == nil ? fields.ours.foreign : fields.theirs.foreign
        edit.isForFollowing = mergedRange(key, fields, when)
        let isExplicit = Self.isExplicit(
            base: old.map { $0 != nil }, ours: mine != nil, theirs: other != nil)
        guard isExplicit || edit.hasValues else { return }
        let times = when == .theirs ? [theirs, ours] : [ours, theirs]
        set(change(edit, at: key, of: times), at: key)
    }

    private struct Fields {
        var base: OccurrenceEdit?
        var ours: OccurrenceEdit
        var theirs: OccurrenceEdit
    }

    private func choice(of field: MergeField, _ fields: Fields) -> MergeChoice {
        MergeChoice(fields.base, fields.ours, fields.theirs) {
            $0.isEqual(to: $1, in: field, floatingIn: zone)
        }
    }

    /// Returns whether the change applies to the following occurrences, which is part of its time.
    private mutating func mergedRange(
        _ key: OccurrenceKey, _ fields: Fields, _ when: MergeChoice
    ) -> Bool {
        let range = MergeChoice(
            fields.base?.isForFollowing, fields.ours.isForFollowing,
            fields.theirs.isForFollowing, by: ==)
        if range == .both {
            raise(key, .when, .change(ours.present(key)), .change(theirs.present(key)))
        } else if when == .both {
            let values = [ours, theirs].map { When($0.present(key).time).value }
            raise(key, .when, values[0], values[1])
        }
        return (range == .theirs ? fields.theirs : fields.ours).isForFollowing
    }

    private static func isExplicit(base: Bool?, ours: Bool, theirs: Bool) -> Bool {
        MergeChoice(base, ours, theirs, by: ==) == .theirs ? theirs : ours || base == nil && theirs
    }

    /// Returns the change that an edit makes of the result's occurrence.
    ///
    /// - Parameter sides: those that have the occurrence. The first supplies the time.
    func change(_ edit: OccurrenceEdit, at key: OccurrenceKey, of sides: [MergeSide]) -> EventChange
    {
        let usual = MergeSide(event: result, zone: zone).usual(key)
        var change = usual
        for (field, value) in edit.details { change.details[field] = value }
        if let foreign = edit.foreign { change.details.foreign = foreign }
        change.time.start = edit.start ?? usual.time.start
        change.time.length =
            edit.length
            ?? (change.time.start.isAllDay == usual.time.start.isAllDay
                ? usual.time.length
                : sides.first?.present(key).time.length ?? usual.time.length)
        change.time.isForFollowing = edit.isForFollowing
        change.sequence = sides.compactMap { $0.event.changes[key]?.sequence }.max() ?? 0
        return change
    }
}

extension OccurrenceEdit {
    /// Whether any value differs from the series.
    var hasValues: Bool {
        !details.isEmpty || start != nil || length != nil || foreign != nil || isForFollowing
    }
}
