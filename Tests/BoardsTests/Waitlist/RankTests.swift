import TestSupport
import Testing

@testable import BoardKit
@testable import WaitlistBoard

@Suite struct RankTests {
    private func rank(_ text: String) throws -> Rank { try #require(Rank(text)) }

    @Test(arguments: [
        (1, "11"), (9, "19"), (10, "1a"), (35, "1z"), (36, "210"), (1295, "2zz"), (1296, "3100"),
        (Int.max, "d1y2p0ij32e8e7"),
    ])
    func `writes a newcomer's rank as its revision in order`(rev: Int, text: String) {
        expectEqual(Rank(lastAt: rev).text, text)
    }

    @Test func `gives rising ranks to newcomers`() {
        let ranks = (1...5000).map(Rank.init(lastAt:))
        #expect(zip(ranks, ranks.dropFirst()).allSatisfy { $0 < $1 })
        #expect(zip(ranks, ranks.dropFirst()).allSatisfy { !$1.text.hasPrefix($0.text) })
    }

    @Test(arguments: ["", "A", "1 ", "ä", "1-2", "1\u{301}"])
    func `refuses other texts`(text: String) {
        expectNil(Rank(text))
    }

    @Test func `has no rank between ranks without space`() throws {
        for (lower, upper) in [("1", "10"), ("1", "1"), ("2", "1"), ("a0", "a00"), ("5", "500")] {
            let place = Rank(
                between: try rank(lower), and: try rank(upper), at: 77)
            expectNil(place, "\(lower) \(upper)")
        }
        for upper in ["0", "000"] {
            expectNil(Rank(between: nil, and: try rank(upper), at: 7))
        }
        expectNil(Rank(between: try rank("zz"), and: nil, at: 7))
    }

    private struct Order {
        var ranks: [Rank] = (1...12).map { Rank(lastAt: $0) }
        var ever: Set<Rank> = []
        var rev = 12
        var lengthMax = 0
        var faults: [Rank] = []

        init() { ever = Set(ranks) }

        /// Moves the party at one index before the one at another, as of now, or to the end.
        mutating func move(_ from: Int, before to: Int) throws {
            rev += 1
            ranks.remove(at: from)
            let target = to > from ? to - 1 : to
            let lower = target > 0 ? ranks[target - 1] : nil
            let upper = target < ranks.count ? ranks[target] : nil
            let rank = try #require(Rank(between: lower, and: upper, at: rev))
            let isBetween = lower.map { $0 < rank } ?? true && upper.map { rank < $0 } ?? true
            let isNew = ever.insert(rank).inserted
            // An expectation for each of the thousands of moves would take longer than the moves.
            if !isBetween || !isNew || rank.rev != rev || rank >= Rank(lastAt: rev + 1) {
                faults.append(rank)
            }
            ranks.insert(rank, at: target)
            lengthMax = max(lengthMax, rank.text.utf8.count)
        }
    }

    @Test(arguments: 1...2)
    func `keeps the ranks of random moves in order, unique and short`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var order = Order()
        for _ in 0..<10_000 {
            let from = Int.random(in: 0..<12, using: &random)
            let to = Int.random(in: 0...12, using: &random)
            if Bool.random(using: &random) {
                // Adds a party and removes one.
                order.rev += 1
                order.ranks.append(Rank(lastAt: order.rev))
                if !order.ever.insert(Rank(lastAt: order.rev)).inserted {
                    order.faults.append(Rank(lastAt: order.rev))
                }
                order.ranks.remove(at: from)
            }
            try order.move(from, before: to)
        }
        #expect(order.faults.isEmpty)
        #expect(order.lengthMax <= 40)
        expectEqual(order.ranks, order.ranks.sorted())
    }

    @Test func `shares a stem among any number of moves to the same side of a party`() throws {
        for (from, to) in [(11, 0), (11, 5), (11, 6), (0, 6), (5, 7), (6, 5), (0, 12)] {
            var order = Order()
            for _ in 0..<1000 { try order.move(from, before: to) }
            #expect(order.faults.isEmpty)
            #expect(order.lengthMax <= 9, "\(from) to \(to)")
        }
    }

    @Test func `ends with a rank that is too long after moves to a place from both sides`() throws {
        var lower = Rank(lastAt: 1)
        var upper = Rank(lastAt: 2)
        var rev = 2
        while let rank = Rank(between: lower, and: upper, at: rev + 1) {
            rev += 1
            #expect(rank.text.utf8.count <= 200)
            if rev.isMultiple(of: 2) { lower = rank } else { upper = rank }
        }
        #expect(rev > 100)
    }
}
