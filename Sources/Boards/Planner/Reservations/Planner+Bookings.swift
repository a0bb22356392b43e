import BoardKit
import ICalendar
import Sync

/// Applies changes of reservations to the ledger, the index and the views. Checks no rules.
extension Planner {
    /// Returns a reservation as views show it.
    func shown(_ id: ReservationID) -> ShownReservation? {
        reservations[id].flatMap { bookings.shown(id, $0) }
    }

    /// Sets the visit of an arrived party. No undo reverts that.
    mutating func setVisit(
        _ visit: Visit?, of id: ReservationID, _ event: Event
    ) -> [RowChange] {
        guard var state = reservations[id], state.visit != visit else { return [] }
        beginChange(event)
        state.visit = visit
        return showing([id: state], event) { board in
            board.replace(board.reservations[id], by: state, of: id)
            board.reservations.amend(id) { $0.visit = visit }
        }
    }

    /// Carries out a change that sets the states of reservations, and records the effects on views:
    /// the reservations' rows, the rows of others at the same tables, and the covers of quarter
    /// hours.
    mutating func showing(
        _ states: [ReservationID: Reservation?], _ event: Event, _ change: (inout Planner) -> Void
    ) -> [RowChange] {
        if states.isEmpty {
            change(&self)
            return []
        }
        var concerned = Set(states.keys)
        var quarters: Set<LocalTime> = []
        for (id, state) in states {
            for state in [reservations[id], state].compactMap(\.self) {
                concerned.formUnion(bookings.clashes(with: id, state))
                quarters.insert(bookings.calendar.quarter(of: state.start))
            }
        }
        let ids = concerned.sorted()
        let slots = quarters.sorted()
        let rowsBefore = ids.map { shown($0) }
        let coversBefore = slots.map { bookings.covers(of: $0) }
        change(&self)
        bookings.lastChange = BookingsChange(
            rev: event.rev,
            rows: zip(ids, rowsBefore).map { .init(id: $0, old: $1, new: shown($0)) },
            slots: zip(slots, coversBefore).map {
                .init(quarter: $0, old: $1, new: bookings.covers(of: $0))
            })
        return updateAgenda(reservations: ids)
    }
}
