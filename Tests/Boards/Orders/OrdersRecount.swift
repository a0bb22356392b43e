import JSON
import Sync

/// A second, simple implementation of the board that carries out the accepted requests from the
/// beginning.
///
/// It shares no code with the board and does not read the data of events. It knows what the senders
/// know: the requests, their times, and the answers. It undoes a request by leaving it out and
/// starting again.
struct OrdersRecount {
    /// An accepted request or an event of the clock.
    struct Step {
        var entry: OrdersEntry
        /// The document with new ids that no answer contains: the tab after `repeat` and `split`,
        /// the menu after an import.
        var names: JSON = .null
        /// The content of an import's file: section, name and price.
        var file: [(section: String, name: String, price: Int)] = []
        /// The dishes that were sold out at that time.
        var soldOut: Set<String> = []
        /// The change of the stock of each dish.
        var counted: [String: Int] = [:]
        /// The stock that the step set, and the stock before.
        var stocked: (dish: String, before: Int?, after: Int?)?

        var kind: String { entry.event.kind }
        var rev: Int { entry.event.rev }
        var at: Instant { entry.event.at }
    }

    struct Line {
        var dish: String
        var quantity: Int
        var notes: String?
        var person: String?
        var status = "basket"
        var at: Instant
        /// The revision that added the line. The older of two lines has the lower one.
        var age: Int
        /// The revision of the placing; `nil` in the basket.
        var round: Int?
        var name = ""
        var price = 0
        var vat = 0
        var station: String?
        var reason: String?
        /// The time at which the line was done, or cancelled before that.
        var doneAt: Instant?

        var isCounted: Bool { !["basket", "cancelled"].contains(status) }
        var isInKitchen: Bool { ["placed", "cooking"].contains(status) }
        var amount: Int { quantity * price }

        func equals(_ other: Line) -> Bool {
            status == "basket" && other.status == "basket" && dish == other.dish
                && notes == other.notes && person == other.person
        }
    }

    struct Payment {
        var amount: Int
        var tip: Int
        var method: String
        var at: Instant
        var lines: [String]?
        var person: String?
    }

    struct Tab {
        var fields: [String: JSON]
        var lines: [String: Line] = [:]
        var payments: [String: Payment] = [:]
        /// The revisions of the placings, in the order of the rounds.
        var rounds: [Int] = []
        var fee: Int?
        var leftAt: Instant?

        var status: String { fields["status"]?.text ?? "" }
        var kind: String { fields["kind"]?.text ?? "" }
    }

    struct Dish {
        var section: String
        var name: String
        var price: Int
        var vat: Int?
        var station: String?
    }

    private(set) var steps: [Step] = []

    // The state that is rebuilt after an undo.
    private(set) var sections: [(id: String, name: String, station: String?)] = []
    private(set) var dishes: [(id: String, dish: Dish)] = []
    private(set) var tabs: [String: Tab] = [:]
    private(set) var placedAt: [Int: Instant] = [:]
    /// The state of each ended tab before it ended.
    private var before: [String: Tab] = [:]
    private var counted: [String: Int] = [:]

    /// The stock of each dish; absent means unlimited. It is counted up and down, and never
    /// rebuilt.
    private(set) var left: [String: Int] = [:]

    static let vat = 1000
    static let fee = 250

    func dish(_ id: String) -> Dish? { dishes.first { $0.id == id }?.dish }

    // MARK: Taking steps

    mutating func take(_ step: Step) {
        var step = step
        counted = [:]
        step.soldOut = Set(left.filter { $0.value == 0 }.keys)
        if step.kind == "undone", let target = step.entry.arguments["rev"]?.integer {
            let undone = steps.first { $0.rev == target }
            step.counted = undone?.counted.mapValues { -$0 } ?? [:]
            step.stocked = undone?.stocked.map { ($0.dish, $0.after, $0.before) }
            steps.append(step)
            carryOutAgain()
        } else {
            if step.kind == "stocked", let dish = step.entry.arguments["dish"]?.text {
                step.stocked = (dish, left[dish], step.entry.arguments["left"]?.integer)
            }
            carryOut(step)
            step.counted = counted
            steps.append(step)
        }
        for (dish, count) in step.counted where left[dish] != nil {
            left[dish, default: 0] += count
        }
        if let (dish, _, after) = step.stocked { left[dish] = after }
    }

    var undone: Set<Int> {
        var undone: Set<Int> = []
        for step in steps.reversed() where step.kind == "undone" && !undone.contains(step.rev) {
            if let target = step.entry.arguments["rev"]?.integer { undone.insert(target) }
        }
        return undone
    }

