import BoardKit
import ICalendar
import JSON
import Sync

extension Planner {
    /// - Throws: `invalid` if the day is not a Monday.
    static func monday(of view: ViewRequest) throws(Rejection) -> CivilDate {
        guard let date = view.arguments["monday"]?.text.flatMap({ CivilDate($0) }),
            date.weekday == .monday
        else { throw Rejection(.invalid, .noMonday) }
        return date
    }

    func weekDocument(_ monday: CivilDate) -> Document {
        let page = page(monday)
        var rows: [String: JSON] = [:]
        for occurrence in page.shown {
            rows[occurrence.key] = events[occurrence.event].map {
                occurrence.row($0, mark(of: occurrence.event))
            }
        }
        var members: [String: JSON] = [
            "monday": .string(monday.text), "timeZone": .string(zone.name),
            "occurrences": .object(rows),
            "reservations": .object(reservationRows(inWeekOf: monday)),
            "capped": .object(page.cappedRows),
        ]
        if page.moreCount > 0 { members["more"] = JSON(page.moreCount) }
        return Document(members)
    }

    func weekChanges(_ monday: CivilDate) -> [RowChange]? {
        // Building a page may take long. For `nil`, another thread builds the document.
        guard let old = pages.page(monday, lastChange.before), let new = keptPage(monday) else {
            return nil
        }
        return reservationRowChanges(inWeekOf: monday) + rowChanges(from: old, to: new)
            + sizeChanges(from: old, to: new)
    }

    private func rowChanges(from old: WeekPage, to new: WeekPage) -> [RowChange] {
        var changed: [String: (old: PlannedOccurrence?, new: PlannedOccurrence?)] = [:]
        func note(_ before: PlannedOccurrence?, _ after: PlannedOccurrence?) {
            if let before { changed[before.key, default: (nil, nil)].old = before }
            if let after { changed[after.key, default: (nil, nil)].new = after }
        }
        var left = old.shown
        var right = new.shown
        while !left.isEmpty || !right.isEmpty {
            // Both are in the same order, so an unchanged row is at the front of both.
            let isOld = left.first.map { one in !(right.first?.precedes(one) ?? false) } ?? false
            let isNew = right.first.map { one in !(left.first?.precedes(one) ?? false) } ?? false
            switch (isOld, isNew) {
            case (true, true):
                let (before, after) = (left.removeFirst(), right.removeFirst())
                if before.clashes != after.clashes || lastChange.events[before.event] != nil
                    || lastChange.marks[before.event] != nil
                {
                    note(before, nil)
                    note(nil, after)
                }
            case (true, false): note(left.removeFirst(), nil)
            default: note(nil, right.removeFirst())
            }
        }
        return changed.sorted { $0.key < $1.key }.compactMap { key, change in
            let before = change.old.flatMap { occurrence in
                let state = lastChange.events[occurrence.event] ?? events[occurrence.event]
                let mark = lastChange.marks[occurrence.event] ?? mark(of: occurrence.event)
                return state.map { occurrence.row($0, mark) }
            }
            let after = change.new.flatMap { occurrence in
                events[occurrence.event].map { occurrence.row($0, mark(of: occurrence.event)) }
            }
            return before == after
                ? nil
                : RowChange(view: Self.weekView, member: "occurrences", row: key, value: after)
        }
    }

    private func sizeChanges(from old: WeekPage, to new: WeekPage) -> [RowChange] {
        var changes = RowChange.differences(
            in: Self.weekView, member: "capped", from: old.cappedRows, to: new.cappedRows)
        if old.moreCount != new.moreCount {
            changes.append(
                RowChange(
                    view: Self.weekView, member: "more", row: nil,
                    value: new.moreCount > 0 ? JSON(new.moreCount) : nil))
        }
        return changes
    }

    // MARK: Pages

    func page(_ monday: CivilDate) -> WeekPage {
        if let page = keptPage(monday) { return page }
        let page = madePage(monday)
        pages.keep(page, monday, generation)
        return page
    }

    /// Returns the page of a week, or `nil` if the page has to be rebuilt.
    private func keptPage(_ monday: CivilDate) -> WeekPage? {
        if let page = pages.page(monday, generation) { return page }
        guard let page = turnedPage(monday) else { return nil }
        pages.keep(page, monday, generation)
        return page
    }

