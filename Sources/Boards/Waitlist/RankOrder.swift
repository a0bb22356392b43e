import DequeModule
import Sync

/// Parties in the order of their ranks.
struct RankOrder: RandomAccessCollection, Sendable {
    struct Place: Sendable {
        var rank: Rank
        var party: PartyID
    }

    /// One comes or goes nearly always near an end: in a deque that costs little, however many wait.
    private var places: Deque<Place> = []

    var startIndex: Int { 0 }
    var endIndex: Int { places.count }
    subscript(index: Int) -> Place { places[index] }

    /// How many have a lower rank.
    func count(below rank: Rank) -> Int { partitionPoint { $0.rank >= rank } }

    mutating func insert(_ party: PartyID, at rank: Rank) {
        // Newcomers come last.
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

    /// The places on both sides of a party, as if another one, the one to be put there, had none.
    func neighbours(ofRank rank: Rank, without other: PartyID) -> (lower: Rank?, upper: Rank?) {
        let index = count(below: rank)
        let lower = places[..<index].last { $0.party != other }?.rank
        let upper = places[index...].dropFirst().first { $0.party != other }?.rank
        return (lower, upper)
    }
}

extension RankOrder {
    func write(to writer: inout StateWriter) { writer.write(places.map(\.party.rev)) }

    /// - Parameter rank: that of a party; `nil` when there is no such party.
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
