import JSON
import Testing

@testable import Sync

@Suite struct PendingEventsTests {
    private static func pending(_ rev: Int) -> PendingEvent {
        let event = Event(
            rev: rev, at: Instant(milliseconds: 0), board: "lab", kind: "noted", subject: "a",
            data: [:], actor: "host:d_1", mutationID: "m\(rev)")
        return PendingEvent(event: event, observers: [], waiting: [])
    }

    private static func pending(_ revs: ClosedRange<Int>) -> PendingEvents {
        var pending = PendingEvents()
        for rev in revs { pending.append(self.pending(rev)) }
        return pending
    }

    @Test func `finds each event by its revision and mutation while others are removed`() {
        var pending = Self.pending(11...30)
        for taken in 11...30 {
            for rev in taken...30 {
                #expect(pending[rev].event.rev == rev)
                #expect(pending.rev(of: "m\(rev)") == rev)
            }
            #expect(pending.all.map(\.event.rev) == Array(taken...30))
            #expect(pending.firstRev == taken && pending.last?.rev == 30)
            #expect(pending.popFirst(through: taken)?.event.rev == taken)
            #expect(pending.rev(of: "m\(taken)") == nil)
        }
        #expect(pending.isEmpty && pending.firstRev == nil)
    }

    @Test func `removes nothing after a revision, and renumbers once all are removed`() {
        var pending = Self.pending(1...2)
        #expect(pending.popFirst(through: 0)?.event == nil)
        #expect(pending.popFirst(through: 1)?.event.rev == 1)
        #expect(pending.popFirst(through: 1)?.event == nil)
        #expect(pending.popFirst(through: 99)?.event.rev == 2)
        #expect(pending.popFirst(through: 99)?.event == nil)
        pending.append(Self.pending(7))
        #expect(pending.firstRev == 7 && pending[7].event.rev == 7)
    }
}