    /// Returns the page as it was before the last event, updated by that event; `nil` if it is not
    /// kept.
    private func turnedPage(_ monday: CivilDate) -> WeekPage? {
        guard !lastChange.isEverything, var page = pages.page(monday, lastChange.before) else {
            return nil
        }
        let ids = Set(lastChange.events.keys)
        let week = window(ofWeek: monday)
        let before = expansion(of: ids, in: week) { lastChange.events[$0] ?? nil }
        let found = expansion(of: ids, in: week) { events[$0] }
        let steps = page.steps - before.steps + found.steps
        // A page that is or was cut is rebuilt, so that no page depends on the previous one.
        let isWhole = page.leftOutCount + before.leftOutCount + found.leftOutCount == 0
        guard isWhole, !PageExpansion.isFull(with: page.occurrences.count, steps) else {
            return nil
        }
        // An occurrence that extends beyond the former reach may clash with more neighbours.
        let isFurther = WeekPage.reaches(of: found.occurrences, beyond: week).contains {
            !(page.reaches[$0.key] ?? week).contains($0.value)
        }
        if isFurther { return nil }
        var beside = PageExpansion()
        for (calendar, reach) in page.reaches {
            let own = ids.filter { events[$0]?.calendar == calendar }
            addNeighbours(of: own, within: reach, beside: week, to: &beside)
        }
        page.replace(
            ids, by: found, neighbours: beside.occurrences, steps: steps,
            bytesMax: bytesMax(inWeekOf: monday))
        return PageExpansion.isFull(with: page.occurrences.count, steps) ? nil : page
    }

    private func madePage(_ monday: CivilDate) -> WeekPage {
        let week = window(ofWeek: monday)
        var single: Set<EventID> = []
        var series: Set<EventID> = []
        for shelf in shelves.values where !shelf.isRemoved {
            single.formUnion(shelf.single(on: monday...monday))
            series.formUnion(shelf.series)
        }
        // One-time events take precedence over series.
        var found = PageExpansion()
        add(single, in: week, to: &found) { events[$0] }
        add(series, in: week, to: &found) { events[$0] }
        let reaches = WeekPage.reaches(of: found.occurrences, beyond: week)
        var beside = PageExpansion()
        for (calendar, reach) in reaches.sorted(by: { $0.key < $1.key }) {
            let days =
                zone.local(of: reach.lowerBound).date...zone.local(of: reach.upperBound).date
            addNeighbours(
                of: shelves[calendar]?.ids(on: days) ?? [], within: reach, beside: week,
                to: &beside)
        }
        return WeekPage(
            found, neighbours: beside.occurrences, reaches: reaches,
            bytesMax: bytesMax(inWeekOf: monday))
    }

    private func window(ofWeek monday: CivilDate) -> Range<Int64> {
        zone.startOfDay(monday)..<zone.startOfDay(monday.adding(days: 7))
    }

    private func expansion(
        of ids: Set<EventID>, in week: Range<Int64>, _ state: (EventID) -> PlannedEvent?
    ) -> PageExpansion {
        var found = PageExpansion()
        add(ids, in: week, to: &found, state)
        return found
    }

    /// Adds the occurrences of events in a week.
    private func add(
        _ ids: Set<EventID>, in week: Range<Int64>, to found: inout PageExpansion,
        _ state: (EventID) -> PlannedEvent?
    ) {
        let days = zone.local(of: week.lowerBound).date...zone.local(of: week.upperBound - 1).date
        for id in ids.sorted() {
            guard let event = state(id), shelves[event.calendar]?.isRemoved == false else {
                continue
            }
            found.add(event, id, in: week, floatingIn: zone) { $0.days.touches(days) }
        }
    }

    /// Adds the occurrences of events beside a week.
    private func addNeighbours(
        of ids: Set<EventID>, within reach: Range<Int64>, beside week: Range<Int64>,
        to found: inout PageExpansion
    ) {
        let sides = [
            reach.lowerBound..<max(reach.lowerBound, week.lowerBound),
            min(reach.upperBound, week.upperBound)..<reach.upperBound,
        ]
        for side in sides where !side.isEmpty {
            for id in ids.sorted() {
                guard let event = events[id], shelves[event.calendar]?.isRemoved == false else {
                    continue
                }
                found.add(event, id, in: side, floatingIn: zone) { occurrence in
                    occurrence.startSeconds >= week.upperBound
                        || occurrence.endSeconds <= week.lowerBound
                }
            }
        }
    }

    /// Returns the most bytes of a week's occurrences, beside its reservations.
    private func bytesMax(inWeekOf monday: CivilDate) -> Int {
        max(WeekPage.bytesMax - Self.frameBytes - weekBytes(of: monday), Self.frameBytes)
    }

    private static let frameBytes = 64 << 10
}
