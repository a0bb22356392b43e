import DequeModule
import Sync

/// Parties, ordered by rank.
struct RankOrder: RandomAccessCollection, Sendable {
    struct Place: Sendable {
        var rank: Rank
        var party: PartyID
    }

    /// Parties nearly always come and go near an end, where a deque is cheap.
    private var places: Deque<Place> = []

    var startIndex: Int { 0 }
    var endIndex: Int { places.count }
    subscript(index: Int) -> Place { places[index] }

    /// The number of parties with a lower rank.
    func count(below rank: Rank) -> Int { partitionPoint { $0.rank >= rank } }

    mutating func insert(_ party: PartyID, at rank: Rank) {
        // New parties come last.
        if let last = places.last, last.rank >= rank {
            places.insert(Place(rank: rank, party: party), at: count(below: rank))
        } else {
            places.append(Place(rank: rank, party: party))
        }
    }

    mutating func remove(_ party: PartyID, at rank: Rank) {
        var index = count(below: rank)
        while index < places.count, places[index].rank == rank {
            if places[index].party == party {
                places.remove(at: index)
                return
            }
            index += 1
        }
    }

    /// The ranks on both sides of a party, ignoring another party, which is to be moved there.
    func neighbours(ofRank rank: Rank, without other: PartyID) -> (lower: Rank?, upper: Rank?) {
        let index = count(below: rank)
        let lower = places[..<index].last { $0.party != other }?.rank
        let upper = places[index...].dropFirst().first { $0.party != other }?.rank
        return (lower, upper)
    }
}

extension RankOrder {
    func write(to writer: inout StateWriter) { writer.write(places.map(\.party.rev)) }

    /// - Parameter rank: returns the rank of a party; `nil` if there is no such party.
    init(
        from reader: inout StateReader, rank: (PartyID) -> Rank?
    ) throws(StateError) {
        for rev in try reader.read([Int].self) {
            let party = PartyID(rev: rev)
            guard let rank = rank(party) else { throw StateError("a party is missing") }
            places.append(Place(rank: rank, party: party))
        }
    }
}
