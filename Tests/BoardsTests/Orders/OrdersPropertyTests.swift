import JSON
import Sync
import TestSupport
import Testing

@testable import TestBoards

/// Random services, compared with an account of the accepted requests.
@Suite struct OrdersPropertyTests {
    @Test(arguments: Tier.seeds(1...6, usually: 2))
    func `every view equals a recount of the accepted requests`(seed: UInt64) throws {
        var service = try OrdersService(seed: seed)
        var count = 0
        for number in 1...1500 {
            guard let tabs = service.step() else { continue }
            count += 1
            let comparison = service.comparison
            var found = comparison.differences(of: tabs) + comparison.faults(of: tabs)
            if number.isMultiple(of: 10) { found += comparison.differences() }
            expectEqual(found, [], "revision \(service.bench.rev)")
        }
        let comparison = service.comparison
        expectEqual(comparison.differences(of: service.tabs) + comparison.differences(), [])
        #expect(count > 250)
        expectEqual(service.account.wrongUndos, [])
    }

    @Test func `random services cover every kind of request`() throws {
        var accepted: [String: Int] = [:]
        for seed in 1...6 as ClosedRange<UInt64> {
            var service = try OrdersService(seed: seed)
            for _ in 1...1500 { _ = service.step() }
            accepted.merge(service.accepted) { $0 + $1 }
        }
        for verb in [
            "add", "change", "place", "cook", "done", "serve", "recall", "cancel_lines", "pay",
            "unpay", "close", "reopen", "cancel", "open", "edit", "repeat", "merge", "split",
            "stock", "undo", "edit_dish", "add_dish", "remove_dish", "move_dish", "add_section",
            "move_section", "import",
        ] {
            #expect(accepted[verb] ?? 0 > 0, "\(verb)")
        }
    }

    @Test(arguments: 11...13)
    func `replayed events and a restored state give the same documents`(
        seed: UInt64
    ) throws {
        var service = try OrdersService(seed: seed)
        for number in 1...900 {
            _ = service.step()
            guard number.isMultiple(of: 150) else { continue }
            let tabs = Array(service.tabs)
            let expected = service.bench.everything(tabs)
            expectEqual(service.bench.replayed().everything(tabs), expected)
            try expectEqual(service.bench.restored().everything(tabs), expected)
        }
    }

    @Test(arguments: Tier.seeds(21...24, usually: 1))
    func `undo and redo restore every document`(seed: UInt64) throws {
        var service = try OrdersService(seed: seed)
        var count = 0
        for _ in 1...700 where service.step() != nil {
            var bench = service.bench
            let tabs = Array(service.tabs)
            let before = bench.everything(tabs)
            guard (try? bench.undo(by: OrdersBench.owner)) != nil else { continue }
            try bench.undo(by: OrdersBench.owner)
            expectEqual(bench.everything(tabs), before, "revision \(service.bench.rev)")
            count += 1
        }
        #expect(count > 50)
    }

    @Test(arguments: Tier.seeds(31...34, usually: 2))
    func `merging and splitting preserve the sums`(seed: UInt64) throws {
        var service = try OrdersService(seed: seed)
        var last = sums(service.bench)
        for _ in 1...1200 where service.step() != nil {
            let now = sums(service.bench)
            if ["merged", "split"].contains(service.bench.events.last?.kind) {
                expectEqual(now, last, "revision \(service.bench.rev)")
            }
            last = now
        }
    }

    /// Returns the sums over all open tabs: quantities in the basket and beyond, totals, payments
    /// and tips.
    private func sums(_ bench: OrdersBench) -> [Int] {
        let rows = bench.hosts["tabs"]?.members?.values.map { $0 } ?? []
        return ["basket", "dishes", "total", "paid", "tip", "kitchen", "ready"].map { name in
            rows.reduce(0) { $0 + ($1[name]?.integer ?? 0) }
        }
    }

    @Test(arguments: 41...42)
    func `an event touches exactly the guests whose view it changes`(seed: UInt64) throws {
        var service = try OrdersService(seed: seed)
        var revs: [String: Int] = [:]
        var views: [String: JSON] = [:]
        for _ in 1...500 where service.step() != nil {
            for tab in service.tabs {
                let message = service.bench.message(
                    "orders/guest", by: OrdersBench.guest(of: tab))
                guard let message, let json = try? JSON(parsing: message) else { continue }
                let rev = json["rev"]?.integer
                if json["doc"] == views[tab] {
                    expectEqual(rev, revs[tab], "\(tab) at \(service.bench.rev)")
                } else if views[tab] != nil {
                    #expect(rev ?? 0 > revs[tab] ?? 0, "\(tab) at \(service.bench.rev)")
                }
                (views[tab], revs[tab]) = (json["doc"], rev)
            }
        }
        #expect(views.count > 10)
    }
}
