import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import NearbyBoard

/// Random values of the nearby board.
struct NearbyGenerator {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

    mutating func isLucky() -> Bool { .random(using: &random) }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[number(0...(elements.count - 1))]
    }

    mutating func position(in span: Double = 90) -> Coordinates {
        Coordinates(
            latitude: .random(in: -span...span, using: &random),
            longitude: .random(in: -2 * span...2 * span, using: &random))
            ?? Coordinates(latitude: 0, longitude: 0)!
    }

    private static let pieces = [
        "a", "Zoë", " ", "日本", "😀", "\"", "<b>", "&", "e\u{301}", "é", "مط",
    ]

    mutating func text() -> String {
        (0...number(0...5)).map { _ in pick(Self.pieces) }.joined()
    }

    mutating func maybe<Value>(_ value: (inout Self) -> Value) -> Value? {
        isLucky() ? value(&self) : nil
    }

    mutating func stop(_ number: Int) -> Stop {
        Stop(
            id: "\(number)", name: text(), code: maybe { $0.text() },
            displayName: maybe { $0.text() }, town: maybe { $0.text() }, zip: maybe { $0.text() },
            mode: maybe { $0.text() }, aliases: (0..<self.number(0...2)).map { _ in text() },
            position: position())
    }

    mutating func place(_ number: Int, in span: Double = 90) -> Place {
        Place(
            ref: "osm:node/\(number)", name: text(), position: position(in: span),
            kind: maybe { $0.pick(PlaceKind.allCases) },
            cuisine: (0..<self.number(0...2)).map { _ in pick(["pizza", "soul_food", "thé"]) },
            address: maybe { $0.text() }, phone: maybe { $0.text() }, url: maybe { $0.text() },
            rating: maybe { Double($0.number(1...10)) / 2 }, reviews: maybe { $0.number(0...999) },
            price: maybe { $0.number(1...4) }, wheelchair: maybe { _ in "yes" },
            hours: maybe { $0.pick(["24/7", "off", "Mo-Su 09:00-17:00", "sunset"]) },
            openingDate: maybe { $0.pick(["2026-01-01", "2027"]) })
    }

    mutating func line() -> BaseLine {
        BaseLine(
            kind: pick(BaseLine.Kind.allCases),
            paths: (0...number(0...2)).map { _ in
                (0...number(1...5)).map { _ in
                    Coordinates(
                        latitude: Double(number(-900_000_000...900_000_000)) / 1e7,
                        longitude: Double(number(-1_800_000_000...1_800_000_000)) / 1e7)!
                }
            })
    }
}

extension StoredRows where Row: FeedRow {
    fileprivate static func feed(_ rows: [Row]) -> [UInt8] {
        var writer = FeedWriter<Row>(reserving: 0)
        for row in rows { writer.append(row) }
        return writer.finish()
    }
}

@Suite struct StoredFeedTests {
    private static func feed() -> PlaceFeed {
        var random = NearbyGenerator(seed: 5)
        return PlaceFeed(
            places: (0..<60).map { random.place($0) },
            unnamed: (0..<5).map { _ in random.position() },
            lines: (0..<20).map { _ in random.line() },
            attribution: "© those who map", asOf: "2026-05-04T10:00:00Z")
    }

    private static func stops() -> [Stop] {
        var random = NearbyGenerator(seed: 6)
        return (0..<60).map { random.stop($0) }
    }

    @Test func `a stored feed is read back unchanged`() throws {
        let stops = Self.stops()
        try expectEqual(Array(StoredRows<Stop>(feed: StoredRows.feed(stops))), stops)
        expectEqual(Array(StoredRows(stops)), stops)
        let zips = [Zip(code: "07901", town: "Summit", position: stops[0].position)]
        try expectEqual(Array(StoredRows<Zip>(feed: StoredRows.feed(zips))), zips)
        let feed = Self.feed()
        let stored = try StoredPlaces(feed: StoredPlaces.feed(feed))
        expectEqual(
            PlaceFeed(
                places: Array(stored.places), unnamed: Array(stored.unnamed),
                lines: Array(stored.lines), attribution: stored.attribution, asOf: stored.asOf),
            feed)
    }

    @Test func `an empty feed is valid`() throws {
        #expect(try StoredRows<Stop>(feed: StoredRows<Stop>.feed([])).isEmpty)
        #expect(try StoredPlaces(feed: StoredPlaces.feed(PlaceFeed())).places.isEmpty)
    }

    @Test func `equal feeds have equal bytes`() {
        expectEqual(StoredPlaces.feed(Self.feed()), StoredPlaces.feed(Self.feed()))
        expectEqual(StoredRows.feed(Self.stops()), StoredRows.feed(Self.stops()))
    }

    @Test func `rejects a feed of another kind`() {
        let stops = StoredRows.feed(Self.stops())
        #expect(throws: StateError.self) { try StoredRows<Zip>(feed: stops) }
        #expect(throws: StateError.self) { try StoredPlaces(feed: stops) }
        #expect(throws: StateError.self) { try StoredRows<Stop>(feed: []) }
        #expect(throws: StateError.self) { try StoredRows<Stop>(feed: stops + [0]) }
    }

    @Test func `rejects a truncated feed`() {
        let places = StoredPlaces.feed(Self.feed())
        for end in 0..<places.count {
            #expect(throws: StateError.self) { try StoredPlaces(feed: Array(places[..<end])) }
        }
    }

    @Test func `damaged bytes give an error or a feed whose rows can all be read`() {
        var random = SeededGenerator(seed: 7)
        for bytes in [StoredPlaces.feed(Self.feed()), StoredRows.feed(Self.stops())] {
            var readable = 0
            for _ in 0..<1000 {
                var damaged = bytes
                for _ in 0...Int.random(in: 0...2, using: &random) {
                    damaged[.random(in: 10..<bytes.count, using: &random)] =
                        [0, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
                }
                if let places = try? StoredPlaces(feed: damaged) {
                    readable += places.places.count { $0.opensAfter("") } + places.lines.count
                } else if let stops = try? StoredRows<Stop>(feed: damaged) {
                    readable += stops.count { !$0.shownName.isEmpty }
                }
            }
            #expect(readable > 0)
        }
    }
}
