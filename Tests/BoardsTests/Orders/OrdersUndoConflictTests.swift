import JSON
import Sync
import TestSupport
import Testing

/// Undos that are rejected because of a conflict or the role.
@Suite struct OrdersUndoConflictTests {
    private var bench = OrdersBench()
    private var fish = ""
    private var bass = ""
    private var tab = ""

    init() throws {
        fish = try bench.section("Fish")
        bass = try bench.dish("Sea bass", 1800, in: fish)
        tab = try bench.open()
    }

    private func undo(_ rev: Int, by principal: Principal = OrdersBench.host) -> RejectCode? {
        bench.code("undo", ["rev": JSON(rev)], by: principal)
    }

    @Test mutating func `an event can't be undone if a later one changed the same item`() throws {
        let sectionAdded = bench.rev - 2
        let dishAdded = bench.rev - 1
        let opened = bench.rev
        expectEqual(undo(sectionAdded), .conflict)
        try bench.ask("edit_dish", ["dish": .string(bass), "price": 1900])
        expectEqual(undo(dishAdded), .conflict)
        try bench.undo()
        expectNil(undo(dishAdded))
        try bench.ask("edit", ["tab": .string(tab), "name": "Ada"])
        expectEqual(undo(opened), .conflict)
        try bench.undo()
        expectNil(undo(opened))
        let line = try bench.add(bass, to: tab)
        let added = bench.rev
        expectEqual(undo(opened), .conflict)
        try bench.add(bass, to: tab)
        expectEqual(undo(added), .conflict)
        try bench.undo()
        try bench.place(tab)
        let placed = bench.rev
        expectEqual(undo(added), .conflict)
        try bench.step("cook", [line])
        expectEqual(undo(placed), .conflict)
        try bench.undo()
        expectNil(undo(placed))
    }

    @Test mutating func `changes of other lines and tabs do not prevent an undo`() throws {
        let first = try bench.order(bass, at: tab)
        let placed = bench.rev
        let other = try bench.open()
        try bench.order(bass, at: other)
        try bench.add(bass, to: tab, ["notes": "no salt"])
        try bench.ask("edit", ["tab": .string(tab), "name": "Ada"])
        try bench.ask("undo", ["rev": JSON(placed)])
        expectEqual(bench.status(first, of: tab), "basket")
    }

    @Test mutating func `nothing can be undone on a tab that has left`() throws {
        let line = try bench.order(bass, at: tab)
        let placed = bench.rev
        try bench.step("serve", [line])
        let served = bench.rev
        try bench.pay(tab, ["amount": 1800])
        let paid = bench.rev
        try bench.ask("close", ["tab": .string(tab)])
        let closed = bench.rev
        for rev in [placed, served, paid] { expectEqual(undo(rev), .conflict) }
        try bench.ask("undo", ["rev": JSON(closed)])
        expectNil(undo(paid))
        try bench.ask("undo", ["rev": JSON(paid)])
        expectNil(undo(served))
    }

    @Test mutating func `a placing can't be undone if more is paid than would be owed`() throws {
        try bench.order(bass, at: tab)
        let placed = bench.rev
        try bench.order(bass, at: tab)
        try bench.pay(tab, ["amount": 1801])
        expectEqual(undo(placed), .conflict)
        try bench.undo()
        expectNil(undo(placed))
    }

    @Test mutating func `an undo can't take more than the stock`() throws {
        try bench.ask("stock", ["dish": .string(bass), "left": 2])
        let line = try bench.order(bass, 2, at: tab)
        let placed = bench.rev
        try bench.step("cancel_lines", [line])
        let cancelled = bench.rev
        let other = try bench.open()
        try bench.order(bass, 2, at: other)
        expectEqual(bench.left(bass), 0)
        expectEqual(undo(cancelled), .conflict)
        try bench.undo()
        expectEqual(bench.left(bass), 2)
        try bench.ask("undo", ["rev": JSON(cancelled)])
        expectEqual(bench.left(bass), 0)
        // An undone placing returns its stock, and redoing it needs that stock.
        try bench.ask("undo", ["rev": JSON(placed)])
        expectEqual(bench.left(bass), 2)
        let undone = bench.rev
        try bench.ask("stock", ["dish": .string(bass), "left": 1])
        expectEqual(undo(undone), .conflict)
    }

