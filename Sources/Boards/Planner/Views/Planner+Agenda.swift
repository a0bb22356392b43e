import BoardKit
import ICalendar
import JSON
import Sync

/// The view of the room's screens: the present service day.
extension Planner {
    /// Rebuilds the agenda after a change of the day, of calendars or of the house.
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
        takeAgendaAnew()
        changes += showAgendaRows()
        let reservations = agendaReservations()
        changes += RowChange.differences(
            in: Self.displayView, member: "agenda", from: agenda.reservations, to: reservations)
        agenda.reservations = reservations
        return changes
    }

    /// Updates the rows of events in the agenda.
    mutating func updateAgenda(_ ids: some Collection<EventID>) -> [RowChange] {
        if agenda.calendars.isEmpty { return [] }
        let ids = Set(ids)
        let before = agendaExpansion(of: ids.sorted()) { lastChange.events[$0] ?? nil }
        let found = agendaExpansion(of: ids.sorted()) { events[$0] }
        if before.occurrences.isEmpty, found.occurrences.isEmpty, before.steps == found.steps {
            return []
        }
        let kept = agenda.occurrences.filter { !ids.contains($0.event) }
        let steps = agenda.steps - before.steps + found.steps
        let isWhole = !agenda.isCut && before.leftOutCount + found.leftOutCount == 0
        if isWhole, !PageExpansion.isFull(with: kept.count + found.occurrences.count, steps) {
            agenda.occurrences = (kept + found.occurrences).sorted { $0.precedes($1) }
            agenda.steps = steps
        } else {
            takeAgendaAnew()
        }
        return showAgendaRows()
    }

    private mutating func takeAgendaAnew() {
        let ids = agenda.calendars.sorted().flatMap {
            shelves[$0]?.ids(on: agendaDays).sorted() ?? []
        }
        let found = agendaExpansion(of: ids) { events[$0] }
        agenda.occurrences = found.occurrences.sorted { $0.precedes($1) }
        agenda.steps = found.steps
        agenda.isCut = PageExpansion.isFull(with: found.occurrences.count, found.steps)
    }

    /// Updates the rows of reservations in the agenda.
    mutating func updateAgenda(reservations ids: some Collection<ReservationID>) -> [RowChange] {
        var changes: [RowChange] = []
        for id in ids.sorted(by: { $0.rev < $1.rev }) {
            let row = agendaRow(of: id)
            guard agenda.reservations[id.text] != row else { continue }
            agenda.reservations[id.text] = row
            changes.append(
                RowChange(view: Self.displayView, member: "agenda", row: id.text, value: row))
        }
        return changes
    }

    /// The dates that the service day touches.
    private var agendaDays: ClosedRange<CivilDate> { today.date...today.date.adding(days: 1) }

    /// Finds the occurrences of events that screens may show.
    private func agendaExpansion(
        of ids: [EventID], _ state: (EventID) -> PlannedEvent?
    ) -> PageExpansion {
        let window = today.bounds.lowerBound.seconds..<today.bounds.upperBound.seconds
        var found = PageExpansion()
        for id in ids {
            guard let event = state(id), agenda.calendars.contains(event.calendar) else { continue }
            found.add(event, id, in: window, floatingIn: zone) { occurrence in
                guard event.details(occurrence.change).status != .cancelled else { return false }
                return occurrence.start.isAllDay
                    ? occurrence.days.touches(today.date...today.date)
                    : occurrence.startSeconds < window.upperBound
                        && (occurrence.endSeconds > window.lowerBound
                            || occurrence.startSeconds >= window.lowerBound)
            }
        }
        return found
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
        defer { agenda.rows = rows }
        return RowChange.differences(
            in: Self.displayView, member: "agenda", from: agenda.rows, to: rows)
    }
}

/// The content of the room's screens for the present service day.
struct Agenda: Sendable {
    var calendars: Set<CalendarID> = []
    var occurrences: [PlannedOccurrence] = []
    /// The steps that the search took.
    var steps = 0
    /// Whether the limits were reached before all events were searched.
    var isCut = false
    var rows: [String: JSON] = [:]
    var reservations: [String: JSON] = [:]

    static let countMax = 500
    static let bytesMax = 2 << 20
}

/// The days that an occurrence touches, in the venue's time zone.
struct EventDays: Sendable, Equatable {
    let first: CivilDate
    /// The inclusive last day. An end at midnight does not touch the next day. An occurrence
    /// without length is on its start's day.
    let last: CivilDate

    /// - Parameter end: the exclusive end, in Unix seconds.
    init(start: EventTime, length: EventLength, end: Int64, in zone: Zone) {
        guard !start.isAllDay else {
            first = start.date
            last = first.adding(days: max(length.days, 1) - 1)
            return
        }
        let startSeconds = start.seconds(floatingIn: zone)
        first = zone.local(of: startSeconds).date
        last = end > startSeconds ? max(first, zone.local(of: end - 1).date) : first
    }

    func touches(_ days: ClosedRange<CivilDate>) -> Bool {
        first <= days.upperBound && last >= days.lowerBound
    }
}
