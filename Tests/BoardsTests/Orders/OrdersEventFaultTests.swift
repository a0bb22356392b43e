import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import OrdersBoard

/// Events of a file, which no action's rules have checked.
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
    func `an import rejects values that no action accepts, at any depth`(index: Int) {
        let (member, value) = Self.impossible[index]
        let told = "its \(member) is invalid"
        expectEqual(board?.fault(in: .object([member: value])), told)
        expectEqual(board?.fault(in: ["lines": [["line": "i_1"], .object([member: value])]]), told)
    }

    @Test func `events masked for engineers can be imported`() {
        expectNil(board?.fault(in: ["name": .mask, "phone": .mask, "number": 3]))
        expectNil(board?.fault(in: ["name": "Ada", "price": 450, "quantity": 0]))
    }
}
