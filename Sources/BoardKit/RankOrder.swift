import DequeModule
package import Sync

/// Items of one kind, ordered by rank.
package struct RankOrder<ID: LedgerID>: RandomAccessCollection, Sendable {
    package struct Place: Sendable {
        package var rank: Rank
        package var id: ID
    }

    private var numbers = RankedNumbers()

    package init() {}

    package var startIndex: Int { 0 }
    package var endIndex: Int { numbers.places.count }
    package var count: Int { numbers.places.count }
    package subscript(index: Int) -> Place {
        let place = numbers.places[index]
        return Place(rank: place.rank, id: ID(number: place.number))
    }

    /// Returns the number of items with a lower rank.
    package func count(below rank: Rank) -> Int { numbers.count(below: rank) }

    package mutating func insert(_ id: ID, at rank: Rank) { numbers.insert(id.number, at: rank) }

    package mutating func remove(_ id: ID, at rank: Rank) { numbers.remove(id.number, at: rank) }

    /// Returns the ranks on both sides of an item, ignoring another item that is to move there.
    package func neighbours(ofRank rank: Rank, without other: ID) -> (lower: Rank?, upper: Rank?) {
        let index = count(below: rank)
        let lower = self[..<index].last { $0.id != other }?.rank
        let upper = self[index...].dropFirst().first { $0.id != other }?.rank
        return (lower, upper)
    }
}

/// The numbers of items, ordered by rank. It is not generic because every event uses it, and a
/// generic type is slow in another module.
private struct RankedNumbers: Sendable {
    struct Place: Sendable {
        var rank: Rank
        var number: Int
    }

    /// Items nearly always come and go near an end, where a deque is cheap.
    private(set) var places: Deque<Place> = []

    func count(below rank: Rank) -> Int { places.partitionPoint { $0.rank >= rank } }

    mutating func insert(_ number: Int, at rank: Rank) {
        // New items come last.
        if let last = places.last, last.rank >= rank {
            places.insert(Place(rank: rank, number: number), at: count(below: rank))
        } else {
            places.append(Place(rank: rank, number: number))
        }
    }

    mutating func remove(_ number: Int, at rank: Rank) {
        var index = count(below: rank)
        while index < places.count, places[index].rank == rank {
            if places[index].number == number {
                places.remove(at: index)
                return
            }
            index += 1
        }
    }
}

extension RankOrder {
    package func write(to writer: inout StateWriter) { writer.write(numbers.places.map(\.number)) }

    /// - Parameter rank: returns the rank of an item, or `nil` for an unknown item.
    package init(
        from reader: inout StateReader, rank: (ID) -> Rank?
    ) throws(StateError) {
        for number in try reader.read([Int].self) {
            guard let rank = rank(ID(number: number)) else {
                throw StateError("a thing with a rank is missing")
            }
            numbers.insert(number, at: rank)
        }
    }
}

extension RandomAccessCollection {
    /// Returns the index of the first element for which the predicate holds. It must also hold for
    /// all later elements.
    @inlinable
    package func partitionPoint(where isBeyond: (Element) -> Bool) -> Index {
        var start = startIndex
        var count = self.count
        while count > 0 {
            let half = count / 2
            let middle = index(start, offsetBy: half)
            if isBeyond(self[middle]) {
                count = half
            } else {
                start = index(after: middle)
                count -= half + 1
            }
        }
        return start
    }
}
