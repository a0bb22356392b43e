import BoardKit
import ICalendar
import JSON
import Sync
import WaitlistBoard

/// Saves and restores reservations, and checks imported ones.
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

    /// Rebuilds the index of reservations in the house's present time zone and service days.
    mutating func houseChanged() -> [RowChange] {
        let calendar = ServiceCalendar(zone: zone, dayStart: house.dayStart)
        if calendar != bookings.calendar {
            bookings.rearrange(in: calendar) { [reservations] in reservations[$0] }
        }
        return []
    }

    /// Returns the first fault in a reservation's data, or `nil` if it is valid.
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
        // A party's data has the id of its reservation. Events of reservations have the whole
        // state.
        let isWhole = members["reservation"]?.members != nil
        return isWhole ? nil : members.fault(in: ["reservation": ItemID.self])
    }
}
