public import Sync

/// A party's id, made of the revision that added it: `p_8x`.
struct PartyID: RevisionID {
    static let prefix = "p_"

    let rev: Int
}

extension Subject {
    /// A party on the waiting list.
    public static func party(_ id: String) -> Subject {
        Subject(board: Waitlist.boardName, id: id)
    }

    /// The board of tickets that do not name one, because they were made when only this board had
    /// tickets.
    public static let boardUnnamedInTickets = Waitlist.boardName
}
