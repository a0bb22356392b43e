/// Plans what happens on the tabs of an evening.
///
/// Rounds are planned in the order in which they begin, because they share the kitchen, the tables
/// and the dish that runs low.
struct ServicePlanner {
    typealias Act = OrdersRehearsal.Act
    typealias Wish = OrdersRehearsal.Wish

    private let menu: RehearsalMenu
    private(set) var random: SplitMix64
    private var kitchen: RehearsalKitchen
    private var shortage: Shortage?
    /// When each table is free.
    private var tables: [Int] = []
    private var tabCount = 0
    private var lineCount = 0
    private var steps: [OrdersRehearsal.Step] = []

    init(_ menu: RehearsalMenu, cookCount: Int, using random: SplitMix64) {
        self.menu = menu
        self.random = random
        kitchen = RehearsalKitchen(cookCount: cookCount)
    }

    mutating func plan(_ arrivals: [Arrival]) -> [OrdersRehearsal.Step] {
        guard let first = arrivals.first else { return [] }
        if menu.isOwn { makeMenu(from: max(0, first.second - 600)) }
        runLow(from: arrivals[arrivals.count / 3].second + 1_800)
        var visits: [ServiceVisit] = []
        for arrival in arrivals {
            visits.append(ServiceVisit(arrival, using: &random))
            if random.chance(percent: 25) {
                let second = arrival.second + random.next(below: 1_800)
                visits.append(ServiceVisit(takeawayAt: second, using: &random))
            }
        }
        while let next = visits.indices.min(by: { visits[$0].second < visits[$1].second }) {
            if visits[next].rounds.isEmpty {
                settle(visits.remove(at: next))
            } else {
                order(by: &visits[next])
            }
        }
        endShortage()
        return steps
    }

    private mutating func add(_ act: Act, at second: Int) {
        steps.append(OrdersRehearsal.Step(second: second, act: act))
    }

    // MARK: The menu

    private mutating func makeMenu(from start: Int) {
        let acts =
            OwnMenu.sections.indices.map(Act.addSection) + OwnMenu.dishes.indices.map(Act.addDish)
        for (place, act) in acts.enumerated() { add(act, at: start + place * 5) }
    }

    /// A main dish runs low, if there is another one.
    private mutating func runLow(from start: Int) {
        guard menu.dishes.count > 1 else { return }
        let shortage = Shortage(
            of: random.pick(from: menu.courses[1]), from: start,
            portions: 3 + random.next(below: 4), soldOutFor: 1_200 + random.next(below: 1_200))
        add(.stock(dish: shortage.dish, left: shortage.portions), at: start)
        self.shortage = shortage
    }

    private mutating func endShortage() {
        guard let shortage else { return }
        let last = steps.map(\.second).max() ?? 0
        add(.stock(dish: shortage.dish, left: nil), at: shortage.end ?? last + 60)
    }

    // MARK: Tabs

    private mutating func newTab() -> Int {
        tabCount += 1
        return tabCount - 1
    }

    /// Returns the tab on which a visit orders now. Opens it if there is none yet.
    private mutating func tab(of visit: inout ServiceVisit) -> Int {
        if let tab = visit.tab, visit.kind == .takeaway || visit.table != nil { return tab }
        let tab = newTab()
        add(.open(tab: tab, opening(of: &visit)), at: visit.second)
        // From the bar to the table.
        if let other = visit.tab { add(.merge(tab: tab, from: other), at: visit.second) }
        visit.tab = tab
        return tab
    }

    private mutating func opening(of visit: inout ServiceVisit) -> OrdersRehearsal.Opening {
        if visit.kind == .takeaway {
            return .takeaway(
                name: GuestNames.draw(using: &random), phone: GuestNames.phone(using: &random))
        }
        if visit.startsAtBar, visit.tab == nil { return .table("Bar") }
        let free = tables.firstIndex { $0 <= visit.second } ?? tables.count
        if free == tables.count { tables.append(0) }
        tables[free] = .max
        visit.table = free
        return .table(String(free + 1))
    }

    // MARK: Rounds

    /// Plans the next round of a visit.
    private mutating func order(by visit: inout ServiceVisit) {
        let courses = visit.rounds.removeFirst()
        let tab = tab(of: &visit)
        var second = visit.second
        var lines: [ServiceVisit.Line] = []
        for wish in wishes(courses, of: visit) {
            second += 4 + random.next(below: 12)
            add(.add(line: lineCount, tab: tab, wish), at: second)
            lines.append(
                ServiceVisit.Line(
                    number: lineCount, person: wish.person,
                    station: menu.dishes[wish.dish].station))
            lineCount += 1
        }
        second += 15 + random.next(below: 45)
        add(.place(tab: tab, lines: lines.map(\.number)), at: second)
        shortage?.place(at: second)
        let isOneDropped = lines.count > 1 && random.chance(percent: 5)
        let dropped = isOneDropped ? random.pick(from: lines).number : nil
        visit.lines += lines.filter { $0.number != dropped }
        let isTable = visit.kind == .table
        let end = make(
            lines, of: tab, without: dropped, placedAt: second, isServed: isTable)
        // They eat, or are on their way to fetch it.
        visit.second = end + (isTable ? 400 : 120) + random.next(below: 700)
    }

