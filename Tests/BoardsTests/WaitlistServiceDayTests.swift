import JSON
import Sync
import Testing

@testable import Boards

@Suite struct WaitlistServiceDayTests {
    @Test func `a service day begins at four o'clock in the venue's time zone`() throws {
        let cases = try VectorFile.cases("boards-service-days")
        #expect(cases.count > 20)
        for vector in cases {
            let zone = try #require(vector["timeZone"]?.text)
            let after = try #require(vector["after"]?.instant)
            var bench = WaitlistBench(timeZone: zone, at: after)
            #expect(bench.board.nextDue() == nil)
            try bench.add("Ada")
            #expect(bench.board.nextDue() == vector["begins"]?.instant, "\(vector.canonicalText)")
        }
    }

    @Test func `a zone that does not exist is taken for UTC`() throws {
        var bench = WaitlistBench(timeZone: "Mars/Base", at: Instant(milliseconds: 0))
        try bench.add("Ada")
        #expect(bench.board.nextDue() == Instant(milliseconds: 4 * 3_600_000))
    }

    @Test func `a new day begins numbers again and shows nobody who left before`() throws {
        var bench = WaitlistBench()
        let ada = try bench.add("Ada")
        let bo = try bench.add("Bo")
        try bench.ask("seat", party: ada)
        let due = try #require(bench.board.nextDue())
        let early = Moment(now: due.adding(milliseconds: -1), rev: 4)
        #expect(bench.board.decideDue(at: early) == nil)
        bench.now = due
        let decision = try #require(bench.board.decideDue(at: Moment(now: due, rev: 4)))
        #expect(decision == Decision(kind: "day_began", subject: "day", data: [:]))
        let display = bench.documents["waitlist/display"]
        bench.tick()
        #expect(bench.rev == 4)
        #expect(bench.documents["waitlist/display"] == display)
        #expect(bench.documents["waitlist/host"]?["gone"] == [:])
        #expect(bench.order == ["Bo"])
        #expect(bench.board.nextDue() == nil)
        let cy = try bench.add("Cy")
        #expect(bench.hostRow(cy)?["number"] == 1)
        #expect(bench.order == ["Bo", "Cy"])
        // Whoever left on an earlier day can still come back.
        try bench.ask("restore", party: ada)
        #expect(bench.order == ["Ada", "Bo", "Cy"])
        try bench.ask("cancel", party: bo)
        #expect(bench.documents["waitlist/host"]?["gone"]?.members?.count == 1)
        #expect(bench.replayed().documents == bench.documents)
    }

    @Test func `taking back a return of another day's guest does not show it as gone today`() throws
    {
        var bench = WaitlistBench()
        let ada = try bench.add("Ada")
        try bench.ask("seat", party: ada)
        bench.now = bench.now.adding(milliseconds: 86_400_000)
        bench.tick()
        try bench.ask("restore", party: ada)
        try bench.ask("waitlist.undo", ["rev": 4])
        #expect(bench.documents["waitlist/host"] == ["parties": [:], "gone": [:]])
        #expect(bench.board.nextDue() == nil)
    }

    @Test func `after days with nothing to do the next day is the one after the first event`()
        throws
    {
        var bench = WaitlistBench(timeZone: "UTC", at: Instant(milliseconds: 0))
        try bench.add("Ada")
        bench.now = Instant(milliseconds: 4 * 3_600_000)
        bench.tick()
        bench.now = bench.now.adding(milliseconds: 10 * 86_400_000)
        bench.tick()
        #expect(bench.rev == 2)
        try bench.add("Bo")
        #expect(bench.board.nextDue() == Instant(milliseconds: 11 * 86_400_000 + 4 * 3_600_000))
        // Slept through: one day begins, not one for each that has passed.
        bench.now = bench.now.adding(milliseconds: 5 * 86_400_000)
        bench.tick()
        #expect(bench.rev == 4)
        #expect(bench.board.nextDue() == nil)
    }
}
