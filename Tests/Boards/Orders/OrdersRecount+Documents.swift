import JSON
import Sync

/// Makes the expected documents of every view.
///
/// Documents are compared without the parts that the contract leaves open: the form of ranks, and
/// some instants.
extension OrdersRecount {
    /// Returns the service day of an instant in Rome in winter, where a day begins at four.
    static func day(_ instant: Instant) -> String {
        String(instant.adding(milliseconds: -3 * 3_600_000).description.prefix(10))
    }

    // MARK: Bills

    private func counting(_ tab: Tab) -> [Line] { tab.lines.values.filter(\.isCounted) }

    func total(_ tab: Tab) -> Int { counting(tab).reduce(tab.fee ?? 0) { $0 + $1.amount } }
    func paid(_ tab: Tab) -> Int { tab.payments.values.reduce(0) { $0 + $1.amount } }
    func tip(_ tab: Tab) -> Int { tab.payments.values.reduce(0) { $0 + $1.tip } }
    func dishes(_ tab: Tab) -> Int { counting(tab).reduce(0) { $0 + $1.quantity } }

    /// Returns the gross amounts and their VAT, by rate.
    func vat(_ tab: Tab) -> [Int: (gross: Int, vat: Int)] {
        var gross: [Int: Int] = [:]
        for line in counting(tab) { gross[line.vat, default: 0] += line.amount }
        if let fee = tab.fee { gross[Self.vat, default: 0] += fee }
        return Dictionary(
            uniqueKeysWithValues: gross.map { rate, gross in
                let divisor = 10_000 + rate
                return (rate, (gross, (2 * gross * rate + divisor) / (2 * divisor)))
            })
    }

    func people(_ tab: Tab) -> [String: Int] {
        var shares: [String: Int] = [:]
        for line in counting(tab) {
            if let person = line.person { shares[person, default: 0] += line.amount }
        }
        guard !shares.isEmpty else { return [:] }
        let rest = total(tab) - shares.values.reduce(0, +)
        let names = shares.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for (place, name) in names.enumerated() {
            shares[name, default: 0] += rest / names.count + (place < rest % names.count ? 1 : 0)
        }
        return shares
    }

    private static func json(_ vat: [Int: (gross: Int, vat: Int)]) -> JSON {
        .object(
            Dictionary(
                uniqueKeysWithValues: vat.map { rate, sum in
                    (String(rate), ["gross": JSON(sum.gross), "vat": JSON(sum.vat)])
                }))
    }

    func bill(_ tab: Tab) -> JSON {
        let people = people(tab)
        return JSON(present: [
            "dishes": JSON(dishes(tab)), "total": JSON(total(tab)),
            "delivery": tab.fee.map { JSON($0) }, "vat": Self.json(vat(tab)),
            "paid": JSON(paid(tab)), "tip": JSON(tip(tab)), "due": JSON(total(tab) - paid(tab)),
            "people": people.isEmpty ? nil : .object(people.mapValues { JSON($0) }),
        ])
    }

    // MARK: Tabs

    /// Returns the numbers of a tab's rounds.
    func numbers(_ tab: Tab) -> [Int: Int] {
        let used = tab.rounds.filter { round in tab.lines.values.contains { $0.round == round } }
        return Dictionary(
            used.enumerated().map { ($0.element, $0.offset + 1) },
            uniquingKeysWith: { first, _ in first })
    }

    func fields(_ tab: Tab) -> [String: JSON] {
        var fields = tab.fields
        fields["leftAt"] = tab.leftAt.map { .string($0.description) }
        return fields
    }

    private func row(_ name: String, _ line: Line, of tab: Tab) -> JSON {
        let isPaid = tab.payments.values.contains { $0.lines?.contains(name) == true }
        var row: [String: JSON?] = [
            "dish": .string(line.dish), "quantity": JSON(line.quantity),
            "status": .string(line.status), "at": .string(line.at.description),
            "notes": line.notes.map(JSON.string), "person": line.person.map(JSON.string),
        ]
        if let round = line.round {
            row["name"] = .string(line.name)
            row["price"] = JSON(line.price)
            row["vat"] = JSON(line.vat)
            row["round"] = JSON(numbers(tab)[round] ?? 0)
            row["station"] = line.station.map(JSON.string)
            row["reason"] = line.reason.map(JSON.string)
            row["paid"] = isPaid ? true : nil
        }
        return JSON(present: row)
    }

    /// Returns the document `orders/tab`.
    func document(of id: String) -> JSON? {
        guard let tab = tabs[id] else { return nil }
        let payments = tab.payments.mapValues { payment in
            JSON(present: [
                "amount": JSON(payment.amount), "tip": JSON(payment.tip),
                "method": .string(payment.method), "at": .string(payment.at.description),
                "lines": payment.lines.map { .array($0.map(JSON.string)) },
                "person": payment.person.map(JSON.string),
            ])
        }
        let lines = Dictionary(
            uniqueKeysWithValues: tab.lines.map { ($0.key, row($0.key, $0.value, of: tab)) })
        return [
            "tab": .object(fields(tab)), "lines": .object(lines), "payments": .object(payments),
            "bill": bill(tab), "currency": "EUR",
        ]
    }

    // MARK: All tabs

