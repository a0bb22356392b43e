package import JSON
package import Sync
package import TestSupport

/// Makes random requests to a planner, valid and invalid ones.
///
/// The title `Secret` and `private` always come together, so a screen must never show that title.
package struct PlannerRequests {
    private let documents: any StaffDocuments
    private let days: PlannerDays
    private let events: [Event]
    package private(set) var generator: SeededGenerator

    package static let verbs = [
        "add", "add", "add", "add series", "add series", "edit", "edit", "edit one", "edit one",
        "edit one", "edit following", "edit all", "delete", "delete one", "delete one",
        "delete following", "undo", "undo", "undo", "reserve", "reserve", "reserve", "rebook",
        "rebook", "cancel", "no_show", "restore", "waitlist.add", "waitlist.add",
        "waitlist.ready", "waitlist.seat", "waitlist.no_show", "waitlist.cancel",
        "waitlist.restore", "waitlist.undo", "waitlist.undo", "add_calendar", "edit_calendar",
        "remove_calendar", "configure", "house.configure", "day",
    ]

    /// - Parameters:
    ///   - documents: the documents that the senders see.
    ///   - events: the latest events, to be undone.
    package init(
        _ documents: some StaffDocuments, of days: PlannerDays, after events: [Event],
        from generator: SeededGenerator
    ) {
        self.documents = documents
        self.days = days
        self.events = events.suffix(12)
        self.generator = generator
    }

    package mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    package mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

    package mutating func pick<Value>(_ values: [Value]) -> Value? {
        values.randomElement(using: &generator)
    }

    // MARK: Arguments

    /// Returns an action with arguments for a verb, or `nil` if the verb has no subject.
    package mutating func request(_ verb: String) -> (action: String, arguments: [String: JSON])? {
        let words = verb.split(separator: " ").map(String.init)
        switch words[0] {
        case "add": return ("add", words.count > 1 ? series() : event())
        case "edit", "delete": return change(words[0], words.count > 1 ? words[1] : nil)
        case "undo": return ("undo", ["rev": JSON(recentRev("planner"))])
        case "waitlist.undo": return (words[0], ["rev": JSON(recentRev("waitlist"))])
        case "reserve": return ("reserve", reservation())
        case "rebook", "cancel", "no_show", "restore": return step(words[0])
        case "waitlist.add": return arrival()
        case "add_calendar", "edit_calendar", "remove_calendar": return calendar(words[0])
        case "configure": return ("configure", settings())
        case "house.configure": return (words[0], house())
        default: return party().map { (words[0], ["party": .string($0)]) }
        }
    }

    private mutating func recentRev(_ board: String) -> Int {
        let revs = events.filter { $0.board == board }.map(\.rev)
        return pick(revs) ?? events.last?.rev ?? 0
    }

    private func view(_ name: String, _ parameters: [(name: String, value: String)] = []) -> JSON {
        documents.staffView(name, parameters) ?? .null
    }

    // MARK: Events

    private mutating func day() -> String { pick(days.days) ?? days.today }

    private mutating func localTime() -> JSON {
        let hour = number(0...23)
        let minute = chance(60) ? "00" : "30"
        return .string(
            "\(day())T\(hour < 10 ? "0" : "")\(hour):\(minute)")
    }

    private mutating func words() -> [String: JSON] {
        let isPrivate = chance(30)
        let name = "\(isPrivate ? "Secret" : "Open") \(number(1...99))"
        return ["title": .string(name), "private": .bool(isPrivate)]
    }

    private mutating func time() -> [String: JSON] {
        if chance(25) {
            return ["date": .string(day()), "days": JSON(number(1...3))]
        }
        var arguments = ["start": localTime(), "minutes": JSON(pick([30, 60, 120, 600]) ?? 60)]
        if chance(20) { arguments["timeZone"] = "America/New_York" }
        return arguments
    }

    private mutating func event() -> [String: JSON] {
        var arguments = words().merging(time()) { $1 }
        arguments["calendar"] = chance(60) ? nil : anyCalendar()
        if chance(30) { arguments["free"] = true }
        if chance(20) { arguments["tentative"] = true }
        if chance(30) { arguments["location"] = "Cellar" }
        if chance(30) { arguments["description"] = "Words" }
        return arguments
    }

    private mutating func rule() -> JSON {
        let end = PlannerDays.list(from: days.today, 1, offset: 14).joined().filter { $0 != "-" }
        let day = Int(days.today.suffix(2)) ?? 1
        let rules = [
            "FREQ=DAILY", "FREQ=DAILY;COUNT=5", "FREQ=DAILY;INTERVAL=2;UNTIL=\(end)",
            "FREQ=WEEKLY", "FREQ=WEEKLY;COUNT=3", "FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=SA",
            "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "FREQ=MONTHLY;BYMONTHDAY=\(day)",
            "FREQ=DAILY;COUNT=1",
            "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=8",
        ]
        return .string(pick(rules) ?? "FREQ=DAILY")
    }

    private mutating func series() -> [String: JSON] {
        event().merging(["repeat": rule()]) { $1 }
    }

    private mutating func change(
        _ action: String, _ scope: String?
    ) -> (action: String, arguments: [String: JSON])? {
        let rows = days.weeks.flatMap { monday in
            view("planner/week", [("monday", monday)])["occurrences"]?.members?.sorted {
                $0.key < $1.key
            }.map(\.value)
                ?? []
        }
        let fitting = rows.filter { scope == nil || $0["at"] != nil }
        guard let row = pick(fitting), let event = row["event"]?.text else { return nil }
        let at = scope == nil ? nil : row["at"]?.text
        let isUnsaid = chance(50) && scope == "one"
        var named = ["event": JSON.string(event)]
        named["at"] = at.map(JSON.string)
        named["scope"] = isUnsaid ? nil : scope.map(JSON.string)
        if action == "delete" { return (action, named) }
        var changes: [String: JSON] = [:]
        if chance(50) { changes = words() }
        if chance(40) { changes.merge(row["allDay"] == true ? wholeDays() : start()) { $1 } }
        if chance(15) { changes = time() }
        if chance(15) { changes["free"] = .bool(chance(50)) }
        if chance(15) { changes["location"] = chance(50) ? .null : "Garden" }
        if scope != "one", chance(20) { changes["calendar"] = anyCalendar() }
        if scope != "one", chance(15) { changes["repeat"] = chance(30) ? .null : rule() }
        return (action, changes.merging(named) { $1 })
    }

    private mutating func start() -> [String: JSON] {
        chance(30) ? ["minutes": JSON(number(1...6) * 30)] : ["start": localTime()]
    }

    private mutating func wholeDays() -> [String: JSON] {
        chance(30)
            ? ["days": JSON(number(1...3))] : ["date": .string(day())]
    }

    // MARK: Reservations

    private mutating func reservation() -> [String: JSON] {
        var arguments: [String: JSON] = [
            "name": .string("Guest \(number(1...99))"), "size": JSON(number(1...6)),
        ]
        let minute = pick(["00", "10", "15", "30", "45"]) ?? "00"
        let day = pick(PlannerDays.list(from: days.today, 3)) ?? days.today
        arguments["start"] = .string("\(day)T\(pick(["19", "20", "23", "00"]) ?? "19"):\(minute)")
        if chance(50) { arguments["table"] = JSON.string("\(number(1...4))") }
        if chance(40) { arguments["phone"] = "+12015550123" }
        if chance(40) { arguments["notes"] = "allergic" }
        if chance(20) { arguments["override"] = true }
        if chance(20) { arguments["minutes"] = JSON(number(1...8) * 30) }
        return arguments
    }

    private var bookings: [(id: String, row: JSON)] {
        days.days.flatMap { day in
            (view("planner/service", [("date", day)])["reservations"]?.members ?? [:]).sorted {
                $0.key < $1.key
            }
            .map { (id: $0.key, row: $0.value) }
        }
    }

    private mutating func step(
        _ action: String
    ) -> (action: String, arguments: [String: JSON])? {
        let states = action == "restore" ? ["cancelled", "no_show"] : ["booked"]
        let fitting = bookings.filter { states.contains($0.row["status"]?.text ?? "") || chance(5) }
        guard let found = pick(fitting) else { return nil }
        var arguments: [String: JSON] = [:]
        if action == "rebook" {
            let all = reservation().sorted { $0.key < $1.key }
            for (name, value) in all where chance(30) { arguments[name] = value }
        }
        arguments["reservation"] = .string(found.id)
        return (action, arguments)
    }

    private mutating func arrival() -> (action: String, arguments: [String: JSON])? {
        let fitting = bookings.filter { $0.row["status"] == "booked" || chance(10) }
        guard let found = pick(fitting) else { return nil }
        return (
            "waitlist.add",
            [
                "name": "Walker", "size": JSON(number(1...6)), "reservation": .string(found.id),
            ]
        )
    }

    private mutating func party() -> String? {
        let host = view("waitlist/host")
        let ids = ["parties", "gone"].flatMap { host[$0]?.members?.keys.sorted() ?? [] }
        return pick(ids)
    }

    // MARK: Calendars and settings

    private mutating func anyCalendar() -> JSON {
        let ids = view("planner/calendars")["calendars"]?.members?.keys.sorted() ?? []
        return .string(pick(ids.filter { $0 != "reservations" }) ?? "main")
    }

    private mutating func calendar(
        _ action: String
    ) -> (action: String, arguments: [String: JSON])? {
        let color = pick(["red", "blue", "grey"]) ?? "red"
        let display = pick(["off", "busy", "title", "title"]) ?? "off"
        let look: [String: JSON] = ["color": .string(color), "display": .string(display)]
        if action == "add_calendar" { return (action, look.merging(["name": "More"]) { $1 }) }
        let isOfReservations = action == "edit_calendar" && chance(30)
        let named = isOfReservations ? "reservations" : anyCalendar()
        if action == "remove_calendar" { return chance(50) ? (action, ["calendar": named]) : nil }
        return (action, look.merging(["calendar": named]) { $1 })
    }

    private mutating func settings() -> [String: JSON] {
        let rules: [JSON] = [
            [], [["covers": 8]], [["from": "19:00", "to": "21:00", "covers": 6]],
            [["days": ["MO"], "covers": 4], ["covers": 12]],
        ]
        return ["pacing": pick(rules) ?? []]
    }

    private mutating func house() -> [String: JSON] {
        switch number(1...4) {
        case 1: ["labels": .string(pick(["full", "first_initial", "initials"]) ?? "full")]
        case 2: ["dayStart": chance(50) ? .null : "01:00"]
        case 3: ["timeZone": chance(60) ? "Europe/Madrid" : "Asia/Tokyo"]
        default: ["hours": chance(70) ? .null : ["MO": [["12:00", "23:30"]], "TU": []]]
        }
    }
}
