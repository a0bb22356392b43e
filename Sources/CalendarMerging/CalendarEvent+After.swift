public import ICalendar

extension CalendarEvent {
    /// Returns the base, updated with a server's items.
    ///
    /// - Parameters:
    ///   - items: all items of this event, in order.
    ///   - base: the server's previous version; `nil` if the event is new.
    ///   - tags: the entity tags of changes and exclusions that have their own, or `nil` if
    ///     unknown. When the series comes anew, the exclusions and changes without a tag are
    ///     dropped; with `nil`, all are kept.
    ///   - zone: the venue's, for floating times and days.
    /// - Returns: `nil` if the event was deleted on the server.
    public static func after(
        _ items: [RemoteItem], base: CalendarEvent?, tags: [OccurrenceKey: String]? = nil,
        floatingIn zone: Zone
    ) -> CalendarEvent? {
        var tagged = tags.map { Set($0.keys) }
        var current = base
        var isDeleted = false
        for item in items {
            switch item {
            case .whole(_, _, let event):
                current = event
                isDeleted = false
            case .series(_, _, let event, let ownKeys):
                if let ownKeys { tagged?.formIntersection(ownKeys) }
                current = event.keeping(current, tagged: tagged, floatingIn: zone)
                isDeleted = false
            case .occurrence(let name, let key, _, let change):
                // A list also reports occurrences of a deleted series.
                guard !isDeleted else { continue }
                tagged?.insert(key)
                if let known = current {
                    current = known.with(change, at: key, floatingIn: zone)
                } else if let change {
                    var only = CalendarEvent(onlyWith: change, at: key, of: name)
                    only.gatherWithoutMaster(floatingIn: zone)
                    current = only
                }
            case .deleted:
                current = nil
                isDeleted = true
            case .unreadable: break
            }
        }
        return current
    }

    /// Returns the series with the known changes and exclusions of its occurrences, and with the
    /// foreign lines that a server of this kind does not support.
    ///
    /// - Parameter tagged: the keys to keep; `nil` for all.
    private func keeping(
        _ old: CalendarEvent?, tagged: Set<OccurrenceKey>?, floatingIn zone: Zone
    ) -> CalendarEvent {
        guard let old else { return self }
        var event = self
        event.details.foreign = GoogleLines.lines(
            old.details.foreign, now: event.details.foreign)
        guard recurrence.repeats else { return event }
        let isSame =
            recurrence.start == old.recurrence.start && recurrence.rules == old.recurrence.rules
            && recurrence.dates == old.recurrence.dates && old.hasMaster
        let key = { (key: OccurrenceKey) -> OccurrenceKey? in
            let key = recurrence.key(for: key, floatingIn: zone)
            return isSame || recurrence.generates(key, floatingIn: zone) ? key : nil
        }
        for (known, change) in old.changes where tagged?.contains(known) ?? true {
            guard let key = key(known), event.changes[key] == nil,
                !event.recurrence.exclusions.contains(key)
            else { continue }
            event.changes[key] = change
        }
        for known in old.recurrence.exclusions where tagged?.contains(known) ?? true {
            guard let key = key(known), event.changes[key] == nil else { continue }
            event.recurrence.exclusions.insert(key)
        }
        return event
    }

    /// - Parameter change: the change of the occurrence; `nil` excludes it.
    private func with(
        _ change: EventChange?, at named: OccurrenceKey, floatingIn zone: Zone
    ) -> CalendarEvent? {
        var event = self
        let key = recurrence.key(for: named, floatingIn: zone)
        event.changes[key] = change
        if let change {
            let known = changes[key]?.details ?? (hasMaster ? details : nil)
            event.changes[key]?.details.foreign = GoogleLines.lines(
                known?.foreign ?? "", now: change.details.foreign)
        }
        if hasMaster {
            if change == nil {
                event.recurrence.exclusions.insert(key)
            } else {
                event.recurrence.exclusions.remove(key)
            }
            return event
        }
        event.gatherWithoutMaster(floatingIn: zone)
        return event.changes.isEmpty ? nil : event
    }

    /// Creates an event from a change whose series is unknown.
    private init(onlyWith change: EventChange, at key: OccurrenceKey, of name: String) {
        let start: EventTime =
            switch (key, change.time.start) {
            case (.instant(let seconds), .zoned(_, let zone)):
                .zoned(zone.local(of: seconds), zone)
            case (.instant(let seconds), _): .zoned(Zone.utc.local(of: seconds), .utc)
            case (.local(let local), _): .floating(local)
            case (.date(let date), _): .date(date)
            }
        self.init(
            uid: name, details: change.details,
            recurrence: Recurrence(start: start, length: change.time.length),
            changes: [key: change], sequence: change.sequence, hasMaster: false)
    }
}
