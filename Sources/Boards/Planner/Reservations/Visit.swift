import BoardKit
import JSON
import Sync
import WaitlistBoard

/// What the waiting list says of the party that has come with a reservation.
struct Visit: Sendable, Equatable {
    /// The party's id: `p_8x`.
    let party: String
    private(set) var status: ReservationStatus
    private(set) var arrivedAt: Instant
    private(set) var seatedAt: Instant?
    /// When the party left without having been seated.
    private(set) var leftAt: Instant?

    /// - Parameter state: everything about the party, as an event of the waiting list tells it.
    init(party: String, _ state: Party) {
        self.party = party
        status = .arrived
        arrivedAt = state.arrivedAt
        become(state.status, at: state.leftAt)
    }

    /// Follows the party.
    ///
    /// - Parameter instant: when the party left, if it did.
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

extension Visit: SavedValue {
    func write(to writer: inout StateWriter) {
        writer.write(party)
        writer.write(status)
        writer.write(arrivedAt)
        writer.write(seatedAt)
        writer.write(leftAt)
    }

    init(from reader: inout StateReader) throws(StateError) {
        party = try reader.read()
        status = try reader.read()
        arrivedAt = try reader.read()
        seatedAt = try reader.read()
        leftAt = try reader.read()
    }

    func isSame(as other: Visit) -> Bool { self == other }
}
