import JSON
import Sync
import TestSupport
import Testing

/// The exact problems of arguments and their order.
@Suite struct OrdersFieldTests {
    private typealias Case = (action: String, arguments: [String: JSON], problems: [[String]])

    private static func text(_ count: Int) -> JSON {
        .string(String(repeating: "x", count: count))
    }

    private static let allergens =
        "Allergens must be different ones of gluten, crustaceans, eggs, fish, peanuts, soybeans, "
        + "milk, nuts, celery, mustard, sesame, sulphites, lupin, molluscs"
    private static let price = "Price must be an integer from 0 to 99999999"
    private static let vat = "Vat must be an integer from 0 to 3000"
    private static let station = "Station must be a text of 1 to 24 characters"
    private static let table = "Table must be a text of 1 to 24 characters"
    private static let texts = "Texts must be at most 8 languages, each with a name"
    private static let left = "Left must be an integer from 0 to 999, or null"
    private static let quantity = "Quantity must be an integer from 1 to 100"
    private static let lines = "Lines must be 1 to 200 different lines"
    private static let amount = "Amount must be a positive integer"
    private static let ways = "Give one of amount, lines and person"
    private static let tip = "Tip must be an integer from 0 to 99999999"
    private static let phone =
        "Phone must be a number with its country code, such as +1 201 555 0123"

    private static func required(_ fields: String...) -> [[String]] {
        fields.map { [$0, "\($0.prefix(1).uppercased())\($0.dropFirst()) is a required field."] }
    }

    private static let tooManyTexts = JSON.object(
        Dictionary(
            uniqueKeysWithValues: "abcdefghi".map { ("a\($0)", ["name": "x"] as JSON) }))

    private static let ofMenu: [Case] = [
        ("add_section", [:], required("name")),
        ("add_section", ["name": " "], required("name")),
        ("add_section", ["name": text(41)], [["name", "Name must be at most 40 characters"]]),
        ("add_section", ["name": 7], [["name", "Name must be a text"]]),
        ("add_section", ["name": "Fish", "station": text(25)], [["station", station]]),
        ("add_section", ["name": "Fish", "texts": ["en": [:]]], [["texts", texts]]),
        ("edit_section", ["name": "Fish"], required("section")),
        ("add_dish", [:], required("section", "name", "price")),
        (
            "add_dish", ["section": "x", "name": text(81), "price": 1],
            [["name", "Name must be at most 80 characters"]]
        ),
        (
            "add_dish", ["section": "x", "name": "a\u{7}b", "price": 1],
            [["name", "Name must not contain control characters"]]
        ),
        ("add_dish", ["section": "x", "name": "Sole", "price": -1], [["price", price]]),
        ("add_dish", ["section": "x", "name": "Sole", "price": 100_000_000], [["price", price]]),
        ("add_dish", ["section": "x", "name": "Sole", "price": 1.5], [["price", price]]),
        ("add_dish", ["section": "x", "name": "Sole", "price": "1"], [["price", price]]),
        (
            "add_dish", ["section": "x", "name": "Sole", "price": 1, "description": text(1001)],
            [["description", "Description must be at most 1000 characters"]]
        ),
        (
            "add_dish",
            ["section": "x", "name": "Sole", "price": 1, "allergens": ["milk", "milk"]],
            [["allergens", allergens]]
        ),
        (
            "add_dish", ["section": "x", "name": "Sole", "price": 1, "allergens": ["dust"]],
            [["allergens", allergens]]
        ),
        (
            "add_dish", ["section": "x", "name": "Sole", "price": 1, "allergens": "milk"],
            [["allergens", allergens]]
        ),
        ("add_dish", ["section": "x", "name": "Sole", "price": 1, "vat": 3001], [["vat", vat]]),
        ("add_dish", ["section": "x", "name": "Sole", "price": 1, "vat": -1], [["vat", vat]]),
        (
            "add_dish", ["section": "x", "name": "Sole", "price": 1, "station": 7],
            [["station", station]]
        ),
        (
            "add_dish", ["section": "x", "name": "Sole", "price": 1, "texts": tooManyTexts],
            [["texts", texts]]
        ),
        (
            "add_dish",
            [
                "name": "", "price": 1.5, "description": text(1001), "allergens": ["dust"],
                "vat": 9999, "station": "", "texts": 7,
            ],
            required("section", "name") + [
                ["price", price], ["description", "Description must be at most 1000 characters"],
                ["allergens", allergens], ["vat", vat], ["station", station], ["texts", texts],
            ]
        ),
        (
            "add_dish", ["section": "x", "name": "Sole", "price": 1, "colour": "red"],
            [["colour", "Colour is not a field of this action"]]
        ),
        ("edit_dish", ["price": 1], required("dish")),
        (
            "edit_dish", ["dish": "x", "price": -1, "vat": 3001],
            [["price", price], ["vat", vat]]
        ),
        ("remove_dish", [:], required("dish")), ("remove_section", [:], required("section")),
        ("stock", [:], required("dish", "left")),
        ("stock", ["dish": "x", "left": 1000], [["left", left]]),
        ("stock", ["dish": "x", "left": -1], [["left", left]]),
        ("stock", ["dish": "x", "left": "3"], [["left", left]]),
    ]

