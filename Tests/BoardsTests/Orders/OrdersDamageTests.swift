import JSON
import Sync
import TestSupport
import Testing

/// Damaged events of a journal.
@Suite struct OrdersDamageTests {
    private static let values: [JSON] = [
        .null, true, 0, -1, 1, 2, 101, 4.5, 1e300, "", "x", "open", "placed", "table", "takeaway",
        "2026-11-20T18:04:05.123Z", "0000-01-01T00:00:00Z", [], ["x"], [5], [:],
        ["name": "x"], ["line": "x", "quantity": -3], [["line": "x", "quantity": 2]],
    ]

    /// Replaces some values of an event's data, at any depth.
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

    private func events(seed: UInt64) throws -> (intact: OrdersBench, damaged: [Event]) {
        var service = try OrdersService(seed: seed)
        for _ in 1...500 { _ = service.step() }
        var random = SeededGenerator(seed: seed)
        let subjects = service.bench.events.map(\.subject)
        let events = service.bench.events.map { event in
            var event = event
            if Int.random(in: 0..<3, using: &random) == 0 {
                event.data = damaged(event.data, using: &random)
            }
            if Int.random(in: 0..<20, using: &random) == 0 {
                event.subject = subjects.randomElement(using: &random) ?? ""
            }
            return event
        }
        return (service.bench, events)
    }

    @Test(arguments: 1...4)
    func `no event of a damaged journal stops the hub`(seed: UInt64) throws {
        let (intact, damaged) = try events(seed: seed)
        let bench = intact.replaying(damaged)
        expectEqual(bench.rev, damaged.last?.rev)
        let tabs = damaged.map(\.subject)
        _ = bench.everything(tabs)
        // Every request still gets an answer.
        for step in damaged {
            _ = bench.refusal("undo", ["rev": JSON(step.rev)])
        }
        for tab in Set(tabs) {
            for verb in ["place", "close", "reopen", "cancel"] {
                _ = bench.refusal(verb, ["tab": .string(tab)])
            }
        }
        var copy = bench
        _ = copy.exportMenu()
        _ = copy.importMenu("[]")
    }

    @Test(arguments: 1...2)
    func `the state of a damaged journal is saved and restored`(seed: UInt64) throws {
        let (intact, damaged) = try events(seed: seed)
        let bench = intact.replaying(damaged)
        let tabs = damaged.map(\.subject)
        try expectEqual(bench.restored().everything(tabs), bench.everything(tabs))
    }
}
