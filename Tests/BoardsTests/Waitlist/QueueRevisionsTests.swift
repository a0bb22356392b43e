import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import WaitlistBoard

/// Compares the last change of each rank with a list of all changes.
@Suite struct QueueRevisionsTests {
    /// A queue of twenty parties with a list of all changes.
    private struct Model {
        var revisions = QueueRevisions()
        var places = RankOrder<PartyID>()
        /// Each party's rank, and the revision that assigned it.
        var parties: [(id: PartyID, rank: Rank, since: Int)] = []
        var changes: [(rev: Int, old: Rank?, new: Rank?)] = []
        var random: SeededGenerator

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            for number in 1...20 { place(PartyID(rev: number), from: nil, to: unusedRank()) }
        }

        /// Returns an unused rank near another one, or anywhere.
        mutating func unusedRank(near number: Int? = nil) -> Rank {
            while true {
                let choice =
                    number.map { max(1, $0 + Int.random(in: -10...50, using: &random)) }
                    ?? Int.random(in: 1...90_000, using: &random)
                let rank = Rank(lastAt: choice)
                if !parties.contains(where: { $0.rank == rank }) { return rank }
            }
        }

        mutating func place(_ id: PartyID, from old: Rank?, to new: Rank?) {
            let rev = changes.count + 1
            changes.append((rev, old, new))
            if let old { places.remove(id, at: old) }
            parties.removeAll { $0.id == id }
            if let new {
                places.insert(id, at: new)
                parties.append((id, new, rev))
            }
            revisions.change(from: old, to: new, at: rev)
            revisions.prune(keeping: places)
        }

        /// Moves a party to a nearby rank, mostly a later one, or lets it leave and return
        /// elsewhere.
        mutating func step() {
            let party = parties[Int.random(in: parties.indices, using: &random)]
            if Int.random(in: 0..<2_000, using: &random) == 0 {
                place(party.id, from: party.rank, to: nil)
                place(party.id, from: nil, to: unusedRank())
            } else {
                let number = Int(party.rank.text.dropFirst(), radix: 36)
                place(party.id, from: party.rank, to: unusedRank(near: number))
            }
        }

        /// Returns the last change of the number of parties ahead since the party got its rank.
        func expected(of rank: Rank, since: Int) -> Int {
            func isAhead(_ other: Rank?) -> Bool { other.map { $0 < rank } ?? false }
            let last = changes.last { isAhead($0.old) != isAhead($0.new) }
            return max(last?.rev ?? 0, since)
        }
    }

    @Test(arguments: 1...3)
    func `knows the last change of every party's rank`(seed: UInt64) {
        var model = Model(seed: seed)
        for _ in 0..<1_500 {
            model.step()
            for party in model.parties {
                expectEqual(
                    max(model.revisions[party.rank], party.since),
                    model.expected(of: party.rank, since: party.since))
            }
        }
    }

    @Test func `forgets unused ranks before there are many`() {
        var model = Model(seed: 4)
        var sizeMax = 0
        for _ in 0..<60 {
            for _ in 0..<100 { model.step() }
            var writer = StateWriter()
            model.revisions.write(to: &writer)
            sizeMax = max(sizeMax, writer.bytes.count)
        }
        // At most 1,064 steps of slightly more than 7 bytes.
        #expect(sizeMax < 16_000)
        #expect(sizeMax > 6_000)
    }

    @Test func `refuses steps that are out of order`() throws {
        var writer = StateWriter()
        writer.write(2)
        for rank in ["12", "11"] {
            writer.write(rank)
            writer.write(1)
        }
        var reader = StateReader(writer.bytes)
        #expect(throws: StateError.self) { _ = try QueueRevisions(from: &reader) }
    }
}
