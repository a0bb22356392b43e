import Sync

extension Planner {
    /// The problems of reservations. Events have some of them too.
    static let reservationProblems: [ProblemDeclaration] =
        [
            .badPacing, .badStay,
            .noReservation, .reservationNotInState, .reservationNotBooked, .partyDecides,
            .slotIsFull, .houseIsClosed, .tooManyReservations, .reservationsTooLarge,
        ] + ReservationStatus.allCases.map(\.phrase) + ReservationDeed.allCases.map(\.phrase)
}

/// Problems with arguments.
extension ProblemDeclaration {
    static let badPacing = Self(
        "planner.bad_pacing",
        "{label} must be at most {max} rules of days, from, to and covers (1 to 500)")
    static let badStay = Self(
        "planner.bad_stay",
        "{label} must be 1 to {max} pairs of a size and minutes (15 to 480), with rising sizes")
}

/// Problems with the state of reservations.
extension ProblemDeclaration {
    static let noReservation = Self("planner.no_reservation", "There is no such reservation")
    static let reservationNotInState = Self(
        "planner.reservation_not_in_state", "The reservation is {state}, so it can't be {deed}")
    static let reservationNotBooked = Self(
        "planner.reservation_not_booked",
        "The reservation is {state}, so no party can come with it")
    static let partyDecides = Self(
        "planner.party_decides",
        "Its guests have come: the reservation follows their party on the waiting list")
    static let slotIsFull = Self(
        "planner.slot_is_full", "{time} is full: {taken} of {count} covers are taken",
        ofOne: "{time} is full: {taken} of 1 cover is taken")
    static let houseIsClosed = Self("planner.house_is_closed", "The house is closed then")
    static let tooManyReservations = Self(
        "planner.too_many_reservations", "A service day has at most {max} reservations")
    static let reservationsTooLarge = Self(
        "planner.reservations_too_large", "The reservations of those days would be too large")
}

/// The steps that people can take with an existing reservation.
enum ReservationDeed: String, CaseIterable {
    case rebook
    case cancel
    case noShow = "no_show"
    case restore

    /// Whether the step is legal in a status that people set here.
    func isLegal(in status: ReservationStatus) -> Bool {
        switch self {
        case .rebook, .cancel, .noShow: status == .booked
        case .restore: status == .cancelled || status == .noShow
        }
    }

    /// The phrase for `{deed}`.
    var phrase: ProblemDeclaration {
        ProblemDeclaration("planner.deed.\(rawValue)", participle)
    }

    private var participle: String {
        switch self {
        case .rebook: "changed"
        case .cancel: "cancelled"
        case .noShow: "marked as a no-show"
        case .restore: "restored"
        }
    }
}
