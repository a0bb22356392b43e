import JSON
import Sync
import TestSupport
import Testing

/// Rules of fields that no schema expresses. The vector `boards-fields` has those of each field.
@Suite struct OrdersFieldTests {
    private typealias Case = (action: String, arguments: [String: JSON], problems: [[String]])

    private static let allergens =
        "Allergens must be different ones of gluten, crustaceans, eggs, fish, peanuts, soybeans, "
        + "milk, nuts, celery, mustard, sesame, sulphites, lupin, molluscs"
    private static let texts = "Texts must be at most 8 languages, each with a name"
    private static let lines = "Lines must be 1 to 200 different lines"
    private static let table = "Table must be a text of 1 to 24 characters"
    private static let amount = "Amount must be a positive integer"
    private static let ways = "Give one of amount, lines and person"

    private static let tooManyTexts = JSON.object(
        Dictionary(
            uniqueKeysWithValues: "abcdefghi".map { ("a\($0)", ["name": "x"] as JSON) }))

    private static let cases: [Case] = [
        ("add_section", ["name": "Fish", "texts": ["en": [:]]], [["texts", texts]]),
        (
            "add_dish", ["section": "x", "name": "Sole", "price": 1, "texts": tooManyTexts],
            [["texts", texts]]
        ),
        (
            "add_dish",
            ["section": "x", "name": "Sole", "price": 1, "allergens": ["milk", "milk"]],
            [["allergens", allergens]]
        ),
        ("open", ["kind": "table"], [["table", "Table is a required field."]]),
        ("open", ["kind": "table", "table": 7], [["table", table]]),
        ("open", ["kind": "takeaway", "table": "7"], [["table", "Table is only for kind table"]]),
        ("done", ["lines": ["a", "a"]], [["lines", lines]]),
        ("split", ["tab": "x", "lines": [["line": "a"], ["line": "a"]]], [["lines", lines]]),
        ("pay", ["tab": "x", "method": "cash"], [["amount", ways]]),
        ("pay", ["tab": "x", "method": "cash", "amount": 1, "person": "Ada"], [["amount", ways]]),
        (
            "pay", ["tab": "x", "method": "cash", "lines": ["a"], "person": "Ada"],
            [["amount", ways]]
        ),
        ("pay", ["tab": "x", "method": "cash", "amount": 0], [["amount", amount]]),
        ("pay", ["tab": "x", "method": "cash", "lines": []], [["lines", lines]]),
    ]

    @Test func `fields that belong together are checked together`() {
        let bench = OrdersBench()
        for (action, arguments, problems) in Self.cases {
            let refusal = bench.refusal(action, arguments)
            let told = refusal?.problems.map { [$0.field, $0.message] }
            expectEqual(refusal?.code, .invalid, "\(action) \(arguments)")
            expectEqual(told, problems, "\(action) \(arguments)")
        }
    }
}
