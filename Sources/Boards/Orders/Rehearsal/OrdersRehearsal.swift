import JSON

/// The tabs of an evening: who opens them and when, what is ordered, how the kitchen works through
/// it, and how it is paid.
///
/// On a menu that is there already, it lets one dish run low and gives it back as plenty.
struct OrdersRehearsal: Equatable {
    struct Step: Sendable, Equatable {
        /// Seconds since the midnight before the evening.
        var second: Int
        var act: Act
    }

    /// What staff do. Sections, dishes, tabs and lines have numbers in the plan, from 0.
    enum Act: Sendable, Equatable {
        case addSection(Int)
        case addDish(Int)
        /// `left` is `nil` for plenty.
        case stock(dish: Int, left: Int?)
        case open(tab: Int, Opening)
        case add(line: Int, tab: Int, Wish)
        case place(tab: Int, lines: [Int])
        /// Lines come to their next state, by `cook`, `done` or `serve`.
        case move(OrdersAction, tab: Int, lines: [Int])
        case cancel(line: Int, tab: Int, reason: String)
        case merge(tab: Int, from: Int)
        case split(tab: Int, lines: [Int], into: Int)
        case pay(tab: Int, PartPayment)
        case close(tab: Int)
    }

    enum Opening: Sendable, Equatable {
        case table(String)
        /// `phone` is a number that is reserved for fiction.
        case takeaway(name: String, phone: String)
    }

    struct Wish: Sendable, Equatable {
        var dish: Int
        var quantity = 1
        var notes: String?
        var person: String?
    }

    /// What a payment pays.
    enum BillPart: Sendable, Equatable {
        /// One of so many equal parts of what is due.
        case equal(count: Int)
        case person(String)
        case lines([Int])
    }

    struct PartPayment: Sendable, Equatable {
        var part: BillPart
        var method: PaymentMethod
        var tip: Int?
    }

    private struct Tab: Equatable {
        /// The id that the hub gave it.
        let id: String
        /// Its public number.
        let number: Int
        /// The numbers of its lines in the plan.
        var lines: [Int] = []
        var paid = 0
        var isOpen = true
    }

    private struct Line: Equatable {
        /// The id that the hub gave it.
        let id: String
        let amount: Int
        /// Whether it was placed and not cancelled.
        var counts = false
    }

    let menu: RehearsalMenu
    let steps: [Step]
    private var sectionIDs: [Int: String] = [:]
    private var dishIDs: [Int: String] = [:]
    private var tabs: [Int: Tab] = [:]
    private var lines: [Int: Line] = [:]
    private var tabCount = 0
    private var roundCount = 0
    private var paymentCount = 0
    private var closedCount = 0
}

extension OrdersRehearsal: RehearsalPart {
    static let optionHelp: String? =
        "Play the orders too: a menu if there is none, tabs, the kitchen and the bills."
    static let view: String? = Orders.menuView

    init(arrivals: [Arrival], document: JSON?, using random: inout SplitMix64) {
        menu = RehearsalMenu(document)
        var planner = ServicePlanner(menu, cookCount: 2 + arrivals.count / 20, using: random)
        steps = planner.plan(arrivals)
        random = planner.random
        for (number, dish) in menu.dishes.enumerated() { dishIDs[number] = dish.id }
    }

    var seconds: [Int] { steps.map(\.second) }

    var tally: String { "\(tabs.values.count(where: \.isOpen)) open tabs" }

    var counts: [RehearsalCount] {
        [
            RehearsalCount("tabs", tabCount), RehearsalCount("rounds", roundCount),
            RehearsalCount("payments", paymentCount), RehearsalCount("closed", closedCount),
        ]
    }

    // MARK: What to ask for

    func mutation(at step: Int) -> RehearsalMutation? {
        switch steps[step].act {
        case .addSection(let section): Self.ask(.addSection, OwnMenu.sections[section].arguments)
        case .addDish(let dish): adding(OwnMenu.dishes[dish])
        case .stock(let dish, let left):
            dishIDs[dish].map {
                Self.ask(.stock, ["dish": .string($0), "left": left.map { JSON($0) } ?? .null])
            }
        case .open(_, let opening): Self.ask(.open, opening.arguments)
        case .add(_, let tab, let wish): adding(wish, to: tab)
        case .place(let tab, let lines): placing(lines, on: tab)
        case .move(let action, let tab, let lines):
            counting(lines, on: tab).map { Self.ask(action, ["lines": $0]) }
        case .cancel(let line, let tab, let reason):
            counting([line], on: tab).map {
                Self.ask(.cancelLines, ["lines": $0, "reason": .string(reason)])
            }
        case .merge(let tab, let from): merging(from, into: tab)
        case .split(let tab, let lines, _): splitting(lines, off: tab)
        case .pay(let tab, let payment): paying(payment, on: tab)
        case .close(let tab): tabs[tab].map { Self.ask(.close, ["tab": .string($0.id)]) }
        }
    }

    private static func ask(
        _ action: OrdersAction, _ arguments: [String: JSON?]
    ) -> RehearsalMutation {
        RehearsalMutation(action.rawValue, arguments.compactMapValues(\.self))
    }

    private func adding(_ added: (section: Int, dish: OwnMenu.Dish)) -> RehearsalMutation? {
        sectionIDs[added.section].map { Self.ask(.addDish, added.dish.arguments(in: $0)) }
    }

