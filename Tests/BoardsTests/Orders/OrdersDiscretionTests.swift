import BoardKit
import JSON
import OrdersBoard
import ShippedBoards
import Sync
import TestSupport
import Testing

/// No byte of hidden data reaches an audience that may not see it.
@Suite struct OrdersDiscretionTests {
    private var bench = OrdersBench()
    private var bass = ""
    private var tabs: [String] = []
    private var party = ""

    /// Each tab's texts are marked with its number. The last tab has left.
    init() throws {
        bass = try bench.dish("Sea bass", 1800, in: bench.section("Fish", ["station": "grill"]))
        for (number, kind) in ["table", "takeaway", "delivery", "table"].enumerated() {
            let tab = try bench.open(
                kind,
                [
                    "name": .string("Name\(number)"), "phone": .string("+1201555019\(number)"),
                    "address": .string("Street\(number)"),
                ])
            tabs.append(tab)
            let more: [String: JSON] = [
                "notes": .string("Notes\(number)"), "person": .string("Person\(number)"),
            ]
            try bench.add(bass, 2, to: tab, more)
            try bench.place(tab)
            let begun = try bench.order(bass, at: tab)
            try bench.step("cook", [begun])
            try bench.step("cancel_lines", [begun], ["reason": .string("Reason\(number)")])
            try bench.add(bass, to: tab, ["notes": .string("Notes\(number) more")])
            if number == 3 {
                try bench.ask("cancel", ["tab": .string(tab), "reason": "Left3"])
            } else {
                try bench.pay(tab, ["person": .string("Person\(number)"), "tip": 7])
            }
        }
        let guest = try bench.ask("waitlist.add", ["name": "Ada", "size": 2])
        party = guest["party"]?.text ?? ""
    }

    private static let personal = [
        "Name", "+1201555019", "Street", "Notes", "Person", "Reason", "Left",
    ]

    private func text(
        _ view: String, _ parameters: [(name: String, value: String)] = [], by principal: Principal
    ) -> String {
        String(decoding: bench.message(view, parameters, by: principal) ?? [], as: UTF8.self)
    }

    // MARK: Every view

    private static let staff = [OrdersBench.owner, OrdersBench.host, OrdersBench.waiter]

    private var audiences: [Principal] {
        Self.staff + [OrdersBench.cook, OrdersBench.screen, OrdersBench.engineer]
            + tabs.map(OrdersBench.guest) + [
                OrdersBench.waiting(party),
                Principal(joinLink: "j_1"),
            ]
    }

    private func parameters(of view: ViewDeclaration) -> [[(name: String, value: String)]] {
        switch view.parameters.first?.name {
        case "tab": tabs.map { [("tab", $0)] }
        case "station": [[], [("station", "grill")]]
        case "day": [[("day", "2026-11-20")]]
        default: [[]]
        }
    }

    /// Returns the words of tabs that an audience sees.
    private func words(
        of view: String, _ parameters: [(name: String, value: String)], by principal: Principal
    ) -> Set<String> {
        let isStaff = Self.staff.contains(principal)
        let own = tabs.firstIndex { $0 == parameters.first?.value || $0 == principal.device }
        let (kinds, numbers): ([String], [Int]) =
            switch view {
            case "orders/tab" where isStaff: (Self.personal, own.map { [$0] } ?? [])
            case "orders/guest" where principal.role == .guest:
                (Self.personal.filter { $0 != "Reason" }, own.map { [$0] } ?? [])
            case "orders/host" where isStaff:
                (["Name", "+1201555019", "Street", "Left"], Array(tabs.indices))
            case "orders/kitchen" where isStaff || principal == OrdersBench.cook:
                (["Notes"], Array(tabs.indices))
            case "orders/history" where isStaff: (["Name", "+1201555019"], [3])
            default: ([], [])
            }
        let words = Set(kinds.flatMap { kind in numbers.map { "\(kind)\($0)" } })
        return words.subtracting(["Left0", "Left1", "Left2"])
    }

    @Test func `each audience sees exactly what it may see in every view`() {
        let marks = Self.personal.flatMap { kind in tabs.indices.map { "\(kind)\($0)" } }
        for view in BoardRegistry.shipped.modules.flatMap(\.declaration.views) {
            for parameters in parameters(of: view) {
                for principal in audiences {
                    let seen = text(view.name, parameters, by: principal)
                    let expected = words(of: view.name, parameters, by: principal)
                    expectEqual(
                        Set(marks.filter(seen.contains)), expected,
                        "\(view.name) \(parameters) \(principal.actor)")
                }
            }
        }
    }

    // MARK: By audience

    @Test func `an engineer sees nothing that guests entered`() {
        let engineer = OrdersBench.engineer
        for view in ["orders/host", "orders/kitchen", "orders/display", "orders/menu"] {
            let seen = text(view, by: engineer)
            #expect(!seen.isEmpty)
            for word in Self.personal { #expect(!seen.contains(word), "\(view) \(word)") }
        }
        let row = bench.document("orders/host", by: engineer)?["tabs"]?[tabs[1]]
        #expect(row?["name"] == "•••")
        #expect(row?["phone"] == "•••")
        #expect(row?["table"] == nil)
        #expect(row?["total"] == 3600)
        // The engineer sees that notes exist, but not their text.
        let lines = bench.document("orders/kitchen", by: engineer)?["rounds"]?["\(tabs[1]).1"]
        let notes = lines?["lines"]?.members?.values.compactMap { $0["notes"] } ?? []
        expectEqual(notes, ["•••"])
        #expect(text("orders/kitchen", by: OrdersBench.cook).contains("Notes1"))
    }

    @Test func `an engineer's events contain nothing that guests entered`() {
        for event in bench.events {
            let masked = bench.venue.event(event, maskedFor: .engineer)
            let seen = masked.data.canonicalText
            for word in Self.personal { #expect(!seen.contains(word), "\(event.kind) \(word)") }
            expectEqual(bench.venue.event(event, maskedFor: .owner), event)
        }
    }

    @Test func `engineers see a rejected request masked`() {
        let refused = Mutation(
            id: "m", action: "orders.open",
            arguments: ["kind": "picnic", "name": "Ada", "phone": "12", "address": "x"])
        let told = bench.venue.arguments(of: refused, maskedFor: .engineer)
        for field in ["name", "phone", "address"] { expectEqual(told[field], "•••", "\(field)") }
    }

    @Test func `no event or document contains a ticket`() {
        let secret = "ticket of"
        #expect(!bench.events.contains { $0.data.canonicalText.contains(secret) })
        for document in bench.everything(tabs).values {
            #expect(!document.canonicalText.contains(secret))
        }
    }
}
