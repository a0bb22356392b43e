import BoardKit
import JSON
import Sync
import TestSupport
import Testing
import WaitlistBoard

@Suite struct DamagedJournalTests {
    private static let values: [JSON] = [
        .null, true, 0, -1, 1, 2, 101, 4.5, 1e300, "", "x", "open", "placed", "table", "takeaway",
        "p_1", "waiting", "zz",
        "2026-11-20T18:04:05.123Z", "0000-01-01T00:00:00Z", [], ["x"], [5], [:],
        ["name": "x"], ["line": "x", "quantity": -3], [["line": "x", "quantity": 2]],
    ]

    /// Returns the data with some values replaced, at any depth.
    private func damaged(_ value: JSON, using random: inout SeededGenerator) -> JSON {
        if Int.random(in: 0..<8, using: &random) == 0 {
            return Self.values.randomElement(using: &random) ?? .null
        }
        if let members = value.members {
            var changed: [String: JSON] = [:]
            for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                if Int.random(in: 0..<12, using: &random) == 0 { continue }
                changed[name] = damaged(member, using: &random)
            }
            return .object(changed)
        }
        if let elements = value.elements {
            var changed: [JSON] = []
            for element in elements { changed.append(damaged(element, using: &random)) }
            return .array(changed)
        }
        return value
    }

    private func damaged(_ events: [Event], seed: UInt64) -> [Event] {
        var random = SeededGenerator(seed: seed)
        return events.map { event in
            var event = event
            if Int.random(in: 0..<3, using: &random) == 0 {
                event.data = damaged(event.data, using: &random)
            }
            if Int.random(in: 0..<20, using: &random) == 0 {
                event.subject = events.randomElement(using: &random)?.subject ?? ""
            }
            return event
        }
    }

    @Test(arguments: 1...4)
    func `survives the damaged events of a service, and saves and restores its state`(
        seed: UInt64
    ) throws {
        var service = try OrdersService(seed: seed)
        for _ in 1...500 { _ = service.step() }
        let damaged = damaged(service.bench.events, seed: seed)
        let bench = service.bench.replaying(damaged)
        expectEqual(bench.rev, damaged.last?.rev)
        let tabs = damaged.map(\.subject)
        try expectEqual(bench.restored().everything(tabs), bench.everything(tabs))
        // Every request still gets an answer.
        for event in damaged { _ = bench.refusal("undo", ["rev": JSON(event.rev)]) }
        for tab in Set(tabs) {
            for verb in ["place", "close", "reopen", "cancel"] {
                _ = bench.refusal(verb, ["tab": .string(tab)])
            }
        }
        var copy = bench
        _ = copy.exportMenu()
        _ = copy.importMenu("[]")
    }

    @Test(arguments: 1...3)
    func `survives the damaged events of an evening at the door`(seed: UInt64) throws {
        let damaged = damaged(VenueHistory(seed: seed, count: 300).events, seed: seed)
        let bench = OrdersBench().replaying(damaged)
        let list = try #require(bench.venue.board(Waitlist.self))
        for event in damaged {
            _ = list.result(of: event)
            let party = JSON.string(event.subject)
            for verb in list.declaration.actions.map(\.name) {
                let arguments: [String: JSON] =
                    switch verb {
                    case "waitlist.undo": ["rev": JSON(event.rev)]
                    case "waitlist.call_next": [:]
                    case "waitlist.move": ["party": party, "before": "p_1"]
                    default: ["party": party]
                    }
                _ = bench.refusal(verb, arguments)
            }
            _ = bench.refusal("notice.undo", ["rev": JSON(event.rev)])
            _ = bench.document("waitlist/guest", by: OrdersBench.waiting(event.subject))
        }
        for view in ["waitlist/host", "waitlist/display", "notice/display", "house/settings"] {
            _ = bench.document(view, by: OrdersBench.owner)
        }
    }
}
