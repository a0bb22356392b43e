import BoardKit
import ICalendar
import JSON
import Sync
import WaitlistBoard

/// The reservations in snapshots and in imports.
extension Planner {
    func saveReservations(to writer: inout StateWriter) {
        var last = 0
        writer.write(
            bookings.ids.map { id in
                defer { last = id.number }
                return id.number &- last
            })
    }

    mutating func restoreReservations(from reader: inout StateReader) throws(StateError) {
        bookings = Bookings(ServiceCalendar(zone: zone, dayStart: house.dayStart))
        var last = 0
        for difference in try reader.read([Int].self) {
            last = last &+ difference
            guard difference > 0 else { throw StateError("a reservation's number is invalid") }
            let id = ReservationID(number: last)
            guard let state = reservations[id] else {
                throw StateError("a reservation is missing")
            }
            bookings.replace(nil, by: state, of: id)
        }
    }

    /// Notes the reservations in the house's present time zone and service days.
    mutating func houseChanged() -> [RowChange] {
        let calendar = ServiceCalendar(zone: zone, dayStart: house.dayStart)
        if calendar != bookings.calendar {
            bookings.rearrange(in: calendar) { [reservations] in reservations[$0] }
        }
        return []
    }

    /// What is wrong with what is told of a reservation; `nil` if nothing is.
    func reservationFault(in members: JSON) -> String? {
        let fault = members.fault(
            in: [
                "name": PartyName.self, "size": PartySize.self, "phone": PhoneNumber.self,
                "notes": PartyNotes.self, "tags": PartyTags.self, "table": ReservedTable.self,
            ], masked: ["phone", "notes"])
        if let fault { return fault }
        if members["size"] != nil {
            let fault = members.fault(in: ["start": StartTime.self, "minutes": StayMinutes.self])
            if let fault { return fault }
        }
        // What it adds to a party is an id, what its own events tell is a whole reservation.
        let isWhole = members["reservation"]?.members != nil
        return isWhole ? nil : members.fault(in: ["reservation": ItemID.self])
    }
}

/// Takes changes of reservations over into the ledger, the index and the views. No rule is judged
/// here.
extension Planner {
    /// A reservation as views show it.
    func shown(_ id: ReservationID) -> ShownReservation? {
        reservations[id].flatMap { bookings.shown(id, $0) }
    }

    /// Changes what is known of the party that has come with a reservation. No undo takes that back.
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

    /// Carries out a change that gives reservations these states, and notes what views show of that:
    /// their own rows, those of others that have one of their tables, and the covers of quarter hours.
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
