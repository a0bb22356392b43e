import BoardKit
package import JSON
package import Sync
import WaitlistBoard

/// The waiting list's argument `reservation`, and its effects. A reservation takes its status from
/// its party.
extension Planner {
    static let reservationExtensions = [
        ExtensionDeclaration(
            addParty,
            arguments: [
                .optional(
                    reservationArgument, ItemID.self, "The reservation with which the party comes",
                    givers: .notByJoinLink)
            ]),
        ExtensionDeclaration(undoParty),
    ]

    private static let addParty = "waitlist.add"
    private static let undoParty = "waitlist.undo"
    private static let reservationArgument = "reservation"

    package func judge(
        _ mutation: Mutation, _ decision: Decision, by principal: Principal, at moment: Moment,
        among boards: BoardStates
    ) throws(Rejection) -> [String: JSON] {
        if mutation.action == Self.undoParty {
            try judgeReturn(decision)
            return [:]
        }
        var arguments = Arguments(mutation, of: Self.reservationExtensions[0])
        let named: ItemID? =
            principal.isByJoinLink ? nil : arguments.optional(Self.reservationArgument)
        guard arguments.areGood else { throw arguments.rejection }
        guard let named else { return [:] }
        let (id, state) = try reservations.existing(named, else: .noReservation)
        try checkIsBooked(state)
        return [Self.reservationArgument: .string(id.text)]
    }

    /// Rejects the return of a party if another party has come with its reservation in the
    /// meantime.
    private func judgeReturn(_ decision: Decision) throws(Rejection) {
        guard let named = Self.reservation(of: decision.data["party"]) else { return }
        guard bookings.reservation(ofParty: decision.subject) != named else { return }
        guard let state = reservations[named] else {
            throw Rejection(.conflict, .noReservation)
        }
        try checkIsBooked(state)
    }

    private func checkIsBooked(_ state: Reservation) throws(Rejection) {
        guard state.status != .booked else { return }
        throw Rejection(
            .conflict,
            because: Reason(
                .reservationNotBooked, phrases: ["state": Reason(state.status.phrase)]))
    }

    // MARK: Following

    mutating func hear(fromWaitlist event: Event) -> [RowChange] {
        let followed = bookings.reservation(ofParty: event.subject)
        switch PartyEvent(rawValue: event.kind) {
        case .added: return arrive(event, event.data)
        case .undone:
            let party = event.data["party"]
            guard let followed, followed == Self.reservation(of: party) else {
                let changes = followed.map { setVisit(nil, of: $0, event) } ?? []
                return changes + arrive(event, party)
            }
            let visit = party.flatMap { Party($0) }.map { Visit(party: event.subject, $0) }
            return setVisit(visit, of: followed, event)
        case .seated: return follow(followed, .seated, event)
        case .noShow: return follow(followed, .noShow, event)
        case .cancelled: return follow(followed, .cancelled, event)
        case .restored: return follow(followed, .waiting, event)
        case .edited, .readied, .unreadied, .moved, .confirmed, nil: return []
        }
    }

    /// Records the arrival of a party, if it has a reservation.
    private mutating func arrive(_ event: Event, _ state: JSON?) -> [RowChange] {
        guard let id = Self.reservation(of: state), let party = state.flatMap({ Party($0) }),
            reservations[id]?.status == .booked
        else { return [] }
        return setVisit(Visit(party: event.subject, party), of: id, event)
    }

    private mutating func follow(
        _ id: ReservationID?, _ status: PartyStatus, _ event: Event
    ) -> [RowChange] {
        guard let id, var visit = reservations[id]?.visit else { return [] }
        visit.become(status, at: event.at)
        return setVisit(visit, of: id, event)
    }

    /// Returns the reservation of a party from the party's data.
    private static func reservation(of party: JSON?) -> ReservationID? {
        party.flatMap { Extras(in: $0).members[reservationArgument]?.text }
            .flatMap { ReservationID($0) }
    }
}
