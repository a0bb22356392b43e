import BoardKit
import JSON
import Sync

/// A round in which friends choose a place.
struct PlaceRound: Sendable, Equatable {
    private(set) var title: String
    /// When the friends want to meet.
    private(set) var when: Instant?
    private(set) var openedAt: Instant
    /// When it closes automatically.
    private(set) var until: Instant
    /// When it closed; `nil` while it is open.
    private(set) var closedAt: Instant?
    /// The option that was decided on when it closed, if any.
    private(set) var decided: OptionID?

    var isOpen: Bool { closedAt == nil }

    /// When time next changes it: closes it, or removes it from all documents.
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

    /// The members of its row, without options and friends.
    var shownMembers: [String: JSON] {
        var members = members(for: .everybody)
        members["state"] = isOpen ? "open" : "closed"
        return members
    }

    /// All of its members, for the event of an undo.
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
