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
    let count: Int
    /// When it was imported.
    let at: Instant
    /// SHA-256 of what is kept of it.
    let digest: String
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

extension FeedEntry: SavedValue {
    func write(to writer: inout StateWriter) {
        writer.write(count)
        writer.write(at)
        writer.write(digest)
    }

    init(from reader: inout StateReader) throws(StateError) {
        count = try reader.read()
        at = try reader.read()
        digest = try reader.read()
    }

    func isSame(as other: FeedEntry) -> Bool { self == other }
}
