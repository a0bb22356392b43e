/// All places of a venue's feeds, for finding those around a position.
struct PlaceIndex: Sendable {
    struct Results: Sendable, Equatable {
        var found: [PlaceFound]
        /// How many there are without the limit.
        let total: Int
        /// How many places within the radius have no name.
        let unnamed: Int
    }

    private struct Row {
        let feed: UInt16
        /// The number in `PlaceKind.allCases`; one more for none.
        let kind: UInt8
        let index: UInt32
    }

    private struct Entry {
        let ref: String
        let row: Row
        let position: Coordinates
        let openingDate: String?
    }

    private let feeds: [StoredRows<Place>]
    /// In the order of the refs.
    private let rows: [Row]
    private let positions: PositionTable
    /// The dates from which some places are open, by row.
    private let openingDates: [Int: String]
    private let unnamed: [Coordinates]
    private let unnamedPositions: PositionTable

    /// - Parameter feeds: of a place that is in several of them, the last one counts.
    init(_ feeds: [StoredRows<Place>], unnamed: [StoredRows<Coordinates>] = []) {
        let entries = Self.entries(of: feeds)
        var positions = PositionTable()
        positions.reserveCapacity(entries.count)
        var openingDates: [Int: String] = [:]
        for (row, entry) in entries.enumerated() {
            positions.append(entry.position)
            openingDates[row] = entry.openingDate
        }
        self.feeds = feeds
        rows = entries.map(\.row)
        self.positions = positions
        self.openingDates = openingDates
        self.unnamed = Array(unnamed.joined())
        var unnamedPositions = PositionTable()
        for position in self.unnamed { unnamedPositions.append(position) }
        self.unnamedPositions = unnamedPositions
    }

    private static func entries(of feeds: [StoredRows<Place>]) -> [Entry] {
        var entries: [Entry] = []
        for (number, feed) in feeds.enumerated() {
            for (index, place) in feed.enumerated() {
                let kind = place.kind.flatMap(PlaceKind.allCases.firstIndex)
                let row = Row(
                    feed: UInt16(number), kind: UInt8(kind ?? PlaceKind.allCases.count),
                    index: UInt32(index))
                entries.append(
                    Entry(
                        ref: place.ref, row: row, position: place.position,
                        openingDate: place.openingDate))
            }
        }
        entries.sort {
            $0.ref == $1.ref ? $0.row.feed < $1.row.feed : $0.ref.precedes($1.ref)
        }
        return entries.indices.filter { index in
            index == entries.count - 1 || entries[index].ref != entries[index + 1].ref
        }.map { entries[$0] }
    }

    var count: Int { rows.count }

    /// The place of a ref, also one that is not open yet.
    func place(_ ref: String) -> Place? {
        let row = rows.indices.partitionPoint { !place(at: $0).ref.precedes(ref) }
        guard row < rows.count else { return nil }
        let found = place(at: row)
        return found.ref == ref ? found : nil
    }

    /// The places around a position.
    ///
    /// - Parameters:
    ///   - week: the clock of the venue's time zone around now.
    ///   - today: the date there. Places that open later are left out.
    func search(_ query: PlaceQuery, in week: LocalWeek, today: String) -> Results {
        let kind = query.kind.flatMap(PlaceKind.allCases.firstIndex).map(UInt8.init)
        let near = positions.within(query.radius, of: query.centre, position: position(of:))
            .filter { found in
                (kind == nil || rows[found.index].kind == kind)
                    && openingDates[found.index].map { $0 <= today } ?? true
            }
        let choice = PlaceChoice(query)
        let chosen: [PlaceChoice.Candidate]
        let total: Int
        if choice.needsPlaces {
            let kept = near.map(candidate).filter { choice.keeps($0.place, in: week) }
            total = kept.count
            chosen = Array(choice.sorted(kept).prefix(query.limit))
        } else {
            total = near.count
            chosen = near.sorted { ($0.metres, $0.index) < ($1.metres, $1.index) }
                .prefix(query.limit).map(candidate)
        }
        return Results(
            found: chosen.map { PlaceFound($0.place, metres: $0.metres, in: week) }, total: total,
            unnamed: unnamedPositions.within(query.radius, of: query.centre) { unnamed[$0] }.count)
    }

    private func candidate(_ found: PositionTable.Found) -> PlaceChoice.Candidate {
        PlaceChoice.Candidate(place: place(at: found.index), metres: found.metres)
    }

    private func place(at row: Int) -> Place {
        feeds[Int(rows[row].feed)][Int(rows[row].index)]
    }

    private func position(of row: Int) -> Coordinates {
        feeds[Int(rows[row].feed)].position(at: Int(rows[row].index))
    }
}
