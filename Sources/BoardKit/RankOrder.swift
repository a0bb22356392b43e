import DequeModule
package import Sync

/// Things of one kind, ordered by rank.
package struct RankOrder<ID: LedgerID>: RandomAccessCollection, Sendable {
    package struct Place: Sendable {
        package var rank: Rank
        package var id: ID
    }

    /// Things nearly always come and go near an end, where a deque is cheap.
    private var places: Deque<Place> = []

    package init() {}

    package var startIndex: Int { 0 }
    package var endIndex: Int { places.count }
    package subscript(index: Int) -> Place { places[index] }

    /// The number of things with a lower rank.
    package func count(below rank: Rank) -> Int { partitionPoint { $0.rank >= rank } }

    package mutating func insert(_ id: ID, at rank: Rank) {
        // New things come last.
        if let last = places.last, last.rank >= rank {
            places.insert(Place(rank: rank, id: id), at: count(below: rank))
        } else {
            places.append(Place(rank: rank, id: id))
        }
    }

    package mutating func remove(_ id: ID, at rank: Rank) {
        var index = count(below: rank)
        while index < places.count, places[index].rank == rank {
            if places[index].id == id {
                places.remove(at: index)
                return
            }
            index += 1
        }
    }

    /// The ranks on both sides of a thing, ignoring another thing, which is to be moved there.
    package func neighbours(ofRank rank: Rank, without other: ID) -> (lower: Rank?, upper: Rank?) {
        let index = count(below: rank)
        let lower = places[..<index].last { $0.id != other }?.rank
        let upper = places[index...].dropFirst().first { $0.id != other }?.rank
        return (lower, upper)
    }
}

extension RankOrder {
    package func write(to writer: inout StateWriter) { writer.write(places.map(\.id.number)) }

    /// - Parameter rank: returns the rank of a thing; `nil` if there is no such thing.
    package init(
        from reader: inout StateReader, rank: (ID) -> Rank?
    ) throws(StateError) {
        for number in try reader.read([Int].self) {
            let id = ID(number: number)
            guard let rank = rank(id) else { throw StateError("a thing with a rank is missing") }
            places.append(Place(rank: rank, id: id))
        }
    }
}
