import JSON
import Sync
import TestSupport
import Testing

/// Undo and redo of each kind of event.
@Suite struct OrdersUndoTests {
    /// A service in a state that permits any action.
    private struct Service {
        var bench = OrdersBench()
        var names: [String: String] = [:]

        init() throws {
            names["fish"] = try bench.section("Fish", ["station": "grill"])
            names["empty"] = try bench.section("Empty")
            names["bass"] = try bench.dish("Sea bass", 1800, in: name("fish"))
            names["soup"] = try bench.dish("Soup", 600, in: name("fish"))
            try bench.ask("stock", ["dish": id("bass"), "left": 40])
            for tab in ["tab", "other"] {
                names[tab] = try bench.open("table", ["table": "7"])
                names["\(tab) placed"] = try bench.order(name("bass"), 2, at: name(tab))
                names["\(tab) served"] = try bench.order(name("soup"), 3, at: name(tab))
                try bench.step("serve", [name("\(tab) served")])
                names["\(tab) wish"] = try bench.add(name("soup"), 2, to: name(tab))
            }
            names["paid"] = try bench.pay(name("other"), ["amount": 100, "tip": 20])
            names["ended"] = try bench.open("takeaway")
            let line = try bench.order(name("soup"), at: name("ended"))
            try bench.step("serve", [line])
            try bench.pay(name("ended"), ["amount": 600])
            names["ready"] = name("ended")
            names["closed"] = try bench.open("delivery")
            names["gone"] = try bench.order(name("soup"), at: name("closed"))
            try bench.step("done", [name("gone")])
            try bench.pay(name("closed"), ["lines": [id("gone")]])
            try bench.ask("close", ["tab": id("closed")])
        }

        func name(_ name: String) -> String { names[name] ?? "none" }
        func id(_ name: String) -> JSON { .string(self.name(name)) }
    }

    private static let kinds = [
        "section_added", "section_edited", "section_moved", "section_removed", "dish_added",
        "dish_edited", "dish_moved", "dish_removed", "stocked", "opened", "edited", "added",
        "changed", "repeated", "placed", "cooked", "done", "recalled", "served",
        "lines_cancelled", "merged", "split", "paid", "unpaid", "closed", "reopened",
        "cancelled",
    ]

    private func menuRequest(_ kind: String, _ service: Service) -> (String, [String: JSON])? {
        let id = service.id
        return switch kind {
        case "section_added": ("add_section", ["name": "Soups"])
        case "section_edited":
            ("edit_section", ["section": id("fish"), "name": "Seafood", "station": .null])
        case "section_moved":
            ("move_section", ["section": id("empty"), "before": id("fish")])
        case "section_removed": ("remove_section", ["section": id("empty")])
        case "dish_added":
            ("add_dish", ["section": id("empty"), "name": "Cod", "price": 900])
        case "dish_edited":
            ("edit_dish", ["dish": id("bass"), "name": "Bream", "price": 1, "vat": 400])
        case "dish_moved": ("move_dish", ["dish": id("soup"), "before": id("bass")])
        case "dish_removed": ("remove_dish", ["dish": id("bass")])
        case "stocked": ("stock", ["dish": id("bass"), "left": .null])
        default: nil
        }
    }

    private func request(_ kind: String, _ service: Service) throws -> (String, [String: JSON]) {
        let id = service.id
        let tab = id("tab")
        if let request = menuRequest(kind, service) { return request }
        return switch kind {
        case "opened": ("open", ["kind": "delivery", "phone": "+12015550123"])
        case "edited": ("edit", ["tab": tab, "table": "9", "name": "Ada"])
        case "added": ("add", ["tab": tab, "dish": id("soup"), "quantity": 3])
        case "changed": ("change", ["line": id("tab wish"), "quantity": 0])
        case "repeated": ("repeat", ["tab": tab, "from": id("other")])
        case "placed": ("place", ["tab": tab])
        case "cooked": ("cook", ["lines": [id("tab placed")]])
        case "done": ("done", ["lines": [id("tab placed")]])
        case "recalled": ("recall", ["lines": [id("tab served")]])
        case "served": ("serve", ["lines": [id("tab placed")]])
        case "lines_cancelled":
            (
                "cancel_lines",
                ["lines": [id("tab placed"), id("tab served")], "reason": "wrong"]
            )
        case "merged": ("merge", ["tab": tab, "from": id("other")])
        case "split":
            (
                "split",
                [
                    "tab": tab,
                    "lines": [
                        ["line": id("tab placed"), "quantity": 1], ["line": id("tab wish")],
                    ],
                ]
            )
        case "paid": ("pay", ["tab": tab, "method": "card", "lines": [id("tab placed")]])
        case "unpaid": ("unpay", ["payment": id("paid")])
        case "closed": ("close", ["tab": id("ready")])
        case "reopened": ("reopen", ["tab": id("closed")])
        default: ("cancel", ["tab": tab, "reason": "they left"])
        }
    }

    /// Returns the subject of an event.
    private func subject(_ kind: String, _ service: Service, _ result: JSON) -> String? {
        switch kind {
        case "section_added": result["section"]?.text
        case "section_edited": service.name("fish")
        case "section_moved", "section_removed": service.name("empty")
        case "dish_added": result["dish"]?.text
        case "dish_moved": service.name("soup")
        case "dish_edited", "dish_removed", "stocked": service.name("bass")
        case "opened": result["tab"]?.text
        case "unpaid": service.name("other")
        case "closed": service.name("ready")
        case "reopened": service.name("closed")
        default: service.name("tab")
        }
    }

    @Test(arguments: kinds)
    func `each kind of event can be undone and redone`(kind: String) throws {
        var service = try Service()
        let (action, arguments) = try request(kind, service)
        let before = service.bench.everything()
        let result = try service.bench.ask(action, arguments)
        expectEqual(service.bench.events.last?.kind, kind)
        expectEqual(service.bench.events.last?.subject, subject(kind, service, result))
        let rev = service.bench.rev
        let new = result["tab"]?.text.map { [$0] } ?? []
        let after = service.bench.everything(new)
        #expect(before != after)
        try service.bench.undo()
        expectEqual(service.bench.events.last?.kind, "undone")
        expectEqual(service.bench.everything(), before)
        // A tab or item whose creation was undone is not found.
        for tab in new where kind == "opened" || kind == "split" {
            expectEqual(service.bench.code("edit", ["tab": .string(tab), "name": "x"]), .notFound)
            expectNil(service.bench.document("orders/tab", [("tab", tab)]))
        }
        expectEqual(service.bench.code("undo", ["rev": JSON(rev)]), .conflict)
        try service.bench.undo()
        expectEqual(service.bench.everything(new), after)
        expectEqual(service.bench.replayed().everything(new), after)
        try expectEqual(service.bench.restored().everything(new), after)
    }

    @Test func `the import of a menu is one event and one undo`() throws {
        var service = try Service()
        let before = service.bench.everything()
        let (status, answer) = service.bench.importMenu(
            try VectorFile.bytes("orders/menus/small.json"))
        expectEqual(status, 200)
        expectEqual(answer["rev"], JSON(service.bench.rev))
        let after = service.bench.everything()
        try service.bench.undo()
        expectEqual(service.bench.everything(), before)
        try service.bench.undo()
        expectEqual(service.bench.everything(), after)
    }
}
