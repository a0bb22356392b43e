import BoardKit
import JSON
import Sync

/// A round in which friends choose a place, as its events have made it.
struct PlaceRound: Sendable, Equatable {
    private(set) var title: String
    /// When they want to meet.
    private(set) var when: Instant?
    private(set) var openedAt: Instant
    /// When it closes by itself.
    private(set) var until: Instant
    /// When it closed; `nil` while it is open.
    private(set) var closedAt: Instant?
    /// The option for which it closed, if any.
    private(set) var decided: OptionID?

    var isOpen: Bool { closedAt == nil }

    /// When time next changes it: it closes, or it leaves all documents.
    var due: Instant { closedAt?.adding(milliseconds: Self.keptMilliseconds) ?? until }

    /// A week.
    private static let keptMilliseconds: Int64 = 7 * 86_400_000
}

extension PlaceRound {
    /// Reads the data of the event that opens it. Returns `nil` for anything else.
    init?(_ data: JSON, at: Instant) {
        self.init(data)
        openedAt = at
    }

    mutating func close(by event: Event) {
        closedAt = event.at
        decided = event.data["option"]?.text.flatMap(OptionID.init(_:))
    }

    mutating func reopen(by event: Event) {
        closedAt = nil
        decided = nil
        until = event.data["until"]?.instant ?? until
    }

    /// The members of its row, but not its options and friends.
    var shownMembers: [String: JSON] {
        var members = members(for: .everybody)
        members["state"] = isOpen ? "open" : "closed"
        return members
    }

    /// Everything about it, for the event of an undo.
    var data: JSON { .object(shownMembers.merging(members()) { $1 }) }
}

extension PlaceRound: FieldState {
    static let blank = PlaceRound(
        title: "", when: nil, openedAt: Instant(milliseconds: 0), until: Instant(milliseconds: 0))

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields("title", &title, old.title, for: .everybody)
        try fields("when", &when, old.when, for: .everybody)
        try fields("openedAt", &openedAt, old.openedAt, for: .everybody, isGiven: false)
        try fields("until", &until, old.until, for: .everybody)
        try fields("closedAt", &closedAt, old.closedAt, for: .journal)
        try fields("decided", &decided, old.decided, for: .everybody)
    }
}

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
    /// Reads the data of the event that chooses it. Returns `nil` for anything else.
    init?(_ data: JSON, of round: PlaceRoundID, at: Instant) {
        self.init(data)
        self.round = round
        self.at = at
    }

    /// The row, which does not have the telephone number.
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

/// Somebody who chooses in a round. What friends say is never taken back by others, so there is no
/// history of it.
struct RoundFriend: Sendable, Equatable {
    private(set) var round: PlaceRoundID
    private(set) var name: String
    private(set) var coming: Coming?
    /// In the order of choosing. A vote for an option that was dropped stays, because the option may
    /// come back; it does not count and is not shown.
    private(set) var votes: [OptionID] = []
}

extension RoundFriend {
    /// Applies an answer.
    ///
    /// - Parameter isPresent: whether an option is one of the round's now.
    mutating func answer(_ data: JSON, isPresent: (OptionID) -> Bool) {
        if let coming = data["coming"] {
            self.coming = coming.text.flatMap(Coming.init(rawValue:))
        }
        guard let given = data["votes"]?.texts else { return }
        let kept = votes.filter { !isPresent($0) }
        votes = (kept + given.compactMap(OptionID.init(_:))).sorted()
    }

    /// The friend with those votes only that count.
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