    private func adding(_ wish: Wish, to tab: Int) -> RehearsalMutation? {
        guard let tab = tabs[tab], let dish = dishIDs[wish.dish] else { return nil }
        return Self.ask(
            .add,
            [
                "tab": .string(tab.id), "dish": .string(dish), "quantity": JSON(wish.quantity),
                "notes": wish.notes.map(JSON.string), "person": wish.person.map(JSON.string),
            ])
    }

    /// Places its own lines only. What others have put into the basket is theirs to place.
    private func placing(_ numbers: [Int], on tab: Int) -> RehearsalMutation? {
        let ids = numbers.compactMap { lines[$0] }.map { JSON.string($0.id) }
        guard let tab = tabs[tab], !ids.isEmpty else { return nil }
        return Self.ask(.place, ["tab": .string(tab.id), "lines": .array(ids)])
    }

    private func merging(_ from: Int, into tab: Int) -> RehearsalMutation? {
        guard let tab = tabs[tab], let from = tabs[from] else { return nil }
        return Self.ask(.merge, ["tab": .string(tab.id), "from": .string(from.id)])
    }

    private func splitting(_ numbers: [Int], off tab: Int) -> RehearsalMutation? {
        guard let id = tabs[tab]?.id, let moved = counting(numbers, on: tab)?.elements else {
            return nil
        }
        return Self.ask(
            .split, ["tab": .string(id), "lines": .array(moved.map { ["line": $0] })])
    }

    private func paying(_ payment: PartPayment, on number: Int) -> RehearsalMutation? {
        guard let tab = tabs[number] else { return nil }
        var arguments: [String: JSON?] = [
            "tab": .string(tab.id), "method": .string(payment.method.rawValue),
            "tip": payment.tip.map { JSON($0) },
        ]
        switch payment.part {
        case .equal(let count):
            let due = tab.lines.compactMap { lines[$0] }.filter(\.counts)
                .reduce(-tab.paid) { $0 + $1.amount }
            guard due > 0 else { return nil }
            // The first ones pay what can't be divided.
            arguments["amount"] = JSON((due + count - 1) / count)
        case .person(let person): arguments["person"] = .string(person)
        case .lines(let numbers):
            guard let paid = counting(numbers, on: number) else { return nil }
            arguments["lines"] = paid
        }
        return Self.ask(.pay, arguments)
    }

    /// The ids of those of these lines that are on a tab and count; `nil` if there are none.
    private func counting(_ numbers: [Int], on tab: Int) -> JSON? {
        let own = numbers.filter { tabs[tab]?.lines.contains($0) == true }
        let ids = own.compactMap { lines[$0] }.filter(\.counts).map { JSON.string($0.id) }
        return ids.isEmpty ? nil : .array(ids)
    }

    // MARK: What has come of it

    mutating func accepted(_ step: Int, rev: Int, result: JSON?) -> String {
        switch steps[step].act {
        case .addSection(let section):
            sectionIDs[section] = result?["section"]?.text
            return "the menu gets a section"
        case .addDish(let dish):
            dishIDs[dish] = result?["dish"]?.text
            return "the menu gets a dish"
        case .stock(_, let left):
            return left.map { "a dish runs low: \($0) left" } ?? "there is plenty of a dish again"
        case .open(let tab, _):
            enter(tab, result)
            return "\(name(of: tab)) opens"
        case .add(let line, let tab, let wish):
            let amount = wish.quantity * menu.dishes[wish.dish].price
            lines[line] = result?["line"]?.text.map { Line(id: $0, amount: amount) }
            tabs[tab]?.lines.append(line)
            return "\(name(of: tab)) chooses a dish"
        case .place(let tab, let numbers):
            for line in numbers { lines[line]?.counts = true }
            roundCount += 1
            return "\(name(of: tab)) orders"
        case .move(let action, let tab, let numbers):
            return "\(name(of: tab)): \(Self.words(for: action)), \(numbers.count) of its lines"
        case .cancel(let line, let tab, _):
            lines[line]?.counts = false
            return "\(name(of: tab)): a line is cancelled"
        case .merge(let tab, let from):
            let joined = tabs[from]?.lines ?? []
            tabs[tab]?.lines += joined
            tabs[from]?.isOpen = false
            return "\(name(of: from)) joins \(name(of: tab))"
        case .split(let tab, let numbers, let new):
            enter(new, result)
            tabs[new]?.lines = numbers
            tabs[tab]?.lines.removeAll(where: numbers.contains)
            return "\(name(of: new)) is split off \(name(of: tab))"
        case .pay(let tab, _):
            tabs[tab]?.paid += result?["amount"]?.integer ?? 0
            paymentCount += 1
            return "\(name(of: tab)) pays"
        case .close(let tab):
            tabs[tab]?.isOpen = false
            closedCount += 1
            return "\(name(of: tab)) closes"
        }
    }

    private mutating func enter(_ tab: Int, _ result: JSON?) {
        tabCount += 1
        guard let id = result?["tab"]?.text, let number = result?["number"]?.integer else { return }
        tabs[tab] = Tab(id: id, number: number)
    }

    private func name(of tab: Int) -> String { tabs[tab].map { "tab \($0.number)" } ?? "a tab" }

    private static func words(for action: OrdersAction) -> String {
        switch action {
        case .cook: "being made"
        case .done: "ready"
        default: "served"
        }
    }

    /// What depends on a rejected step is left out, because its ids are not known.
    mutating func rejected(_ step: Int) {}
}

extension OrdersRehearsal.Opening {
    fileprivate var arguments: [String: JSON?] {
        switch self {
        case .table(let table): ["kind": "table", "table": .string(table)]
        case .takeaway(let name, let phone):
            ["kind": "takeaway", "name": .string(name), "phone": .string(phone)]
        }
    }
}