    /// Returns what everybody on a tab wants. The same dish of the same person is one wish.
    private mutating func wishes(_ courses: [Int], of visit: ServiceVisit) -> [Wish] {
        // Until when the round is placed at the latest.
        let end = visit.second + courses.count * visit.size * 16 + 60
        var wishes: [Wish] = []
        for guest in 0..<visit.size {
            let courses = courses.filter {
                guest == 0 || random.chance(percent: Self.appetite[$0])
            }
            for course in courses {
                let dish = dish(of: course, within: visit.second...end)
                let person =
                    visit.persons.isEmpty ? nil : visit.persons[guest % visit.persons.count]
                let same = wishes.firstIndex { $0.dish == dish && $0.person == person }
                if let same {
                    wishes[same].quantity += 1
                } else {
                    let notes = random.chance(percent: 12) ? random.pick(from: Self.notes) : nil
                    wishes.append(Wish(dish: dish, notes: notes, person: person))
                }
            }
        }
        return wishes
    }

    /// Returns a dish that is there, for a round that is ordered within these seconds.
    private mutating func dish(of course: Int, within seconds: ClosedRange<Int>) -> Int {
        let dish = random.pick(from: menu.courses[course])
        let isThere = shortage?.take(dish, within: seconds) ?? true
        return isThere ? dish : (dish + 1) % menu.dishes.count
    }

    /// The stations make a round, and what is for a table is served.
    ///
    /// - Parameter dropped: the line that is cancelled while it is made.
    /// - Returns: when all of it is done, and served if it is to be.
    private mutating func make(
        _ lines: [ServiceVisit.Line], of tab: Int, without dropped: Int?, placedAt placed: Int,
        isServed: Bool
    ) -> Int {
        var last = placed
        for station in Set(lines.map(\.station)).sorted() {
            let own = lines.filter { $0.station == station }.map(\.number)
            let (start, end) = kitchen.make(at: station, placedAt: placed, using: &random)
            add(.move(.cook, tab: tab, lines: own), at: start)
            if let dropped, own.contains(dropped) {
                let reason = random.pick(from: Self.reasons)
                add(.cancel(line: dropped, tab: tab, reason: reason), at: start + 20)
                last = max(last, start + 20)
            }
            let rest = own.filter { $0 != dropped }
            if rest.isEmpty { continue }
            add(.move(.done, tab: tab, lines: rest), at: end)
            last = max(last, end)
            guard isServed else { continue }
            let served = end + 30 + random.next(below: 120)
            add(.move(.serve, tab: tab, lines: rest), at: served)
            last = max(last, served)
        }
        return last
    }

    // MARK: The bill

    /// Plans the payments of a visit. Now and then some of a table have a bill of their own.
    private mutating func settle(_ visit: ServiceVisit) {
        guard let tab = visit.tab else { return }
        var second = visit.second
        var lines = visit.lines
        if visit.kind == .table, lines.count > 3, random.chance(percent: 8) {
            let own = Array(lines.suffix(lines.count / 2))
            lines.removeLast(own.count)
            let other = newTab()
            add(.split(tab: tab, lines: own.map(\.number), into: other), at: second)
            second = pay(own, on: other, from: second)
        }
        second = pay(lines, on: tab, from: second)
        if let table = visit.table { tables[table] = second }
    }

    /// - Returns: when the tab is closed.
    private mutating func pay(_ lines: [ServiceVisit.Line], on tab: Int, from start: Int) -> Int {
        var second = start
        for part in parts(of: lines) {
            second += 30 + random.next(below: 90)
            let tip = random.chance(percent: 40) ? random.pick(from: Self.tips) : nil
            let payment = OrdersRehearsal.PartPayment(
                part: part, method: random.pick(from: Self.methods), tip: tip)
            add(.pay(tab: tab, payment), at: second)
        }
        second += 20 + random.next(below: 40)
        add(.close(tab: tab), at: second)
        return second
    }

    /// The parts in which a bill is paid.
    private mutating func parts(of lines: [ServiceVisit.Line]) -> [OrdersRehearsal.BillPart] {
        let people = Set(lines.compactMap(\.person)).sorted()
        switch random.next(below: 10) {
        case 0..<4: return [.equal(count: 1)]
        case 4..<6: return (1...2 + random.next(below: 2)).reversed().map { .equal(count: $0) }
        case 6..<8 where lines.count > 1:
            return [.lines(lines.prefix(lines.count / 2).map(\.number)), .equal(count: 1)]
        default: return people.isEmpty ? [.equal(count: 1)] : people.map { .person($0) }
        }
    }

    /// How many of a hundred take something of each course.
    private static let appetite = [70, 95, 60]
    private static let notes = [
        "No onion", "Well done", "Rare", "To share", "Without gluten, please", "For the child",
    ]
    private static let reasons = ["Fell off the tray", "Took too long", "Burnt", "A mistake"]
    private static let methods: [PaymentMethod] = [.card, .card, .card, .cash, .cash, .other]
    private static let tips = [50, 100, 200, 300, 500]
}
