import BoardKit
package import Sync

/// A party's id, made of the revision that added it: `p_8x`.
package struct PartyID: RevisionID {
    package static let prefix = "p_"

    package let rev: Int

    package init(rev: Int) { self.rev = rev }
}

extension Subject {
    /// A party on the waiting list.
    package static func party(_ id: String) -> Subject {
        Subject(board: Waitlist.boardName, id: id)
    }
}