    @Test mutating func `undoing a placing returns the stock, whatever was counted since`() throws {
        try bench.ask("stock", ["dish": .string(bass), "left": 5])
        try bench.order(bass, 2, at: tab)
        let placed = bench.rev
        try bench.ask("stock", ["dish": .string(bass), "left": 10])
        try bench.ask("undo", ["rev": JSON(placed)])
        expectEqual(bench.left(bass), 12)
    }

    @Test mutating func `undoing a placing joins equal lines in the basket, up to 100`() throws {
        let line = try bench.order(bass, 60, at: tab)
        let placed = bench.rev
        let equal = try bench.add(bass, 40, to: tab)
        var copy = bench
        try copy.ask("undo", ["rev": JSON(placed)])
        #expect(copy.line(line, of: tab)?["quantity"] == 100)
        expectNil(copy.line(equal, of: tab))
        try bench.add(bass, 1, to: tab)
        expectEqual(undo(placed), .conflict)
    }

    @Test mutating func `an import can't be undone after a later edit of one of its dishes`() throws
    {
        _ = bench.importMenu(
            #"[{"nombre":"Sole","descripcion":"","precio":9,"tipo":"Fish"}]"#)
        let imported = bench.rev
        let sole = bench.menu["dishes"]?.members?.first { $0.value["name"] == "Sole" }?.key ?? ""
        try bench.ask("edit_dish", ["dish": .string(bass), "price": 1700])
        expectNil(undo(imported))
        try bench.ask("edit_dish", ["dish": .string(sole), "price": 950])
        expectEqual(undo(imported), .conflict)
    }

    @Test mutating func `a merge or a split can't be undone after a change of its tab`() throws {
        let line = try bench.order(bass, 2, at: tab)
        let other = try bench.open()
        try bench.order(bass, at: other)
        try bench.ask("merge", ["tab": .string(tab), "from": .string(other)])
        let merged = bench.rev
        try bench.ask("edit", ["tab": .string(tab), "name": "Ada"])
        expectEqual(undo(merged), .conflict)
        try bench.undo()
        expectNil(undo(merged))
        try bench.ask(
            "split", ["tab": .string(tab), "lines": [["line": .string(line), "quantity": 1]]])
        expectEqual(undo(merged), .conflict)
        let split = bench.rev
        try bench.step("cook", [line])
        expectEqual(undo(split), .conflict)
        try bench.undo()
        expectNil(undo(split))
    }

    @Test mutating func `an unknown revision, or one of another board, is not found`() throws {
        try bench.ask("waitlist.add", ["name": "Ada", "size": 2])
        for rev in [bench.rev, bench.rev + 1] { expectEqual(undo(rev), .notFound) }
    }

    // MARK: Roles

    @Test mutating func `a role can undo the actions that it may perform`() throws {
        let line = try bench.order(bass, at: tab)
        let placed = bench.rev
        try bench.step("cook", [line], by: OrdersBench.cook)
        let cooked = bench.rev
        expectNil(undo(cooked, by: OrdersBench.cook))
        expectNil(undo(cooked, by: OrdersBench.waiter))
        try bench.undo()
        expectEqual(undo(placed, by: OrdersBench.cook), .forbidden)
        expectNil(undo(placed, by: OrdersBench.waiter))
        try bench.ask("edit_dish", ["dish": .string(bass), "price": 1])
        expectEqual(undo(bench.rev, by: OrdersBench.waiter), .forbidden)
        try bench.ask("stock", ["dish": .string(bass), "left": 3])
        expectNil(undo(bench.rev, by: OrdersBench.cook))
        for principal in [OrdersBench.screen, OrdersBench.engineer] {
            expectEqual(undo(bench.rev, by: principal), .forbidden)
        }
    }

    @Test mutating func `a guest can undo only what guests of its tab did`() throws {
        let guest = OrdersBench.guest(of: tab)
        let line = try bench.add(bass, to: tab, by: guest)
        expectNil(undo(bench.rev, by: guest))
        let added = bench.rev
        try bench.ask("change", ["line": .string(line), "quantity": 2])
        expectEqual(undo(bench.rev, by: guest), .forbidden)
        try bench.undo()
        expectNil(undo(added, by: guest))
        let other = try bench.open()
        let neighbour = OrdersBench.guest(of: other)
        expectEqual(undo(added, by: neighbour), .forbidden)
        // The answer doesn't reveal whether the revision exists.
        expectEqual(undo(999, by: guest), .forbidden)
        expectNil(undo(added, by: OrdersBench.waiter))
    }
}
