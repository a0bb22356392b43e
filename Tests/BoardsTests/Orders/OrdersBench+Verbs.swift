import JSON
import Sync

@testable import TestBoards

/// Short calls for the board's actions, and for parts of its documents.
extension VenueBench where Board == BenchedOrders {
    // MARK: The menu

    /// - Returns: the section's id.
    @discardableResult
    mutating func section(
        _ name: String, _ more: [String: JSON] = [:]
    ) throws(Rejection) -> String {
        let arguments = ["name": .string(name)].merging(more) { $1 }
        return try ask("add_section", arguments)["section"]?.text ?? ""
    }

    /// - Returns: the dish's id.
    @discardableResult
    mutating func dish(
        _ name: String, _ price: Int, in section: String, _ more: [String: JSON] = [:]
    ) throws(Rejection) -> String {
        let arguments: [String: JSON] = [
            "section": .string(section), "name": .string(name), "price": JSON(price),
        ]
        return try ask("add_dish", arguments.merging(more) { $1 })["dish"]?.text ?? ""
    }

    // MARK: Tabs and lines

    /// - Returns: the tab's id.
    @discardableResult
    mutating func open(
        _ kind: String = "table", _ more: [String: JSON] = [:], by principal: Principal = host
    ) throws(Rejection) -> String {
        var arguments: [String: JSON] = ["kind": .string(kind)]
        if kind == "table" { arguments["table"] = "7" }
        if kind != "table" { arguments["phone"] = "+12015550123" }
        if kind == "delivery" { arguments["address"] = "1 Main St" }
        return try ask("open", arguments.merging(more) { $1 }, by: principal)["tab"]?.text ?? ""
    }

    /// - Returns: the line's id.
    @discardableResult
    mutating func add(
        _ dish: String, _ quantity: Int = 1, to tab: String, _ more: [String: JSON] = [:],
        by principal: Principal = host
    ) throws(Rejection) -> String {
        let arguments: [String: JSON] = [
            "tab": .string(tab), "dish": .string(dish), "quantity": JSON(quantity),
        ]
        return try ask("add", arguments.merging(more) { $1 }, by: principal)["line"]?.text ?? ""
    }

    /// Places the whole basket, or these lines of it.
    ///
    /// - Returns: the round.
    @discardableResult
    mutating func place(
        _ tab: String, _ lines: [String]? = nil, by principal: Principal = host
    ) throws(Rejection) -> Int {
        var arguments: [String: JSON] = ["tab": .string(tab)]
        arguments["lines"] = lines.map { .array($0.map(JSON.string)) }
        return try ask("place", arguments, by: principal)["round"]?.integer ?? 0
    }

    /// Adds a dish and places it alone.
    ///
    /// - Returns: the line's id.
    @discardableResult
    mutating func order(
        _ dish: String, _ quantity: Int = 1, at tab: String, _ more: [String: JSON] = [:]
    ) throws(Rejection) -> String {
        let line = try add(dish, quantity, to: tab, more)
        try place(tab, [line])
        return line
    }

    /// Takes a step of the kitchen, or `cancel_lines`.
    @discardableResult
    mutating func step(
        _ verb: String, _ lines: [String], _ more: [String: JSON] = [:],
        by principal: Principal = host
    ) throws(Rejection) -> [String] {
        let arguments = ["lines": Self.texts(lines)].merging(more) { $1 }
        let named = try ask(verb, arguments, by: principal)["lines"]
        return named?.elements?.compactMap(\.text) ?? []
    }

    /// - Returns: the payment's id.
    @discardableResult
    mutating func pay(
        _ tab: String, _ more: [String: JSON], by principal: Principal = host
    ) throws(Rejection) -> String {
        let arguments: [String: JSON] = ["tab": .string(tab), "method": "cash"]
        return try ask("pay", arguments.merging(more) { $1 }, by: principal)["payment"]?.text ?? ""
    }

    // MARK: Documents

    func tab(_ tab: String, by principal: Principal = host) -> JSON {
        document("orders/tab", [("tab", tab)], by: principal) ?? .null
    }

    func guestView(_ tab: String) -> JSON? {
        document("orders/guest", by: Self.guest(of: tab))
    }

    func line(_ line: String, of tab: String) -> JSON? { self.tab(tab)["lines"]?[line] }

    func status(_ line: String, of tab: String) -> String? {
        self.line(line, of: tab)?["status"]?.text
    }

    func bill(_ tab: String) -> JSON { self.tab(tab)["bill"] ?? .null }

    var menu: JSON { document("orders/menu") ?? .null }
    var hosts: JSON { document("orders/host") ?? .null }
    var kitchen: JSON { document("orders/kitchen", by: Self.cook) ?? .null }
    var pickup: JSON { document("orders/display", by: Self.screen) ?? .null }

    func dishRow(_ dish: String) -> JSON? { menu["dishes"]?[dish] }

    func left(_ dish: String) -> Int? { dishRow(dish)?["left"]?.integer }

    /// Rows in the order of their ranks.
    static func ranked(_ rows: JSON?) -> [(id: String, row: JSON)] { rows?.ranked ?? [] }

    /// The section, name and price of each dish, in the order of the menu.
    var carte: [[JSON]] {
        let dishes = Self.ranked(menu["dishes"])
        return Self.ranked(menu["sections"]).flatMap { section in
            dishes.filter { $0.row["section"]?.text == section.id }.map { dish in
                [
                    section.row["name"] ?? .null, dish.row["name"] ?? .null,
                    dish.row["price"] ?? .null,
                ]
            }
        }
    }

    static func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

    /// The time of the next request, as documents contain it.
    var clock: JSON { .string(now.description) }

    /// The time of the last event, as documents contain it.
    var lastAt: JSON { .string((events.last?.at ?? Self.start).description) }
}

extension VenueBench where Board == BenchedOrders {
    /// Every document that staff can read, for comparisons.
    func everything(_ tabs: [String] = []) -> [String: JSON] {
        var all: [String: JSON] = [:]
        for view in ["menu", "host", "kitchen", "display"] {
            all[view] = document("orders/\(view)")
        }
        all["settings"] = document("orders/settings", by: Self.owner)
        all["history"] = document("orders/history", [("day", "2026-11-20")])
        let known = ["tabs", "gone"].flatMap { hosts[$0]?.members?.keys.map { $0 } ?? [] }
        for tab in Set(known + tabs) {
            all["tab \(tab)"] = document("orders/tab", [("tab", tab)])
            all["guest \(tab)"] = guestView(tab)
        }
        return all
    }
}
