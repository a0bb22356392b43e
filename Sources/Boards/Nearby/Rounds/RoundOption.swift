import BoardKit
import JSON
import Sync

/// An option of a round.
struct RoundOption: Sendable, Equatable {
    private(set) var round: PlaceRoundID
    private(set) var ref: String?
    private(set) var favourite: FavouriteID?
    private(set) var details: PlaceDetails
    /// When it was chosen.
    private(set) var at: Instant

    /// Whether both options are the same place.
    func isSamePlace(as other: RoundOption) -> Bool {
        ref != nil && ref == other.ref || favourite != nil && favourite == other.favourite
    }
}

extension RoundOption {
    /// Reads the data of the event that chooses it. Returns `nil` for anything else.
    init?(_ data: JSON, of round: PlaceRoundID, at: Instant) {
        self.init(data)
        self.round = round
        self.at = at
    }

    /// Returns the row, which lacks the telephone number.
    func row(votes: Int) -> JSON {
        var members = details.members()
        members["phone"] = nil
        members.merge(self.members(for: .everybody)) { $1 }
        members["votes"] = JSON(votes)
        members["at"] = .string(at.description)
        return .object(members)
    }
}

extension RoundOption: FieldState {
    static let blank = RoundOption(
        round: PlaceRoundID(rev: 0), details: PlaceDetails(), at: Instant(milliseconds: 0))

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&round, old.round)
        try fields("ref", &ref, old.ref, for: .everybody)
        try fields("favourite", &favourite, old.favourite, for: .everybody)
        try fields("place", &details, old.details, for: .journal)
        try fields(&at, old.at)
    }
}