    private mutating func carryOutAgain() {
        (sections, dishes, tabs, placedAt, before) = ([], [], [:], [:], [:])
        let undone = undone
        for step in steps where step.kind != "undone" && !undone.contains(step.rev) {
            carryOut(step)
        }
    }

    private mutating func carryOut(_ step: Step) {
        let board = step.entry.event.board
        guard board == "orders" else { return }
        if step.kind.hasPrefix("section_") || step.kind.hasPrefix("dish_") {
            return changeMenu(step)
        }
        switch step.kind {
        case "imported": importMenu(step)
        case "opened", "edited": editTab(step)
        case "added", "changed", "repeated": changeBasket(step)
        case "placed": place(step)
        case "cooked", "done", "recalled", "served", "lines_cancelled": bump(step)
        case "merged": merge(step)
        case "split": split(step)
        case "paid", "unpaid": pay(step)
        case "closed", "cancelled", "reopened": end(step)
        default: break
        }
    }

    // MARK: The menu

    private mutating func changeMenu(_ step: Step) {
        let asked = step.entry.arguments
        let section = asked["section"]?.text ?? step.entry.result["section"]?.text ?? ""
        let dish = asked["dish"]?.text ?? step.entry.result["dish"]?.text ?? ""
        switch step.kind {
        case "section_added":
            sections.append((section, asked["name"]?.text ?? "", asked["station"]?.text))
        case "section_removed": sections.removeAll { $0.id == section }
        case "section_moved":
            guard let from = sections.firstIndex(where: { $0.id == section }) else { return }
            let moved = sections.remove(at: from)
            sections.insert(moved, at: Self.place(asked, among: sections.map(\.id)))
        case "dish_added":
            let made = Dish(
                section: section, name: asked["name"]?.text ?? "",
                price: asked["price"]?.integer ?? 0, vat: asked["vat"]?.integer,
                station: asked["station"]?.text)
            dishes.append((dish, made))
        case "dish_removed": dishes.removeAll { $0.id == dish }
        case "dish_moved":
            guard let from = dishes.firstIndex(where: { $0.id == dish }) else { return }
            var moved = dishes.remove(at: from)
            let beside = (asked["before"] ?? asked["after"])?.text ?? ""
            moved.dish.section = self.dish(beside)?.section ?? moved.dish.section
            dishes.insert(moved, at: Self.place(asked, among: dishes.map(\.id)))
        case "dish_edited":
            guard let index = dishes.firstIndex(where: { $0.id == dish }) else { return }
            dishes[index].dish.price = asked["price"]?.integer ?? dishes[index].dish.price
            dishes[index].dish.name = asked["name"]?.text ?? dishes[index].dish.name
        default: break
        }
    }

    private static func place(_ asked: [String: JSON], among ids: [String]) -> Int {
        if let before = asked["before"]?.text { return ids.firstIndex(of: before) ?? 0 }
        return (asked["after"]?.text).flatMap(ids.firstIndex).map { $0 + 1 } ?? ids.count
    }

    private mutating func importMenu(_ step: Step) {
        for (sectionName, name, price) in step.file {
            if !sections.contains(where: { $0.name == sectionName }) {
                let new = step.names["sections"]?.members?.first {
                    $0.value["name"]?.text == sectionName
                }
                sections.append((new?.key ?? "", sectionName, nil))
            }
            let section = sections.first { $0.name == sectionName }?.id ?? ""
            if let index = dishes.firstIndex(where: {
                $0.dish.section == section && $0.dish.name == name
            }) {
                dishes[index].dish.price = price
                continue
            }
            // An only dish of that name moves to the end of the section in the file.
            let namesakes = dishes.indices.filter { dishes[$0].dish.name == name }
            if namesakes.count == 1, step.file.count(where: { $0.name == name }) == 1 {
                var moved = dishes.remove(at: namesakes[0])
                (moved.dish.section, moved.dish.price) = (section, price)
                dishes.append(moved)
                continue
            }
            let new = step.names["dishes"]?.members?.first {
                $0.value["name"]?.text == name && $0.value["section"]?.text == section
            }
            dishes.append((new?.key ?? "", Dish(section: section, name: name, price: price)))
        }
    }

    // MARK: Changing tabs

    mutating func withTab(_ id: String, _ change: (inout Tab) -> Void) {
        guard var tab = tabs[id] else { return }
        change(&tab)
        tabs[id] = tab
    }

    mutating func setBefore(_ id: String, to tab: Tab?) { before[id] = tab }
    func tabBefore(_ id: String) -> Tab? { before[id] }
    mutating func setTab(_ id: String, to tab: Tab) { tabs[id] = tab }
    mutating func setPlaced(_ rev: Int, at instant: Instant) { placedAt[rev] = instant }
    mutating func count(_ dish: String, _ quantity: Int) { counted[dish, default: 0] += quantity }
}
