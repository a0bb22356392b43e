import BoardKit
import JSON
import Sync

/// What a feed consists of.
package enum FeedKind: String, Sendable, CaseIterable, ArgumentValue, SavedCase {
    case stops
    case zips
    case places
}

/// Identifies a feed: feeds of different kinds may have the same name.
struct FeedKey: Sendable, Hashable, Comparable {
    let kind: FeedKind
    let name: String

    init(_ kind: FeedKind, _ name: String) {
        self.kind = kind
        self.name = name
    }

    /// The name of the feed's reference data: `stops/main`.
    var text: String { "\(kind.rawValue)/\(name)" }

    static func < (one: FeedKey, other: FeedKey) -> Bool { one.text.precedes(other.text) }
}

/// What the event of an import says of a feed.
struct FeedEntry: Sendable, Equatable {
    /// How many stops, postcodes or places it has.
    private(set) var count: Int
    /// When it was imported.
    private(set) var at: Instant
    /// SHA-256 of what is kept of it.
    private(set) var digest: String
}

extension FeedEntry {
    /// Reads the data of an event. Returns `nil` for one that keeps nothing.
    init?(_ event: Event) {
        guard let digest = ReferenceMention(in: event.data)?.digest else { return nil }
        self.init(count: event.data["count"]?.integer ?? 0, at: event.at, digest: digest)
    }

    func row(of kind: FeedKind) -> JSON {
        [
            "kind": .string(kind.rawValue), "count": JSON(count), "at": .string(at.description),
            "sha256": .string(digest),
        ]
    }
}

extension FeedEntry: SavedFields {
    static let blank = FeedEntry(count: 0, at: Instant(milliseconds: 0), digest: "")

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&count, old.count)
        try fields(&at, old.at)
        try fields(&digest, old.digest)
    }
}
