import BoardKit
import JSON
import Sync

/// The kind of a feed's content.
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

/// An imported feed, as the event of its import describes it.
struct FeedEntry: Sendable, Equatable {
    /// The number of stops, postcodes or places.
    private(set) var count: Int
    /// When it was imported.
    private(set) var at: Instant
    /// The SHA-256 of the stored content.
    private(set) var digest: String
}

extension FeedEntry {
    /// Reads the data of an event. Returns `nil` if the event stores no content.
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
