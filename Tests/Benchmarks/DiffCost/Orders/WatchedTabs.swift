import BoardKit
import JSON
import OrdersBoard
import Sync

/// A venue with open tabs and dishes: staff watch the views of all tabs, a guest watches each tab,
/// and waiters watch the tabs that are changed.
struct WatchedTabs {
    /// The measured mutations. Each leaves the tabs as they were.
    enum Kind: String, CaseIterable {
        case basket = "a dish into a tab's basket, and out again"
        case stock = "what is left of a dish"
    }

    private var venue = WatchedVenue()
    private var dishes: [String] = []
    private var tabs: [String] = []
    private var changeCount = 0

    private static let waiterCount = 10
    private static let linesPerTab = 8
    private static let dishesPerSection = 20

    /// - Parameter tabCount: at least 10.
    init(tabCount: Int, dishCount: Int) throws {
        try writeMenu(dishCount)
        for number in 1...tabCount { try open(number) }
        let waiter = Principal(role: Role(rawValue: "waiter"), device: "d_2")
        venue.watch(["orders/host", "orders/menu"], as: waiter)
        venue.watch(
            ["orders/kitchen"], as: Principal(role: Role(rawValue: "kitchen"), device: "d_3"))
        for tab in tabs.prefix(Self.waiterCount) {
            venue.watch(["orders/tab?tab=\(tab)"], as: waiter)
        }
        for tab in tabs {
            venue.watch(
                ["orders/guest", "orders/menu"],
                as: Principal(guestOf: Subject(board: Orders.boardName, id: tab)))
        }
    }

    mutating func change(_ kind: Kind) throws {
        changeCount += 1
        switch kind {
        case .basket:
            let tab = changeCount % Self.waiterCount
            // A dish that no line of the tab has.
            let line = try add(dish: tab + Self.linesPerTab, to: tab)
            try mutate("change", ["line": line, "quantity": 0])
        case .stock:
            let dish = changeCount * 7919 % dishes.count
            // Never the previous number, and never sold out.
            let left = 1 + changeCount % 997
            try mutate("stock", ["dish": .string(dishes[dish]), "left": JSON(left)])
        }
    }

    private mutating func writeMenu(_ count: Int) throws {
        var section: JSON = .null
        for number in 0..<count {
            if number.isMultiple(of: Self.dishesPerSection) {
                section = .string(
                    try mutate("add_section", ["name": .string("Section \(number)")]).subject)
            }
            let dish: [String: JSON] = [
                "section": section, "name": .string("Dish \(number)"), "price": 1_250,
                "description": "With olive oil, lemon and whatever the garden gives.",
            ]
            dishes.append(try mutate("add_dish", dish).subject)
        }
    }

    /// Opens a tab. Half of its lines are with the kitchen, the others in its basket.
    private mutating func open(_ number: Int) throws {
        let tab = tabs.count
        tabs.append(
            try mutate("open", ["kind": "table", "table": .string("T\(number)")]).subject)
        for line in 0..<Self.linesPerTab {
            if line == Self.linesPerTab / 2 { try mutate("place", ["tab": .string(tabs[tab])]) }
            _ = try add(dish: tab + line, to: tab)
        }
    }

    /// - Returns: the line.
    private mutating func add(dish: Int, to tab: Int) throws -> JSON {
        let added = try mutate(
            "add",
            ["tab": .string(tabs[tab]), "dish": .string(dishes[dish % dishes.count])])
        return added.data["line"] ?? .null
    }

    @discardableResult
    private mutating func mutate(_ verb: String, _ arguments: [String: JSON]) throws -> Event {
        try venue.mutate("orders.\(verb)", arguments)
    }
}
