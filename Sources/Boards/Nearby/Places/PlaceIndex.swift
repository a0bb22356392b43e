import BoardKit

/// Finds the places of all feeds around a position.
struct PlaceIndex: Sendable {
    struct Results: Sendable, Equatable {
        var found: [PlaceFound]
        /// The number of places without the limit.
        let total: Int
        /// The number of places within the radius that have no name.
        let unnamed: Int
    }

    private struct Row {
        let feed: UInt16
        /// The index in `PlaceKind.allCases`; their number if the kind is unknown.
        let kind: UInt8
        let index: UInt32
    }

    /// A place within the radius of a query.
    private struct Candidate {
        let row: Int
        let metres: Double
        /// The primary sort key, before the distance.
        var key = 0.0
    }

    private let feeds: [StoredRows<Place>]
    /// In the order of refs.
    private let rows: [Row]
    private let positions: PositionTable
    private let texts: PlaceTexts
    /// The opening dates of places that have one, by row.
    private let openingDates: [Int: String]
    private let unnamed: [Coordinates]
    private let unnamedPositions: PositionTable

    /// - Parameter feeds: a place in several of them is taken from the last.
    init(_ feeds: [StoredRows<Place>], unnamed: [StoredRows<Coordinates>] = []) {
        let rows = Self.rows(of: feeds)
        var positions = PositionTable()
        positions.reserveCapacity(rows.count)
        var texts = PlaceTexts()
        var openingDates: [Int: String] = [:]
        for (number, row) in rows.enumerated() {
            let place = feeds[Int(row.feed)][Int(row.index)]
            positions.append(place.position)
            texts.append(place)
            openingDates[number] = place.openingDate
        }
        self.feeds = feeds
        self.rows = rows
        self.positions = positions
        self.texts = texts
        self.openingDates = openingDates
        self.unnamed = Array(unnamed.joined())
        var unnamedPositions = PositionTable()
        for position in self.unnamed { unnamedPositions.append(position) }
        self.unnamedPositions = unnamedPositions
    }

    private static func rows(of feeds: [StoredRows<Place>]) -> [Row] {
        var entries: [(ref: String, row: Row)] = []
        for (number, feed) in feeds.enumerated() {
            for (index, place) in feed.enumerated() {
                let kind = place.kind.flatMap(PlaceKind.allCases.firstIndex)
                let row = Row(
                    feed: UInt16(number), kind: UInt8(kind ?? PlaceKind.allCases.count),
                    index: UInt32(index))
                entries.append((place.ref, row))
            }
        }
        entries.sort {
            $0.ref == $1.ref ? $0.row.feed < $1.row.feed : $0.ref.precedes($1.ref)
        }
        return entries.indices.filter { index in
            index == entries.count - 1 || entries[index].ref != entries[index + 1].ref
        }.map { entries[$0].row }
    }

    var count: Int { rows.count }

    /// Returns the place with a ref, even if it is not open yet.
    func place(_ ref: String) -> Place? {
        let row = rows.indices.partitionPoint { !place(at: $0).ref.precedes(ref) }
        guard row < rows.count else { return nil }
        let found = place(at: row)
        return found.ref == ref ? found : nil
    }

    /// Finds places around a position.
    ///
    /// - Parameters:
    ///   - week: the local time around now.
    ///   - today: the local date. Places that open later are left out.
    func search(_ query: PlaceQuery, in week: LocalWeek, today: String) -> Results {
        var candidates = candidates(of: query, today: today)
        if query.needsPlaces {
            candidates = candidates.compactMap { candidate in
                let place = place(at: candidate.row)
                guard query.keeps(place, in: week) else { return nil }
                return Candidate(
                    row: candidate.row, metres: candidate.metres, key: query.key(of: place))
            }
        }
        let sorted = query.sort == .name ? sortedByName(candidates) : sorted(candidates)
        let found = sorted.prefix(query.limit).map {
            PlaceFound(place(at: $0.row), metres: $0.metres, in: week)
        }
        return Results(
            found: found, total: candidates.count,
            unnamed: unnamedPositions.within(query.radius, of: query.centre) { unnamed[$0] }.count)
    }

    /// Returns the places that pass the filters for which the index suffices, in the order of refs.
    private func candidates(of query: PlaceQuery, today: String) -> [Candidate] {
        let kind = query.kind.flatMap(PlaceKind.allCases.firstIndex).map(UInt8.init)
        let text = FoldedText.foldWords(query.text ?? "")
        let cuisine = query.cuisine.map(FoldedText.foldWords)
        return positions.within(query.radius, of: query.centre, position: position(of:))
            .filter { found in
                (kind == nil || rows[found.index].kind == kind)
                    && openingDates[found.index].map { $0 <= today } ?? true
                    && (text.isEmpty || texts.contains(text, row: found.index))
                    && cuisine.map { texts.hasCuisine($0, row: found.index) } ?? true
            }
            .map { Candidate(row: $0.index, metres: $0.metres) }
    }

    /// Sorts places that are in the order of refs, which breaks ties.
    private func sorted(_ candidates: [Candidate]) -> [Candidate] {
        candidates.sorted { ($0.key, $0.metres) < ($1.key, $1.metres) }
    }

    private func sortedByName(_ candidates: [Candidate]) -> [Candidate] {
        candidates.map { (beginning: texts.beginning(row: $0.row), candidate: $0) }
            .sorted { one, other in
                if one.beginning != other.beginning { return one.beginning < other.beginning }
                let name = texts.name(row: one.candidate.row)
                let otherName = texts.name(row: other.candidate.row)
                return name == otherName
                    ? one.candidate.metres < other.candidate.metres
                    : name.lexicographicallyPrecedes(otherName)
            }.map(\.candidate)
    }

    private func place(at row: Int) -> Place {
        feeds[Int(rows[row].feed)][Int(rows[row].index)]
    }

    private func position(of row: Int) -> Coordinates {
        feeds[Int(rows[row].feed)].position(at: Int(rows[row].index))
    }
}
