import BoardKit
import ICalendar
import JSON
import Sync

/// Takes changes of reservations over into the ledger, the index and the views. No rule is judged
/// here.
extension Planner {
    /// A reservation as views show it.
    func shown(_ id: ReservationID) -> ShownReservation? {
        reservations[id].flatMap { bookings.shown(id, $0) }
    }

    /// Takes over the states that an event gives.
    mutating func commitReservations(_ change: PlannerChange, _ event: Event) -> [RowChange] {
        if change.reservations.isEmpty { return [] }
        let states = change.reservations.sorted { $0.key < $1.key }
        let changed = states.map { id, state in
            var state = state
            state?.changedAt = event.at
            return (id: id, state: state)
        }
        return replace(changed, event) { board, id, state in
            board.reservations.record(event, of: id, undoes: change.undoes, state: state)
        }
    }

    /// Changes what is known of the party that has come with a reservation. No undo takes that back.
    mutating func setVisit(
        _ visit: Visit?, of id: ReservationID, _ event: Event
    ) -> [RowChange] {
        guard var state = reservations[id], state.visit != visit else { return [] }
        beginChange(event)
        state.visit = visit
        return replace([(id: id, state: state)], event) { board, id, _ in
            board.reservations.amend(id) { $0.visit = visit }
        }
    }

    /// Changes reservations, and notes what views show of that: their own rows, those of others
    /// that have one of their tables, and the covers of quarter hours.
    private mutating func replace(
        _ states: [(id: ReservationID, state: Reservation?)], _ event: Event,
        record: (inout Planner, ReservationID, Reservation?) -> Void
    ) -> [RowChange] {
        var concerned: Set<ReservationID> = []
        var quarters: Set<LocalTime> = []
        for (id, state) in states {
            concerned.insert(id)
            for state in [reservations[id], state].compactMap(\.self) {
                concerned.formUnion(bookings.clashes(with: id, state))
                quarters.insert(bookings.calendar.quarter(of: state.start))
            }
        }
        let ids = concerned.sorted()
        let slots = quarters.sorted()
        let rowsBefore = ids.map { shown($0) }
        let coversBefore = slots.map { bookings.covers(of: $0) }
        for (id, state) in states {
            lastChange.reservations.updateValue(reservations[id], forKey: id)
            bookings.replace(reservations[id], by: state, of: id)
            record(&self, id, state)
        }
        bookings.lastChange = BookingsChange(
            rev: event.rev,
            rows: zip(ids, rowsBefore).map { .init(id: $0, old: $1, new: shown($0)) },
            slots: zip(slots, coversBefore).map {
                .init(quarter: $0, old: $1, new: bookings.covers(of: $0))
            })
        return updateAgenda(reservations: ids)
    }
}
