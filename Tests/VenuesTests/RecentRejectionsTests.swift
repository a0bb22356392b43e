import Sync
import Testing

@testable import Venues

@Suite struct RecentRejectionsTests {
    private func rejections(_ count: Int) -> RecentRejections {
        var recent = RecentRejections()
        for number in 0..<count {
            recent.add(
                Mutation(id: "m\(number)", action: "waitlist.add", arguments: [:]),
                Rejection(.invalid), actor: "host:d_1", at: Instant(milliseconds: 0),
                after: number / 2)
        }
        return recent
    }

    @Test func `finds rejections by the revision before them`() {
        let recent = rejections(6)
        #expect(recent.from(0).map(\.afterRev) == [0, 0, 1, 1, 2, 2])
        #expect(recent.firstNumber(after: 1) == 2)
        #expect(recent.from(4).map(\.mutation.id) == ["m4", "m5"])
        #expect(recent.firstNumber(after: 3) == 6)
        #expect(recent.from(6).map(\.number).isEmpty)
    }

    @Test func `keeps one of an actor's successive rate-limit rejections`() {
        var recent = rejections(2)
        for (actor, count) in [("guest:j_1", 500), ("host:d_1", 1), ("guest:j_1", 500)]
            as [(Actor, Int)]
        {
            for number in 0..<count {
                recent.add(
                    Mutation(id: "\(actor)-\(number)", action: "waitlist.add", arguments: [:]),
                    Rejection(.rateLimited), actor: actor, at: Instant(milliseconds: 0), after: 1)
            }
        }
        #expect(
            recent.from(2).map(\.mutation.id) == ["guest:j_1-0", "host:d_1-0", "guest:j_1-0"])
        #expect(recent.nextNumber == 5)
    }

    @Test func `keeps only the last rejections`() {
        let recent = rejections(RecentRejections.countMax + 10)
        #expect(recent.from(0).map(\.number).first == 10)
        #expect(recent.from(0).map(\.number).count == RecentRejections.countMax)
        #expect(recent.firstNumber(after: 0) == 10)
    }
}
