import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import WaitlistBoard

@Suite struct WaitlistServiceDayTests {
    private var bench = WaitlistBench()

    @Test mutating func `restarts the numbers on a new day, without parties that left`() throws {
        let ada = try bench.add("Ada")
        let bo = try bench.add("Bo")
        try bench.ask("seat", party: ada)
        let display = bench.documents["waitlist/display"]
        bench.beginDay()
        expectEqual(bench.documents["waitlist/display"], display)
        #expect(bench.documents["waitlist/host"]?["gone"] == [:])
        expectEqual(bench.order, ["Bo"])
        let cy = try bench.add("Cy")
        #expect(bench.hostRow(cy)?["number"] == 1)
        expectEqual(bench.order, ["Bo", "Cy"])
        // A party that left on an earlier day can still be restored.
        try bench.ask("restore", party: ada)
        expectEqual(bench.order, ["Ada", "Bo", "Cy"])
        try bench.ask("cancel", party: bo)
        expectEqual(bench.documents["waitlist/host"]?["gone"]?.members?.count, 1)
        expectEqual(bench.replayed().documents, bench.documents)
        // The waiting list itself does not begin a day.
        expectNil(bench.board.nextDue())
    }

    @Test mutating func `skips the numbers of parties on the list`() throws {
        let first = try bench.add("Ada")
        let second = try bench.add("Bo")
        let third = try bench.addPending("Cy")
        try bench.ask("ready", party: second)
        bench.beginDay()
        func number(_ party: String) -> JSON? { bench.hostRow(party)?["number"] }
        expectEqual(number(try bench.add("Di")), 4)
        expectEqual(number(third), 3)
        try bench.ask("seat", party: first)
        bench.beginDay()
        // 1 is free again.
        expectEqual(number(try bench.add("Ed")), 1)
        expectEqual(number(try bench.add("Flo")), 5)
        // A restored party keeps its number.
        bench.beginDay()
        try bench.ask("cancel", party: second)
        try bench.ask("restore", party: second)
        let replayed = bench.replayed().board
        expectEqual(replayed.numbers, [1: 1, 2: 1, 3: 1, 4: 1, 5: 1])
        expectEqual(bench.board.numbers, replayed.numbers)
        expectEqual(number(try bench.add("Gil")), 6)
    }

    @Test mutating func `gives a returning party another number if its own is taken`()
        throws
    {
        let ada = try bench.add("Ada")
        let bo = try bench.add("Bo")
        let seated = try bench.ask("seat", party: ada)
        try bench.ask("no_show", party: bo)
        bench.beginDay()
        let cy = try bench.add("Cy")
        let di = try bench.add("Di")
        func number(_ party: String) -> JSON? { bench.hostRow(party)?["number"] }
        #expect(number(cy) == 1 && number(di) == 2)
        try bench.ask("waitlist.undo", ["rev": JSON(seated.rev)])
        try bench.ask("restore", party: bo)
        #expect(number(ada) == 3 && number(bo) == 4)
        try bench.ask("cancel", party: ada)
        expectEqual(number(try bench.add("Ed")), 5)
        expectEqual(bench.replayed().documents, bench.documents)
    }

    @Test mutating func `restores the taken numbers from a snapshot`() throws {
        try bench.add("Ada")
        let gone = try bench.add("Bo")
        try bench.ask("cancel", party: gone)
        bench.beginDay()
        var writer = StateWriter()
        bench.board.save(to: &writer)
        var reader = StateReader(writer.bytes)
        var restored = WaitlistBench().board
        try restored.restore(from: &reader)
        expectEqual(restored.numbers, [1: 1])
    }

    @Test
    mutating func `does not show a party as gone today when its return on another day is undone`()
        throws
    {
        let ada = try bench.add("Ada")
        try bench.ask("seat", party: ada)
        bench.beginDay()
        try bench.ask("restore", party: ada)
        try bench.ask("waitlist.undo", ["rev": 4])
        expectEqual(bench.documents["waitlist/host"], ["parties": [:], "gone": [:]])
    }
}
