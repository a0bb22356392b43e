import BoardKit

/// Finds the stops of all feeds by names, towns, postcodes and positions, fast enough to search
/// while typing.
struct StopIndex: Sendable {
    enum Why: String, Sendable { case name, town, zip, near }

    struct Found: Sendable, Equatable {
        /// `<feed>:<stop_id>`
        let id: String
        let stop: Stop
        let metres: Double?
        let why: Why
    }

    struct Results: Sendable, Equatable {
        var found: [Found]
        /// The number of stops without the limit.
        let total: Int
    }

    /// The radius of the search around the centre of a postcode, in metres: ten miles.
    static let zipRadius = 16_093.0

    private let feeds: [(name: String, rows: StoredRows<Stop>)]
    /// The number of stops before those of each feed.
    private let feedStarts: [Int]
    /// The numbers of the stops across all feeds, in the order of names.
    private let numbers: [UInt32]
    /// The rows of `numbers`, in the order of ids.
    private let byID: [UInt32]
    private let texts: StopTexts
    private let positions: PositionTable
    /// The centres of postcodes, by folded code.
    private let zips: [String: Coordinates]
    /// The centres of a town's postcodes, by the town's folded name.
    private let towns: [String: [Coordinates]]

    init(stops feeds: [(name: String, rows: StoredRows<Stop>)], zips zipFeeds: [StoredRows<Zip>]) {
        var texts = StopTexts()
        var positions = PositionTable()
        var ids: [String] = []
        var inFeeds: [Coordinates] = []
        var feedStarts: [Int] = []
        for feed in feeds {
            feedStarts.append(ids.count)
            for stop in feed.rows {
                texts.append(stop)
                ids.append("\(feed.name):\(stop.id)")
                inFeeds.append(stop.position)
            }
        }
        let numbers = ids.indices.sorted { one, other in
            let order = texts.compareNames(one, other)
            return order == 0 ? ids[one].precedes(ids[other]) : order < 0
        }
        texts.reorder(numbers)
        for number in numbers { positions.append(inFeeds[number]) }
        self.feeds = feeds
        self.feedStarts = feedStarts
        self.numbers = numbers.map(UInt32.init)
        byID = numbers.indices.sorted { ids[numbers[$0]].precedes(ids[numbers[$1]]) }
            .map(UInt32.init)
        self.texts = texts
        self.positions = positions
        var zips: [String: Coordinates] = [:]
        var towns: [String: [Coordinates]] = [:]
        for zip in zipFeeds.joined() {
            zips[FoldedText.foldWords(zip.code)] = zip.position
            towns[FoldedText.foldWords(zip.town), default: []].append(zip.position)
        }
        self.zips = zips
        self.towns = towns
    }

    var count: Int { numbers.count }

    /// - Parameter id: `<feed>:<stop_id>`
    func stop(_ id: String) -> Stop? {
        let place = byID.partitionPoint { !self.id(of: Int($0)).precedes(id) }
        guard place < byID.count, self.id(of: Int(byID[place])) == id else { return nil }
        return stop(of: Int(byID[place]))
    }

    private func stop(of row: Int) -> Stop {
        let (feed, index) = place(of: row)
        return feeds[feed].rows[index]
    }

    private func id(of row: Int) -> String {
        let (feed, index) = place(of: row)
        return "\(feeds[feed].name):\(feeds[feed].rows[index].id)"
    }

    /// Returns the feed of a row, and the index in that feed.
    private func place(of row: Int) -> (feed: Int, index: Int) {
        let number = Int(numbers[row])
        let feed = feedStarts.partitionPoint { $0 > number } - 1
        return (feed, number - feedStarts[feed])
    }
}

extension StopIndex {
    /// Finds the stops that a text means: `lat,lon`, a postcode, a part of a stop's or town's name,
    /// or else the name of a town with known postcodes.
    func search(_ text: String, limit: Int) -> Results {
        if let position = Coordinates(text) { return nearest(to: position, limit: limit) }
        let folded = FoldedText.foldWords(text)
        guard !folded.isEmpty else {
            return Results(
                found: (0..<min(limit, count)).map { found($0, .name) }, total: count)
        }
        if let centre = zips[folded] { return around([centre], .zip, limit: limit) }
        let results = search(folded: folded, limit: limit)
        guard results.total == 0, let centres = towns[folded] else { return results }
        return around(centres, .town, limit: limit)
    }

    /// Returns the stops nearest first.
    func nearest(to position: Coordinates, limit: Int) -> Results {
        let nearest = positions.nearest(limit, to: position, position: position(of:))
        return Results(
            found: nearest.map { found($0.index, .near, metres: $0.metres) }, total: count)
    }

    private func around(_ centres: [Coordinates], _ why: Why, limit: Int) -> Results {
        var metres: [Int: Double] = [:]
        for centre in centres {
            for found in positions.within(Self.zipRadius, of: centre, position: position(of:)) {
                metres[found.index] = min(found.metres, metres[found.index] ?? found.metres)
            }
        }
        let sorted = metres.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        return Results(
            found: sorted.prefix(limit).map { found($0.key, why, metres: $0.value) },
            total: metres.count)
    }

    private func search(folded: String, limit: Int) -> Results {
        let query = StopQuery(folded: folded)
        var ranked = StopTexts.Rank.allCases.map { _ in [Found]() }
        var total = 0
        for row in numbers.indices {
            guard let place = texts.find(query, row: row) else { continue }
            total += 1
            // No other stops can precede these.
            guard ranked[0].count < limit else { continue }
            let rank = texts.rank(query, row: row).rawValue
            if ranked[rank].count < limit {
                ranked[rank].append(found(row, place == .name ? .name : .town))
            }
        }
        return Results(found: Array(ranked.joined().prefix(limit)), total: total)
    }

    private func found(_ row: Int, _ why: Why, metres: Double? = nil) -> Found {
        Found(id: id(of: row), stop: stop(of: row), metres: metres, why: why)
    }

    private func position(of row: Int) -> Coordinates {
        let (feed, index) = place(of: row)
        return feeds[feed].rows.position(at: index)
    }
}

extension String {
    /// Whether the text's bytes sort before those of another text.
    func precedes(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
