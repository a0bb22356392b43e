import BoardKit
import Sync

/// The id of a favourite, made of the revision that added it: `f_8x`.
struct FavouriteID: RevisionID {
    static let prefix = "f_"

    let rev: Int
}

/// The id of a visit to a favourite, made of the revision that noted it: `v_8x`.
struct VisitID: RevisionID {
    static let prefix = "v_"

    let rev: Int
}

/// The id of a round, made of the revision that opened it: `r_8x`.
struct PlaceRoundID: RevisionID {
    static let prefix = "r_"

    let rev: Int
}

/// The id of an option of a round, made of the revision that chose it: `o_8x`. The option chosen
/// first has the lowest id.
struct OptionID: RevisionID {
    static let prefix = "o_"

    let rev: Int
}

/// The id of a friend in a round, made of the revision at which the friend joined: `g_8x`.
struct FriendID: RevisionID {
    static let prefix = "g_"

    let rev: Int
}

extension Subject {
    /// Returns the subject of a round.
    static func round(_ id: PlaceRoundID) -> Subject {
        Subject(board: Nearby.boardName, id: id.text)
    }
}