    private static let ofTabs: [Case] = [
        ("open", [:], required("kind")),
        ("open", ["kind": "picnic"], [["kind", "Kind must be table, takeaway or delivery"]]),
        ("open", ["kind": "table"], required("table")),
        ("open", ["kind": "table", "table": text(25)], [["table", table]]),
        ("open", ["kind": "takeaway", "table": "7"], [["table", "Table is only for kind table"]]),
        (
            "open", ["kind": "takeaway", "name": text(81)],
            [["name", "Name must be at most 80 characters"]]
        ),
        ("open", ["kind": "takeaway", "phone": "12"], [["phone", phone]]),
        (
            "open", ["kind": "delivery", "address": text(301)],
            [["address", "Address must be at most 300 characters"]]
        ),
        (
            "open",
            ["kind": "table", "table": 7, "name": text(81), "phone": "x", "address": text(301)],
            [
                ["table", table], ["name", "Name must be at most 80 characters"],
                ["phone", phone], ["address", "Address must be at most 300 characters"],
            ]
        ),
        ("edit", ["name": "Ada"], required("tab")),
        ("add", [:], required("tab", "dish")),
        ("add", ["tab": "x", "dish": "x", "quantity": 0], [["quantity", quantity]]),
        ("add", ["tab": "x", "dish": "x", "quantity": 101], [["quantity", quantity]]),
        ("add", ["tab": "x", "dish": "x", "quantity": 1.5], [["quantity", quantity]]),
        (
            "add",
            ["tab": "x", "dish": "x", "quantity": "1", "notes": text(201), "person": text(25)],
            [
                ["quantity", quantity], ["notes", "Notes must be at most 200 characters"],
                ["person", "Person must be at most 24 characters"],
            ]
        ),
        (
            "add", ["tab": "x", "dish": "x", "notes": "a\u{7}b"],
            [["notes", "Notes must not contain control characters"]]
        ),
        ("change", ["quantity": 1], required("line")),
        (
            "change", ["line": "x", "quantity": 101],
            [["quantity", "Quantity must be an integer from 0 to 100"]]
        ),
        (
            "change", ["line": "x", "quantity": -1],
            [["quantity", "Quantity must be an integer from 0 to 100"]]
        ),
        ("repeat", [:], required("tab", "from")),
        ("place", [:], required("tab")),
        ("place", ["tab": "x", "lines": []], [["lines", lines]]),
        ("cook", [:], required("lines")),
        ("done", ["lines": ["a", "a"]], [["lines", lines]]),
        ("serve", ["lines": .array((0...200).map { .string("l_\($0)") })], [["lines", lines]]),
        ("recall", ["lines": "a"], [["lines", lines]]),
        (
            "cancel_lines", ["lines": [7], "reason": text(201)],
            [["lines", lines], ["reason", "Reason must be at most 200 characters"]]
        ),
        ("merge", [:], required("tab", "from")),
        ("split", [:], required("tab", "lines")),
        ("split", ["tab": "x", "lines": [["line": "a"], ["line": "a"]]], [["lines", lines]]),
        ("split", ["tab": "x", "lines": [["line": "a"]], "table": text(25)], [["table", table]]),
        ("close", [:], required("tab")), ("reopen", [:], required("tab")),
        (
            "cancel", ["reason": text(201)],
            required("tab") + [["reason", "Reason must be at most 200 characters"]]
        ),
        ("unpay", [:], required("payment")), ("undo", [:], required("rev")),
    ]

    private static let ofPayments: [Case] = [
        ("pay", [:], required("tab", "method") + [["amount", ways]]),
        (
            "pay", ["tab": "x", "method": "gold", "amount": 1],
            [["method", "Method must be cash, card or other"]]
        ),
        ("pay", ["tab": "x", "method": "cash"], [["amount", ways]]),
        ("pay", ["tab": "x", "method": "cash", "amount": 1, "person": "Ada"], [["amount", ways]]),
        (
            "pay", ["tab": "x", "method": "cash", "lines": ["a"], "person": "Ada"],
            [["amount", ways]]
        ),
        ("pay", ["tab": "x", "method": "cash", "amount": 0], [["amount", amount]]),
        ("pay", ["tab": "x", "method": "cash", "amount": 1.5], [["amount", amount]]),
        ("pay", ["tab": "x", "method": "cash", "amount": "1"], [["amount", amount]]),
        ("pay", ["tab": "x", "method": "cash", "lines": []], [["lines", lines]]),
        (
            "pay", ["tab": "x", "method": "cash", "person": text(25)],
            [["person", "Person must be at most 24 characters"]]
        ),
        ("pay", ["tab": "x", "method": "cash", "amount": 1, "tip": -1], [["tip", tip]]),
        (
            "pay", ["tab": "x", "method": "gold", "amount": -5, "tip": 100_000_000],
            [
                ["method", "Method must be cash, card or other"], ["amount", amount],
                ["tip", tip],
            ]
        ),
    ]

    private func check(_ cases: [Case]) {
        let bench = OrdersBench()
        for (action, arguments, problems) in cases {
            let refusal = bench.refusal(action, arguments)
            let told = refusal?.problems.map { [$0.field, $0.message] }
            expectEqual(refusal?.code, .invalid, "\(action) \(arguments)")
            expectEqual(told, problems, "\(action) \(arguments)")
        }
    }

    @Test func `problems of a menu come in the order of its fields`() {
        check(Self.ofMenu)
    }

    @Test func `problems of tabs and lines come in the order of their fields`() {
        check(Self.ofTabs)
    }

    @Test func `problems of a payment come in the order of its fields`() {
        check(Self.ofPayments)
    }
}
