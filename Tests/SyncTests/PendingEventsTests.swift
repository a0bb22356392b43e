import JSON
import Testing

@testable import Sync

@Suite struct PendingEventsTests {
    private static func pending(_ revs: ClosedRange<Int>) -> PendingEvents {
        var pending = PendingEvents()
        for rev in revs {
            let event = Event(
                rev: rev, at: Instant(milliseconds: 0), board: "lab", kind: "noted", subject: "a",
                data: [:], actor: "host:d_1", mutationID: "m\(rev)")
            pending.append(PendingEvent(event: event, waiting: []))
        }
        return pending
    }

    @Test func `finds each event by its revision and mutation while others are taken`() {
        var pending = Self.pending(11...30)
        for taken in 11...30 {
            for rev in taken...30 {
                #expect(pending[rev].event.rev == rev)
                #expect(pending.rev(of: "m\(rev)") == rev)
            }
            #expect(pending.all.map(\.event.rev) == Array(taken...30))
            #expect(pending.first?.rev == taken && pending.last?.rev == 30)
            #expect(pending.take(through: taken).map(\.event.rev) == [taken])
            #expect(pending.rev(of: "m\(taken)") == nil)
        }
        #expect(pending.isEmpty && pending.first == nil)
    }

    @Test func `takes what is there up to a revision, and nothing twice`() {
        var pending = Self.pending(1...9)
        #expect(pending.take(through: 0).isEmpty)
        #expect(pending.take(through: 2).map(\.event.rev) == [1, 2])
        #expect(pending.take(through: 2).isEmpty)
        #expect(pending.take(through: 99).map(\.event.rev) == Array(3...9))
        #expect(pending.isEmpty)
    }
}
