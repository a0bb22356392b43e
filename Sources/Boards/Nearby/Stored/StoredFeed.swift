import Sync

/// A row of a feed that has only one kind of row. Equal rows have equal bytes.
protocol FeedRow: StoredRow {
    /// The text at the start of the bytes, which names their content and format.
    static var feedForm: String { get }
}

/// Writes the rows of a feed in stored form.
struct FeedWriter<Row: FeedRow>: Sendable {
    private var rows = StateWriter()
    /// The offset of each row.
    private var starts: [Int] = []

    /// - Parameter byteCount: the approximate size of the rows.
    init(reserving byteCount: Int) { rows.reserveCapacity(byteCount) }

    var count: Int { starts.count }

    mutating func append(_ row: Row) {
        starts.append(rows.bytes.count)
        row.write(to: &rows)
    }

    /// Removes rows.
    ///
    /// - Parameter leftOut: the numbers of the rows.
    mutating func leaveOut(_ leftOut: Set<Int>) {
        guard !leftOut.isEmpty else { return }
        let ends = starts.dropFirst() + [rows.bytes.count]
        let kept = zip(starts, ends).enumerated().filter { !leftOut.contains($0.offset) }
        rows.keepOnly(kept.map { $0.element.0..<$0.element.1 })
        starts = Array(starts.prefix(kept.count))
    }

    /// Returns the feed's bytes and resets the writer.
    mutating func finish() -> [UInt8] {
        var head = StateWriter()
        head.write(Row.feedForm)
        head.write(count)
        rows.prepend(head)
        defer { self = FeedWriter(reserving: 0) }
        return rows.bytes
    }
}

extension StoredRows where Row: FeedRow {
    /// - Throws: an error if the bytes are damaged or of another feed.
    init(feed bytes: [UInt8]) throws(StateError) {
        var reader = StateReader(bytes)
        try reader.expect(form: Row.feedForm)
        self = try Self(from: &reader, of: bytes)
        try reader.expectEnd()
    }
}

/// The places of a feed, with the lines to draw below them.
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
        // A complete feed has no flag, as before incomplete ones existed.
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
