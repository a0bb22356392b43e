import JSON
import Sync

/// Compares the board's documents with the account. Each finding is a sentence.
package struct OrdersComparison {
    private let documents: any OrdersDocuments
    private let recount: OrdersRecount

    package init(_ documents: some OrdersDocuments, with account: OrdersAccount) {
        self.documents = documents
        recount = account.recount
    }

    private func view(
        _ name: String, _ parameters: [(name: String, value: String)] = []
    ) -> JSON {
        documents.staffView("orders/\(name)", parameters) ?? .null
    }

    private static func differences(
        _ what: String, _ shown: JSON?, _ expected: JSON?
    ) -> [String] {
        if shown == expected { return [] }
        let texts = [shown, expected].map { $0?.canonicalText ?? "nothing" }
        return ["\(what) is \(texts[0]), not \(texts[1])"]
    }

    // MARK: Comparison

    /// Returns the document without the reasons of lines that were cancelled with their tab.
    private static func withoutReasons(_ document: JSON?) -> JSON? {
        guard var members = document?.members, document?["tab"]?["status"] == "cancelled" else {
            return document
        }
        members["lines"] = .object(without(["reason"], document?["lines"]))
        return .object(members)
    }

    private static func without(_ names: Set<String>, _ rows: JSON?) -> [String: JSON] {
        (rows?.members ?? [:]).mapValues { row in
            .object((row.members ?? [:]).filter { !names.contains($0.key) })
        }
    }

    /// Returns the differences of the tabs' documents.
    package func differences(of tabs: Set<String>) -> [String] {
        tabs.sorted().flatMap { tab -> [String] in
            let expected = recount.document(of: tab)
            var ofGuest = expected?.members?.filter { $0.key != "payments" }
            ofGuest?["lines"] = .object(Self.without(["reason"], expected?["lines"]))
            let shown = documents.guestView(tab)?.members?.filter { $0.key != "venue" }
            return Self.differences(
                tab, Self.withoutReasons(documents.tab(tab)), Self.withoutReasons(expected))
                + Self.differences(
                    "for guests \(tab)", Self.withoutReasons(shown.map(JSON.object)),
                    Self.withoutReasons(ofGuest.map(JSON.object)))
        }
    }

    /// Returns the differences of the other documents, on the service day of the account's last
    /// event.
    package func differences() -> [String] {
        let day = recount.steps.last.map { OrdersRecount.day($0.at) } ?? ""
        let (host, kitchen) = (view("host"), view("kitchen"))
        let gone = host["gone"]?.members?.filter { $0.value["status"]?.text != "merged" }
        let pickup = JSON.object(Self.without(["at"], view("display")["tabs"]))
        var found = Self.differences("host", host["tabs"], recount.hostRows)
        found += Self.differences("gone", gone.map(JSON.object), recount.goneRows(day: day))
        found += Self.differences(
            "kitchen", kitchen["rounds"], .object(recount.rounds(areDone: false)))
        for station in ["grill", "bar"] {
            let own = JSON.object(recount.rounds(areDone: false, station: station))
            let shown = view("kitchen", [("station", station)])["rounds"]
            found += Self.differences(station, shown, own)
        }
        let done = recount.rounds(areDone: true)
        let recent = Self.without(["doneAt"], kitchen["recent"])
        if recent.count > 20 { found.append("\(recent.count) rounds are recent") }
        for (id, row) in recent { found += Self.differences("recent \(id)", row, done[id]) }
        found += Self.differences("display", pickup, recount.pickupRows)
        found += historyDifferences(on: day)
        found += Self.differences("menu", menu, .array(recount.menu.map(JSON.object)))
        return found + numbersTwice
    }

    /// Returns the differences of the history. An ended tab is in the history of one day, with
    /// everything. It is the account's day or the one beside it, depending on the zone and the
    /// start of the day when the tab ended.
    private func historyDifferences(on day: String) -> [String] {
        guard let noon = Instant("\(day)T12:00:00.000Z") else { return [] }
        var found: [String] = []
        var seen: [String] = []
        for hours in [-24, 0, 24] {
            let date = OrdersRecount.day(noon.adding(milliseconds: Int64(hours) * 3_600_000))
            let shown = view("history", [("day", date)])
            let ids = Set(shown["tabs"]?.members?.keys.map(\.self) ?? [])
            seen += ids
            found += Self.differences("history of \(date)", shown, recount.history(of: ids))
        }
        let missing = Set(recount.ended(day).keys).subtracting(seen)
        if !missing.isEmpty { found.append("\(missing.sorted()) are in no history") }
        if Set(seen).count != seen.count { found.append("a tab is in two histories") }
        return found
    }

    /// The numbers that two tabs of one service day share.
    private var numbersTwice: [String] {
        var seen: Set<String> = []
        return recount.tabs.values.compactMap { tab in
            guard let opened = tab.fields["openedAt"]?.text.flatMap({ Instant($0) }) else {
                return nil
            }
            let number = tab.fields["number"]?.integer ?? 0
            let isNew = seen.insert("\(OrdersRecount.day(opened)) \(number)").inserted
            return isNew ? nil : "number \(number) is there twice"
        }
    }

    /// The menu in the form of the account.
    private var menu: JSON {
        var rows: [JSON] = []
        let menu = documents.menu()
        let dishes = menu?["dishes"]?.ranked ?? []
        for section in menu?["sections"]?.ranked ?? [] {
            rows.append(["section": .string(section.id), "name": section.row["name"] ?? .null])
            for (id, dish) in dishes where dish["section"]?.text == section.id {
                var row: [String: JSON] = ["dish": .string(id)]
                for name in ["name", "price", "vat", "left"] { row[name] = dish[name] ?? .null }
                rows.append(.object(row))
            }
        }
        return .array(rows)
    }

    // MARK: Invariants

    /// Returns the violations of rules that hold for any requests.
    package func faults(of tabs: Set<String>) -> [String] {
        var found = tabs.sorted().flatMap(faults(of:))
        let open = view("host")["tabs"]?.members ?? [:]
        let numbers = Set(open.values.compactMap { $0["number"]?.integer })
        if numbers.count != open.count { found.append("open tabs share a number") }
        let dishes = documents.menu()?["dishes"]?.members ?? [:]
        let left = dishes.values.compactMap { $0["left"]?.integer }
        if left.contains(where: { $0 < 0 }) { found.append("less than nothing is left") }
        let places = Set(dishes.values.map { [$0["section"]?.text, $0["rank"]?.text] })
        if places.count != dishes.count { found.append("two dishes have one place") }
        return found
    }

    private func faults(of tab: String) -> [String] {
        guard let document = documents.tab(tab) else { return [] }
        let bill = document["bill"]
        let total = bill?["total"]?.integer ?? -1
        let people = bill?["people"]?.members?.values.compactMap(\.integer)
        let lines = document["lines"]?.members?.values.map { $0 } ?? []
        let wishes = lines.filter { $0["status"] == "basket" }.map {
            [$0["dish"]?.text, $0["notes"]?.text, $0["person"]?.text]
        }
        let rounds = Set(lines.compactMap { $0["round"]?.integer })
        let faults = [
            "more is paid than owed": bill?["paid"]?.integer ?? 0 > total,
            "people do not pay the total": people.map { $0.reduce(0, +) != total } ?? false,
            "a quantity is wrong": !lines.allSatisfy {
                (1...100).contains($0["quantity"]?.integer ?? 0)
            },
            "equal lines are two": Set(wishes).count != wishes.count,
            "a round is missing": rounds.max() ?? 0 != rounds.count,
        ]
        return faults.filter(\.value).keys.sorted().map { "\(tab): \($0)" }
    }
}
