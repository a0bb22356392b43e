import JSON
import Sync
import Testing

/// Compares a service with the account of what was accepted.
struct OrdersComparison {
    // MARK: What is compared

    /// Without the reason of lines that went with their tab.
    static func withoutReasons(_ document: JSON?) -> JSON? {
        guard let document, document["tab"]?["status"] == "cancelled" else { return document }
        var members: [String: JSON] = document.members ?? [:]
        let lines: [String: JSON] = without(["reason"], document["lines"])
        members["lines"] = JSON.object(lines)
        return JSON.object(members)
    }

    static func without(_ names: Set<String>, _ rows: JSON?) -> [String: JSON] {
        var kept: [String: JSON] = [:]
        for (id, row) in rows?.members ?? [:] {
            var members: [String: JSON] = row.members ?? [:]
            for name in names { members[name] = nil }
            kept[id] = JSON.object(members)
        }
        return kept
    }

    func compareTabs(_ service: OrdersService, _ tabs: Set<String>, _ hint: String) {
        for tab in tabs {
            let expected = service.recount.document(of: tab)
            let seen = service.bench.document("orders/tab", [("tab", tab)])
            #expect(
                Self.withoutReasons(seen) == Self.withoutReasons(expected), "\(hint) \(tab)")
            var guest = expected?.members
            guest?["payments"] = nil
            guest?["venue"] = ["name": "Da Ada", "timeZone": "Europe/Rome"]
            #expect(
                Self.withoutReasons(service.bench.guestView(tab))
                    == Self.withoutReasons(guest.map(JSON.object)), "\(hint) \(tab)")
        }
    }

    func compareViews(_ service: OrdersService, _ hint: String) {
        let (bench, recount) = (service.bench, service.recount)
        let day = OrdersRecount.day(bench.events.last?.at ?? OrdersBench.start)
        #expect(bench.hosts["tabs"] == recount.hostRows, "\(hint) host")
        var gone: [String: JSON] = bench.hosts["gone"]?.members ?? [:]
        for (id, row) in gone where row["status"] == "merged" { gone[id] = nil }
        #expect(JSON.object(gone) == recount.goneRows(day: day), "\(hint) gone")
        let rounds = JSON.object(recount.rounds(areDone: false))
        #expect(bench.kitchen["rounds"] == rounds, "\(hint) kitchen")
        for station in ["grill", "bar"] {
            let seen = bench.document(
                "orders/kitchen", [("station", station)], by: OrdersBench.cook)
            let own = JSON.object(recount.rounds(areDone: false, station: station))
            #expect(seen?["rounds"] == own, "\(hint) \(station)")
        }
        let done = recount.rounds(areDone: true)
        let recent = Self.without(["doneAt"], bench.kitchen["recent"])
        #expect(recent.count <= 20, "\(hint)")
        for (id, row) in recent { #expect(row == done[id], "\(hint) recent \(id)") }
        let pickup = JSON.object(Self.without(["at"], bench.pickup["tabs"]))
        #expect(pickup == recount.pickupRows, "\(hint) display")
        let history = bench.document("orders/history", [("day", day)])
        #expect(history == recount.history(day: day), "\(hint) history")
        #expect(menu(of: bench) == recount.menu, "\(hint) menu")
        expectNumbersOnce(recount, hint)
    }

    /// No two tabs of one service day have one number.
    private func expectNumbersOnce(_ recount: OrdersRecount, _ hint: String) {
        var seen: Set<String> = []
        for tab in recount.tabs.values {
            guard let opened = tab.fields["openedAt"]?.text.flatMap({ Instant($0) }) else {
                continue
            }
            let number = tab.fields["number"]?.integer ?? 0
            let isNew = seen.insert("\(OrdersRecount.day(opened)) \(number)").inserted
            #expect(isNew, "\(hint) number \(number)")
        }
    }

    /// The menu in the form of the account's.
    func menu(of bench: OrdersBench) -> [[String: JSON]] {
        var rows: [[String: JSON]] = []
        let dishes = OrdersBench.ranked(bench.menu["dishes"])
        for section in OrdersBench.ranked(bench.menu["sections"]) {
            rows.append(["section": .string(section.id), "name": section.row["name"] ?? .null])
            for (id, dish) in dishes where dish["section"]?.text == section.id {
                var row: [String: JSON] = ["dish": .string(id)]
                for name in ["name", "price", "vat", "left"] { row[name] = dish[name] ?? .null }
                rows.append(row)
            }
        }
        return rows
    }

    // MARK: What must hold in any case

    /// By what lines of a basket differ.
    static func key(_ line: JSON) -> String {
        let dish = line["dish"]?.text ?? ""
        let notes = line["notes"]?.text ?? ""
        let person = line["person"]?.text ?? ""
        return [dish, notes, person].joined(separator: "\u{0}")
    }

    /// Where a dish stands.
    static func place(_ dish: JSON) -> String {
        let section = dish["section"]?.text ?? ""
        let rank = dish["rank"]?.text ?? ""
        return section + " " + rank
    }

    func expectInvariants(_ bench: OrdersBench, _ tabs: Set<String>, _ hint: String) {
        for tab in tabs {
            guard let document = bench.document("orders/tab", [("tab", tab)]) else { continue }
            let bill = document["bill"]
            let total = bill?["total"]?.integer ?? -1
            #expect(bill?["paid"]?.integer ?? 0 <= total, "\(hint) paid")
            if let people = bill?["people"]?.members {
                #expect(
                    people.values.compactMap(\.integer).reduce(0, +) == total, "\(hint) people")
            }
            let lines = document["lines"]?.members?.values.map { $0 } ?? []
            #expect(
                lines.allSatisfy { (1...100).contains($0["quantity"]?.integer ?? 0) }, "\(hint)")
            let wishes = lines.filter { $0["status"] == "basket" }.map(Self.key)
            #expect(Set(wishes).count == wishes.count, "\(hint) equal lines")
            let rounds = Set(lines.compactMap { $0["round"]?.integer })
            let isGapless = rounds.max() ?? 0 == rounds.count
            #expect(isGapless, "\(hint) rounds")
        }
        let open = bench.hosts["tabs"]?.members ?? [:]
        let numbers = Set(open.values.compactMap { $0["number"]?.integer })
        #expect(numbers.count == open.count, "\(hint) numbers")
        let dishes = bench.menu["dishes"]?.members ?? [:]
        let left = dishes.values.compactMap { $0["left"]?.integer }
        #expect(left.allSatisfy { $0 >= 0 }, "\(hint) left")
        let places = dishes.values.map(Self.place)
        #expect(Set(places).count == places.count, "\(hint) ranks")
    }
}
