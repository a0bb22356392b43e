import BoardKit
import JSON
import Sync

/// An option of a round, as its events have made it.
struct RoundOption: Sendable, Equatable {
    private(set) var round: PlaceRoundID
    private(set) var ref: String?
    private(set) var favourite: FavouriteID?
    private(set) var details: PlaceDetails
    /// When it was chosen.
    private(set) var at: Instant

    /// Whether it is the place of another option.
    func isSamePlace(as other: RoundOption) -> Bool {
        ref != nil && ref == other.ref || favourite != nil && favourite == other.favourite
    }
}

extension RoundOption {
    /// Reads the data of the event that chooses it.
    init(_ data: JSON, of round: PlaceRoundID, at: Instant) {
        self.init(
            round: round, ref: data["ref"]?.text,
            favourite: data["favourite"]?.text.flatMap(FavouriteID.init(_:)),
            details: PlaceDetails(data["place"] ?? [:]), at: at)
    }

    /// The data of the event that chooses it.
    var data: [String: JSON] {
        var members: [String: JSON] = ["place": .object(details.members)]
        members["ref"] = ref.map(JSON.string)
        members["favourite"] = favourite.map { .string($0.text) }
        return members
    }

    /// The row, which does not have the telephone number.
    func row(votes: Int) -> JSON {
        var members = details.members
        members["phone"] = nil
        members["ref"] = ref.map(JSON.string)
        members["favourite"] = favourite.map { .string($0.text) }
        members["votes"] = JSON(votes)
        members["at"] = .string(at.description)
        return .object(members)
    }
}

extension RoundOption: FieldState {
    static let blank = RoundOption([:], of: PlaceRoundID(rev: 0), at: Instant(milliseconds: 0))

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&round, old.round)
        try fields(&ref, old.ref)
        try fields(&favourite, old.favourite)
        try fields(&details, old.details)
        try fields(&at, old.at)
    }
}
