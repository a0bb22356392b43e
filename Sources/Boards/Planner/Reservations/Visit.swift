import BoardKit
import Sync
import WaitlistBoard

/// The waiting list's state of the party that has come with a reservation.
struct Visit: Sendable, Equatable {
    /// The party's id: `p_8x`.
    private(set) var party: String
    private(set) var status: ReservationStatus
    private(set) var arrivedAt: Instant
    private(set) var seatedAt: Instant?
    /// The time at which the party left without having been seated.
    private(set) var leftAt: Instant?

    /// Takes over the party's status.
    ///
    /// - Parameter instant: the time at which the party left, if it did.
    mutating func become(_ status: PartyStatus, at instant: Instant?) {
        seatedAt = nil
        leftAt = nil
        switch status {
        case .pending, .waiting, .ready: self.status = .arrived
        case .seated:
            self.status = .seated
            seatedAt = instant
        case .noShow:
            self.status = .noShow
            leftAt = instant
        case .cancelled:
            self.status = .cancelled
            leftAt = instant
        }
    }
}

extension Visit {
    /// - Parameter state: the party's complete data from an event of the waiting list.
    init(party: String, _ state: Party) {
        self.init(party: party, status: .arrived, arrivedAt: state.arrivedAt)
        become(state.status, at: state.leftAt)
    }
}

extension Visit: SavedFields {
    static let blank = Visit(party: "", status: .arrived, arrivedAt: Instant(milliseconds: 0))

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&party, old.party)
        try fields(&status, old.status)
        try fields(&arrivedAt, old.arrivedAt)
        try fields(&seatedAt, old.seatedAt)
        try fields(&leftAt, old.leftAt)
    }
}
