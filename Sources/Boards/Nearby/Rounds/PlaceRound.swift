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
        guard let title = data["title"]?.text, let until = data["until"]?.instant else {
            return nil
        }
        self.init(title: title, when: data["when"]?.instant, openedAt: at, until: until)
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
    var members: [String: JSON] {
        var members: [String: JSON] = [
            "title": .string(title), "state": isOpen ? "open" : "closed",
            "until": .string(until.description), "openedAt": .string(openedAt.description),
        ]
        members["when"] = when.map { .string($0.description) }
        members["decided"] = decided.map { .string($0.text) }
        return members
    }

    /// Everything about it, for the event of an undo.
    var data: JSON {
        var members = members
        members["closedAt"] = closedAt.map { .string($0.description) }
        return .object(members)
    }
}

extension PlaceRound: FieldState {
    static let blank = PlaceRound(
        title: "", when: nil, openedAt: Instant(milliseconds: 0), until: Instant(milliseconds: 0))

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&title, old.title)
        try fields(&when, old.when)
        try fields(&openedAt, old.openedAt)
        try fields(&until, old.until)
        try fields(&closedAt, old.closedAt)
        try fields(&decided, old.decided)
    }
}
