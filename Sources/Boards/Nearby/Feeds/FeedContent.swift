import Sync

/// The stored content of a feed, decoded row by row.
enum FeedContent: Sendable {
    case stops(StoredRows<Stop>)
    case zips(StoredRows<Zip>)
    case places(StoredPlaces)

    /// Reads the bytes that an import made.
    ///
    /// - Throws: an error if they are damaged, or of another kind.
    init(_ kind: FeedKind, _ bytes: [UInt8]) throws(StateError) {
        switch kind {
        case .stops: self = .stops(try StoredRows(feed: bytes))
        case .zips: self = .zips(try StoredRows(feed: bytes))
        case .places: self = .places(try StoredPlaces(feed: bytes))
        }
    }

    var kind: FeedKind {
        switch self {
        case .stops: .stops
        case .zips: .zips
        case .places: .places
        }
    }

    var isPartial: Bool {
        guard case .places(let stored) = self else { return false }
        return stored.isPartial
    }

    var count: Int {
        switch self {
        case .stops(let stops): stops.count
        case .zips(let zips): zips.count
        case .places(let stored): stored.places.count
        }
    }
}

/// A file that was read for an import.
struct ReadFeed: Sendable {
    /// The bytes to store. Files with equal content give equal bytes.
    let bytes: [UInt8]
    let content: FeedContent
    let problems: FeedProblems
    /// The number of lines for the map; `nil` if its kind has none.
    let lineCount: Int?

    /// - Throws: a fault if nothing in the file can be read.
    init(_ kind: FeedKind, _ file: [UInt8]) throws(FeedFault) {
        switch kind {
        case .stops:
            let read = try StopFile(file)
            (bytes, problems, lineCount) = (read.feed, read.problems, nil)
        case .zips:
            let read = try ZipFile(file)
            (bytes, problems, lineCount) = (read.feed, read.problems, nil)
        case .places:
            let read = try PlaceFile.imported(file)
            bytes = StoredPlaces.feed(read.feed)
            (problems, lineCount) = (read.problems, read.feed.lines.count)
        }
        guard bytes.count <= ReferenceContent.bytesMax,
            let content = try? FeedContent(kind, bytes)
        else { throw FeedFault(.unreadable, "The file has too much in it") }
        self.content = content
    }
}

/// The result of an import that accompanies the bytes, so that they are not read again.
struct FeedReading: Sendable {
    let content: FeedContent
    /// The indexes of all feeds, including this one.
    let indexes: FeedIndexes
}
