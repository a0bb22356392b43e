import BoardKit
import JSON
import Sync

/// The tabs that have left, by service day.
struct PastTabs: Sendable {
    private(set) var tabs: [TabID: PastTab] = [:]
    /// The tabs by day, in the order in which they left.
    private var days: [String: [TabID]] = [:]

    subscript(id: TabID) -> PastTab? { tabs[id] }

    /// The days on which tabs left, in order.
    var dates: [String] { days.keys.sorted() }

    /// Returns the tabs that left on a day.
    func ids(of day: String) -> [TabID] { days[day] ?? [] }

    mutating func set(_ id: TabID, to tab: PastTab?) {
        if let old = tabs.removeValue(forKey: id) {
            // Hardly any tab comes back, and nearly all that do left recently.
            if let index = days[old.day]?.lastIndex(of: id) { days[old.day]?.remove(at: index) }
            if days[old.day]?.isEmpty == true { days[old.day] = nil }
        }
        guard let tab else { return }
        tabs[id] = tab
        days[tab.day, default: []].append(id)
    }

    /// Returns the document of a day.
    func document(of day: String, currency: String) -> Document {
        var rows: [String: JSON] = [:]
        for id in ids(of: day) {
            if let tab = tabs[id], tab.isListed { rows[id.text] = tab.json }
        }
        return Document([
            "tabs": .object(rows), "totals": totals(of: day), "currency": .string(currency),
        ])
    }

    /// Returns the sums of the tabs that were closed on a day.
    func totals(of day: String) -> JSON {
        var count = 0
        var dishes = 0
        var total = 0
        var tip = 0
        var paid: [PaymentMethod: PastTab.Paid] = [:]
        var vat: [Int: Bill.Taxed] = [:]
        for case let tab? in ids(of: day).map({ tabs[$0] }) where tab.status == .closed {
            count += 1
            dishes += tab.dishes
            total += tab.total
            tip += tab.tip
            for (method, part) in tab.paid {
                paid[method, default: PastTab.Paid()].amount += part.amount
                paid[method, default: PastTab.Paid()].tip += part.tip
            }
            for (rate, part) in tab.vat {
                vat[rate, default: Bill.Taxed()].gross += part.gross
                vat[rate, default: Bill.Taxed()].vat += part.vat
            }
        }
        var methods: [String: JSON] = [:]
        for (method, part) in paid {
            methods[method.rawValue] = ["amount": JSON(part.amount), "tip": JSON(part.tip)]
        }
        return [
            "tabs": JSON(count), "dishes": JSON(dishes), "total": JSON(total), "tip": JSON(tip),
            "methods": .object(methods), "vat": Bill.json(vat),
        ]
    }

    /// Returns the tabs whose words contain a text, newest first.
    func found(_ text: String, atMost countMax: Int) -> [(id: TabID, tab: PastTab)] {
        let wanted = FoldedText.fold(TypedText(text).text)
        var found: [(id: TabID, tab: PastTab)] = []
        for day in dates.reversed() {
            for id in ids(of: day).reversed() {
                guard let tab = tabs[id], tab.isListed,
                    wanted.isEmpty || tab.words.contains(wanted)
                else { continue }
                found.append((id: id, tab: tab))
                if found.count == countMax { return found }
            }
        }
        return found
    }
}

extension PastTab {
    /// Whether lists show the tab. A merged tab is a part of another one.
    var isListed: Bool { status == .closed || status == .cancelled }
}

extension PastTabs {
    func write(to writer: inout StateWriter) {
        let all = dates.flatMap { ids(of: $0) }
        writer.write(all.map(\.rev))
        for id in all { if let tab = tabs[id] { writer.write(tab) } }
    }

    init(from reader: inout StateReader) throws(StateError) {
        for rev in try reader.read([Int].self) {
            set(TabID(rev: rev), to: try reader.read(PastTab.self))
        }
    }
}
