import BoardKit
import ICalendar
import JSON
import Sync
import WaitlistBoard

/// Rebuilds the index of reservations, and checks imported ones.
extension Planner {
    /// Rebuilds the index of reservations in the house's present time zone and service days.
    mutating func houseChanged() {
        let calendar = ServiceCalendar(zone: zone, dayStart: house.dayStart)
        if calendar == bookings.calendar { return }
        bookings.rearrange(in: calendar) { [reservations] in reservations[$0] }
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
