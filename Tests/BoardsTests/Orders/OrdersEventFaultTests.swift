import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import OrdersBoard

/// Events of a file, which no rule of an action has judged.
@Suite struct OrdersEventFaultTests {
    private let board = OrdersBench().venue.board(Orders.self)

    private static let impossible: [(member: String, value: JSON)] = [
        ("name", .string(String(repeating: "a", count: 81))), ("phone", "12"),
        ("address", .string(String(repeating: "a", count: 301))), ("notes", 1),
        ("person", .string(String(repeating: "a", count: 25))), ("reason", ["late"]),
        ("table", ""), ("station", .string(String(repeating: "a", count: 25))), ("price", -1),
        ("vat", 3001), ("quantity", 101), ("description", 1), ("allergens", ["bees"]),
    ]

    @Test(arguments: impossible.indices)
    func `an import refuses values that no action accepts, at any depth`(index: Int) {
        let (member, value) = Self.impossible[index]
        let told = "its \(member) is invalid"
        expectEqual(board?.fault(in: .object([member: value])), told)
        expectEqual(board?.fault(in: ["lines": [["line": "i_1"], .object([member: value])]]), told)
    }

    @Test func `events masked for engineers are imported`() {
        expectNil(board?.fault(in: ["name": .mask, "phone": .mask, "number": 3]))
        expectNil(board?.fault(in: ["name": "Ada", "price": 450, "quantity": 0]))
    }
}
