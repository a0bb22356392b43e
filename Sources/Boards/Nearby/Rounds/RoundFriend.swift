import BoardKit
import JSON
import Sync

/// A friend who chooses in a round. Answers have no history, because nobody else ever undoes them.
struct RoundFriend: Sendable, Equatable {
    private(set) var round: PlaceRoundID
    private(set) var name: String
    private(set) var coming: Coming?
    /// In the order in which the options were chosen. A vote for a dropped option is kept, because
    /// the option may come back, but is neither counted nor shown.
    private(set) var votes: [OptionID] = []
}

extension RoundFriend {
    /// Applies an answer.
    ///
    /// - Parameter isPresent: whether the round has an option at present.
    mutating func answer(_ data: JSON, isPresent: (OptionID) -> Bool) {
        if let coming = data["coming"] {
            self.coming = coming.text.flatMap(Coming.init(rawValue:))
        }
        guard let given = data["votes"]?.texts else { return }
        let kept = votes.filter { !isPresent($0) }
        votes = (kept + given.compactMap(OptionID.init(_:))).sorted()
    }

    /// Returns the friend with only the votes that count.
    func voting(onlyFor isPresent: (OptionID) -> Bool) -> RoundFriend {
        var friend = self
        friend.votes.removeAll { !isPresent($0) }
        return friend
    }

    var row: JSON { .object(members().merging(["votes": votes.member]) { $1 }) }
}

extension RoundFriend: SavedFields {
    static let blank = RoundFriend(round: PlaceRoundID(rev: 0), name: "")

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&round, old.round)
        try fields("name", &name, old.name)
        try fields("coming", &coming, old.coming)
        try fields(&votes, old.votes)
    }
}
