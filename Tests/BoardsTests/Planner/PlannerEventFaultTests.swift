import JSON
import ShippedBoards
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import PlannerBoard

/// Events of an imported journal, to which no action's rules were applied.
@Suite struct PlannerEventFaultTests {
    private let board = PlannerBench().venue.board(Planner.self)

    private static let impossible: [(member: String, value: JSON)] = [
        ("title", 1), ("location", ["here"]),
        ("description", .string(String(repeating: "a", count: 300_000))),
        ("color", "pink"), ("display", "all"), ("phone", "12"), ("notes", 1), ("size", 0),
        ("name", .string(String(repeating: "a", count: 81))), ("tags", ["", "b"]),
        ("table", .string(String(repeating: "a", count: 25))),
        ("reservation", 1), ("details", "some"), ("calendars", "main"),
    ]

    @Test(arguments: impossible.indices)
    func `refuses values that no action accepts, at any depth`(index: Int) {
        let (member, value) = Self.impossible[index]
        let told = "its \(member) is invalid"
        expectEqual(board?.fault(in: .object([member: value])), told)
        expectEqual(board?.fault(in: ["events": ["e_1": .object([member: value])]]), told)
    }

    @Test func `refuses a reservation with an impossible time or length`() {
        let told = "its start is invalid"
        expectEqual(board?.fault(in: ["size": 2, "start": "tonight"]), told)
        #expect(board?.fault(in: ["size": 2, "start": "2026-05-04T19:30", "minutes": 1]) != nil)
    }

    @Test func `imports every event that a hub has written`() {
        var walk = PlannerWalk(seed: 7)
        for _ in 1...250 { _ = walk.step() }
        let record = walk.bench.venue.record
        var boards = ImportedBoards(
            BoardRegistry.shipped.boards(for: record, dependencies: .everyone))
        for event in walk.bench.events {
            expectNil(boards.take(event), "\(event.type) at \(event.rev)")
        }
    }
}
