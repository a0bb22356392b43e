/// All stops and postcodes of a venue, for searching while one types.
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
        /// How many there are without the limit.
        let total: Int
    }

    /// How far from the centre of a postcode its stops are looked for: ten miles.
    static let zipRadius = 16_093.0

    private struct Row {
        let feed: UInt16
        let index: UInt32
    }

    private let feeds: [(name: String, rows: StoredRows<Stop>)]
    /// In the order of the names.
    private let rows: [Row]
    /// The numbers of the rows in the order of the ids.
    private let byID: [UInt32]
    private let texts: StopTexts
    private let words: WordIndex
    private let positions: PositionTable
    /// The centres of postcodes, by the folded code.
    private let zips: [String: Coordinates]
    /// The centres of the postcodes of a town, by its folded name.
    private let towns: [String: [Coordinates]]

    init(stops feeds: [(name: String, rows: StoredRows<Stop>)], zips zipFeeds: [StoredRows<Zip>]) {
        var entries = Self.entries(of: feeds)
        entries.sort {
            if $0.names[0] != $1.names[0] { return $0.names[0].precedes($1.names[0]) }
            return $0.id.precedes($1.id)
        }
        var texts = StopTexts()
        var builder = WordIndex.Builder()
        var positions = PositionTable()
        positions.reserveCapacity(entries.count)
        for (number, entry) in entries.enumerated() {
            texts.append(names: entry.names, aliases: entry.aliases, town: entry.town)
            for text in entry.names + entry.aliases {
                builder.add(text, row: number, isTown: false)
            }
            if let town = entry.town { builder.add(town, row: number, isTown: true) }
            positions.append(entry.position)
        }
        self.feeds = feeds
        rows = entries.map(\.row)
        byID = entries.indices.sorted { entries[$0].id.precedes(entries[$1].id) }
            .map(UInt32.init)
        self.texts = texts
        words = WordIndex(builder, rowCount: entries.count)
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

    /// What the index is made of for one stop. Texts are folded.
    private struct Entry {
        let row: Row
        let id: String
        /// The name as it is shown, and the name of the file if it differs.
        var names: [String]
        let aliases: [String]
        let town: String?
        let position: Coordinates
    }

    private static func entries(
        of feeds: [(name: String, rows: StoredRows<Stop>)]
    ) -> [Entry] {
        feeds.enumerated().flatMap { number, feed in
            feed.rows.enumerated().map { index, stop in
                let shown = FoldedText.foldWords(stop.shownName)
                let name = stop.displayName == nil ? shown : FoldedText.foldWords(stop.name)
                return Entry(
                    row: Row(feed: UInt16(number), index: UInt32(index)),
                    id: "\(feed.name):\(stop.id)", names: name == shown ? [shown] : [shown, name],
                    aliases: stop.aliases.map(FoldedText.foldWords),
                    town: stop.town.map(FoldedText.foldWords), position: stop.position)
            }
        }
    }

    var count: Int { rows.count }

    /// - Parameter id: `<feed>:<stop_id>`
    func stop(_ id: String) -> Stop? {
        let place = byID.partitionPoint { !self.id(of: Int($0)).precedes(id) }
        guard place < byID.count, self.id(of: Int(byID[place])) == id else { return nil }
        return stop(of: Int(byID[place]))
    }

    private func stop(of row: Int) -> Stop {
        feeds[Int(rows[row].feed)].rows[Int(rows[row].index)]
    }

    private func id(of row: Int) -> String {
        "\(feeds[Int(rows[row].feed)].name):\(stop(of: row).id)"
    }
}

extension StopIndex {
    /// The stops that a text means: `lat,lon`, a postcode, a part of a name or of a town, or else
    /// the name of a town of which postcodes are known.
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

    /// All stops, the nearest first.
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
        let parts = folded.split(separator: " ")
        let bytes = Array(folded.utf8)
        let begins = parts.map { words.rows(beginningWith: $0) }
        // Each word of the text begins a word of the stop.
        var byName = begins[0].meant.names
        var all = begins[0].meant.all
        for (meant, _) in begins.dropFirst() {
            byName.formIntersection(meant.names)
            all.formIntersection(meant.all)
        }
        // The stop contains the text.
        if parts.count == 1 {
            let containing = words.rows(containing: parts[0])
            byName.formUnion(containing.names)
            all.formUnion(containing.all)
        } else {
            var candidates = words.rows(endingWith: parts[0])
            for (_, written) in begins.dropFirst() { candidates.formIntersection(written) }
            var rest = candidates.all
            rest.subtract(byName)
            rest.visit { row in
                guard let place = texts.find(bytes, row: row) else { return }
                all.insert(row)
                if place == .name { byName.insert(row) }
            }
        }
        let isWord = parts.count == 1 ? begins[0].written.all : nil
        let ranked = ranked(all, bytes, isWord: isWord, limit: limit)
        return Results(
            found: ranked.map { found($0, byName.contains($0) ? .name : .town) },
            total: all.count)
    }

    /// The first rows in the order in which they are shown.
    ///
    /// - Parameter isWord: the rows with a word that begins with the text, if that is known.
    private func ranked(
        _ rows: RowSet, _ text: [UInt8], isWord: RowSet?, limit: Int
    ) -> [Int] {
        var ranked = StopTexts.Rank.allCases.map { _ in [Int]() }
        rows.visit { row in
            // Nothing else can come before these.
            guard ranked[0].count < limit else { return }
            var rank = StopTexts.Rank.other
            if isWord?.contains(row) ?? true { rank = texts.rank(text, row: row) }
            if ranked[rank.rawValue].count < limit { ranked[rank.rawValue].append(row) }
        }
        return Array(ranked.joined().prefix(limit))
    }

    private func found(_ row: Int, _ why: Why, metres: Double? = nil) -> Found {
        let stop = stop(of: row)
        return Found(
            id: "\(feeds[Int(rows[row].feed)].name):\(stop.id)", stop: stop, metres: metres,
            why: why)
    }

    private func position(of row: Int) -> Coordinates {
        feeds[Int(rows[row].feed)].rows.position(at: Int(rows[row].index))
    }
}

extension String {
    /// Whether the bytes come before those of another text.
    func precedes(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