    private func hostRow(_ tab: Tab) -> JSON {
        func dishes(_ states: [String]) -> JSON {
            JSON(
                tab.lines.values.filter { states.contains($0.status) }
                    .reduce(0) { $0 + $1.quantity })
        }
        let waiting = tab.lines.values.filter(\.isInKitchen).compactMap(\.round)
            .compactMap { placedAt[$0] }.min()
        let sums: [String: JSON?] = [
            "total": JSON(total(tab)), "paid": JSON(paid(tab)),
            "due": JSON(total(tab) - paid(tab)), "tip": JSON(tip(tab)),
            "dishes": JSON(self.dishes(tab)), "basket": dishes(["basket"]),
            "kitchen": dishes(["placed", "cooking"]), "ready": dishes(["done"]),
            "waitingSince": waiting.map { .string($0.description) },
        ]
        return .object(fields(tab).merging(sums.compactMapValues { $0 }) { $1 })
    }

    var hostRows: JSON { .object(tabs.filter { $0.value.status == "open" }.mapValues(hostRow)) }

    func goneRows(day: String) -> JSON {
        .object(ended(day).mapValues(hostRow))
    }

    func ended(_ day: String) -> [String: Tab] {
        tabs.filter { _, tab in
            ["closed", "cancelled"].contains(tab.status) && tab.leftAt.map(Self.day) == day
        }
    }

    /// Returns the kitchen's rows of rounds that are under way, or of rounds that are done.
    func rounds(areDone: Bool, station: String? = nil) -> [String: JSON] {
        var rows: [String: JSON] = [:]
        for (id, tab) in tabs {
            for (round, number) in numbers(tab) {
                let lines = tab.lines.filter { _, line in
                    line.round == round && (station == nil || line.station == station)
                }
                guard !lines.isEmpty,
                    lines.values.contains(where: \.isInKitchen) != areDone
                else { continue }
                rows["\(id).\(number)"] = kitchenRow(id, tab, round, number, lines)
            }
        }
        return rows
    }

    private func kitchenRow(
        _ id: String, _ tab: Tab, _ round: Int, _ number: Int, _ lines: [String: Line]
    ) -> JSON {
        let rows = lines.mapValues { line in
            JSON(present: [
                "dish": .string(line.dish), "name": .string(line.name),
                "quantity": JSON(line.quantity), "status": .string(line.status),
                "at": .string(line.at.description), "notes": line.notes.map(JSON.string),
                "station": line.station.map(JSON.string),
            ])
        }
        return JSON(present: [
            "tab": .string(id), "number": tab.fields["number"], "round": JSON(number),
            "kind": tab.fields["kind"], "table": tab.fields["table"],
            "placedAt": placedAt[round].map { .string($0.description) },
            "lines": .object(rows),
        ])
    }

    /// The number and status of each tab in `orders/display`.
    var pickupRows: JSON {
        var rows: [String: JSON] = [:]
        for (id, tab) in tabs where tab.status == "open" && tab.kind == "takeaway" {
            let lines = tab.lines.values
            let isPreparing = lines.contains(where: \.isInKitchen)
            guard isPreparing || lines.contains(where: { $0.status == "done" }) else { continue }
            rows[id] = [
                "number": tab.fields["number"] ?? .null,
                "status": isPreparing ? "preparing" : "ready",
            ]
        }
        return .object(rows)
    }

    // MARK: History and menu

    /// Returns the document `orders/history` of a day on which these tabs ended.
    func history(of ids: Set<String>) -> JSON {
        let ended = tabs.filter { ids.contains($0.key) }
        let names = ["number", "kind", "status", "openedAt", "leftAt", "table", "name", "phone"]
        let rows = ended.mapValues { tab in
            var row = fields(tab).filter { names.contains($0.key) }
            row["total"] = JSON(total(tab))
            row["tip"] = JSON(tip(tab))
            row["dishes"] = JSON(dishes(tab))
            return JSON.object(row)
        }
        let closed = ended.values.filter { $0.status == "closed" }
        var methods: [String: (amount: Int, tip: Int)] = [:]
        var vat: [Int: (gross: Int, vat: Int)] = [:]
        for tab in closed {
            for payment in tab.payments.values {
                methods[payment.method, default: (0, 0)].amount += payment.amount
                methods[payment.method, default: (0, 0)].tip += payment.tip
            }
            for (rate, sum) in self.vat(tab) {
                vat[rate, default: (0, 0)].gross += sum.gross
                vat[rate, default: (0, 0)].vat += sum.vat
            }
        }
        let byMethod = methods.mapValues {
            JSON.object(["amount": JSON($0.amount), "tip": JSON($0.tip)])
        }
        return [
            "tabs": .object(rows), "currency": "EUR",
            "totals": [
                "tabs": JSON(closed.count), "dishes": JSON(closed.reduce(0) { $0 + dishes($1) }),
                "total": JSON(closed.reduce(0) { $0 + total($1) }),
                "tip": JSON(closed.reduce(0) { $0 + tip($1) }),
                "methods": .object(byMethod), "vat": Self.json(vat),
            ],
        ]
    }

    /// The sections and dishes in order, as far as the account tracks them.
    var menu: [[String: JSON]] {
        sections.flatMap { section -> [[String: JSON]] in
            let own = dishes.filter { $0.dish.section == section.id }
            return [["section": .string(section.id), "name": .string(section.name)]]
                + own.map { id, dish in
                    [
                        "dish": .string(id), "name": .string(dish.name),
                        "price": JSON(dish.price), "vat": JSON(dish.vat ?? Self.vat),
                        "left": left[id].map { JSON($0) } ?? .null,
                    ]
                }
        }
    }
}
