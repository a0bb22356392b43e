import ICalendar
import JSON
import Sync

/// The view of the room's screens: the service day that began last.
extension Planner {
    /// Makes the agenda anew, because the day, calendars or the house have changed.
    mutating func showAgendaAnew() -> [RowChange] {
        var changes: [RowChange] = []
        if agendaDate != today.date.text {
            agendaDate = today.date.text
            changes.append(
                RowChange(
                    view: Self.displayView, member: "date", row: nil,
                    value: .string(agendaDate)))
        }
        agenda.calendars = Set(calendarIDs.filter { calendar($0)?.display != .off })
        let found = agenda.calendars.sorted().flatMap { id in
            (shelves[id]?.ids(on: agendaDays) ?? []).flatMap { agendaOccurrences(of: $0) }
        }
        agenda.occurrences = found.sorted { $0.precedes($1) }
        changes += showAgendaRows()
        let reservations = agendaReservations()
        let ids = Set(agenda.reservations.keys).union(reservations.keys)
        for id in ids.sorted() where agenda.reservations[id] != reservations[id] {
            changes.append(Self.agendaChange(id, reservations[id]))
        }
        agenda.reservations = reservations
        return changes
    }

    /// Shows what events have become.
    mutating func updateAgenda(_ ids: some Collection<EventID>) -> [RowChange] {
        if agenda.calendars.isEmpty { return [] }
        let ids = Set(ids)
        let count = agenda.occurrences.count
        agenda.occurrences.removeAll { ids.contains($0.event) }
        let found = ids.sorted().flatMap { agendaOccurrences(of: $0) }
        if agenda.occurrences.count == count, found.isEmpty { return [] }
        for occurrence in found {
            let index = agenda.occurrences.partitionPoint { occurrence.precedes($0) }
            agenda.occurrences.insert(occurrence, at: index)
        }
        return showAgendaRows()
    }

    /// Shows what reservations have become.
    mutating func updateAgenda(reservations ids: some Collection<ReservationID>) -> [RowChange] {
        var changes: [RowChange] = []
        for id in ids.sorted(by: { $0.rev < $1.rev }) {
            let row = agendaRow(of: id)
            guard agenda.reservations[id.text] != row else { continue }
            agenda.reservations[id.text] = row
            changes.append(Self.agendaChange(id.text, row))
        }
        return changes
    }

    /// The days of which the service day has something.
    private var agendaDays: ClosedRange<CivilDate> { today.date...today.date.adding(days: 1) }

    /// The occurrences of an event that screens may show.
    private func agendaOccurrences(of id: EventID) -> [PlannedOccurrence] {
        guard let event = events[id], agenda.calendars.contains(event.calendar) else { return [] }
        let window = today.bounds.lowerBound.seconds..<today.bounds.upperBound.seconds
        return occurrences(of: id, event, in: window).occurrences.filter { occurrence in
            guard event.details(occurrence.change).status != .cancelled else { return false }
            return occurrence.start.isAllDay
                ? occurrence.days.touches(today.date...today.date)
                : occurrence.startSeconds < window.upperBound
                    && (occurrence.endSeconds > window.lowerBound
                        || occurrence.startSeconds >= window.lowerBound)
        }
    }

    private mutating func showAgendaRows() -> [RowChange] {
        let count = WeekPage.shownCount(
            of: Array(agenda.occurrences.prefix(Agenda.countMax)), bytesMax: Agenda.bytesMax)
        var rows: [String: JSON] = [:]
        for occurrence in agenda.occurrences.prefix(count) {
            guard let event = events[occurrence.event], let calendar = calendar(event.calendar)
            else { continue }
            rows[occurrence.key] = occurrence.agendaRow(event, of: calendar)
        }
        let old = agenda.rows
        agenda.rows = rows
        return Set(old.keys).union(rows.keys).sorted().filter { old[$0] != rows[$0] }.map {
            Self.agendaChange($0, rows[$0])
        }
    }

    private static func agendaChange(_ row: String, _ value: JSON?) -> RowChange {
        RowChange(view: displayView, member: "agenda", row: row, value: value)
    }
}
