import JSON
import Sync

/// The imported feeds. The board's state contains their entries. Their content is reference data,
/// which is loaded a little later.
struct FeedLibrary: Sendable {
    static let countMax = 50

    private(set) var entries: [FeedKey: FeedEntry] = [:]
    /// The loaded contents.
    private var contents: [FeedKey: FeedContent] = [:]
    /// The indexes of the loaded contents.
    private(set) var indexes = FeedIndexes([:], digests: [:])

    init() {}

    /// Sets a feed's entry. Its content is missing until `take(_:)`.
    mutating func set(_ key: FeedKey, to entry: FeedEntry) {
        entries[key] = entry
        contents[key] = nil
    }

    var missing: Set<String> {
        Set(entries.filter { contents[$0.key] == nil }.map(\.value.digest))
    }

    /// Takes the content of each feed with this digest.
    ///
    /// - Throws: an error if it can't be read.
    mutating func take(_ reference: ReferenceContent) throws(StateError) {
        let reading = reference.reading as? FeedReading
        for (key, entry) in entries
        where entry.digest == reference.digest && contents[key] == nil {
            let isRead = reading?.content.kind == key.kind
            contents[key] =
                isRead ? reading?.content : try FeedContent(key.kind, reference.bytes)
        }
        let digests = digests
        if let indexes = reading?.indexes, indexes.digests == digests {
            self.indexes = indexes
        } else {
            indexes = FeedIndexes(contents, digests: digests)
            // Nobody waits while a venue opens, so make the indexes now.
            if missing.isEmpty { _ = indexes.value }
        }
    }

    private var digests: [FeedKey: String] { entries.mapValues(\.digest) }

    /// Returns the indexes as they will be after the import of a feed. Takes a while.
    func indexes(with content: FeedContent, digest: String, as key: FeedKey) -> FeedIndexes {
        var contents = contents
        var digests = digests
        contents[key] = content
        digests[key] = digest
        let indexes = FeedIndexes(contents, digests: digests)
        _ = indexes.value
        return indexes
    }

    /// The rows of the owner's view, by feed name. If feeds of several kinds share a name, the kind
    /// precedes it.
    var rows: [String: JSON] {
        let counts = Dictionary(entries.keys.map { ($0.name, 1) }, uniquingKeysWith: +)
        var rows: [String: JSON] = [:]
        for (key, entry) in entries {
            rows[counts[key.name] == 1 ? key.name : key.text] = entry.row(of: key.kind)
        }
        return rows
    }

    /// The attribution to show with the imported places.
    var attribution: String? {
        let named = Set(placeFeeds.compactMap(\.stored.attribution))
        return named.isEmpty ? Self.usualAttribution : named.sorted().joined(separator: "; ")
    }

    static let usualAttribution = "© OpenStreetMap contributors"

    /// The time that the oldest imported places date from; `nil` if there are no places.
    var asOf: String? {
        placeFeeds.map { $0.stored.asOf ?? $0.entry.at.description }.min()
    }

    /// Whether an imported file lacks some places.
    var isPartial: Bool { placeFeeds.contains { $0.stored.isPartial } }

    private var placeFeeds: [(stored: StoredPlaces, entry: FeedEntry)] {
        contents.compactMap { key, content in
            guard case .places(let stored) = content, let entry = entries[key] else { return nil }
            return (stored, entry)
        }
    }
}

extension FeedLibrary {
    func write(to writer: inout StateWriter) {
        writer.write(entries.count)
        for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
            writer.write(key.kind)
            writer.write(key.name)
            writer.write(entry)
        }
    }

    init(from reader: inout StateReader) throws(StateError) {
        for _ in 0..<(try reader.readCount()) {
            let kind: FeedKind = try reader.read()
            let key = FeedKey(kind, try reader.read())
            entries[key] = try reader.read(FeedEntry.self)
        }
    }
}
