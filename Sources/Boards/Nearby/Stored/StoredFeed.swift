import Sync

/// The rows of a feed that has one kind of rows. Equal rows are equal bytes.
protocol FeedRow: StoredRow {
    /// What the bytes begin with: what they are, and in which form.
    static var feedForm: String { get }
}

extension StoredRows where Row: FeedRow {
    static func feed(_ rows: [Row]) -> [UInt8] {
        var writer = StateWriter()
        writer.write(Row.feedForm)
        write(rows, to: &writer)
        return writer.bytes
    }

    /// - Throws: an error if the bytes are damaged or of another feed.
    init(feed bytes: [UInt8]) throws(StateError) {
        var reader = StateReader(bytes)
        try reader.expect(form: Row.feedForm)
        self = try Self(from: &reader, of: bytes)
        try reader.expectEnd()
    }
}

/// A feed of places with what is drawn below them.
struct StoredPlaces: Sendable {
    private static let form = "places 1"

    let places: StoredRows<Place>
    let unnamed: StoredRows<Coordinates>
    let lines: StoredRows<BaseLine>
    let attribution: String?
    let asOf: String?
    let isPartial: Bool

    static func feed(_ feed: PlaceFeed) -> [UInt8] {
        var writer = StateWriter()
        writer.write(form)
        writer.write(feed.attribution)
        writer.write(feed.asOf)
        StoredRows.write(feed.places, to: &writer)
        StoredRows.write(feed.unnamed, to: &writer)
        StoredRows.write(feed.lines, to: &writer)
        // Nothing is written for a whole feed, as before there were others.
        if feed.isPartial { writer.write(true) }
        return writer.bytes
    }

    /// - Throws: an error if the bytes are damaged or of another feed.
    init(feed bytes: [UInt8]) throws(StateError) {
        var reader = StateReader(bytes)
        try reader.expect(form: Self.form)
        attribution = try reader.read()
        asOf = try reader.read()
        places = try StoredRows(from: &reader, of: bytes)
        unnamed = try StoredRows(from: &reader, of: bytes)
        lines = try StoredRows(from: &reader, of: bytes)
        isPartial = reader.isAtEnd ? false : try reader.read()
        try reader.expectEnd()
    }
}

extension StateReader {
    fileprivate mutating func expect(form: String) throws(StateError) {
        guard try read(String.self) == form else { throw StateError("not the feed expected") }
    }

    fileprivate func expectEnd() throws(StateError) {
        guard isAtEnd else { throw StateError("something follows the feed") }
    }
}
