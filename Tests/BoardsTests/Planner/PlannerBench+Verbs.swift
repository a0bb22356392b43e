import JSON
import Sync
import TestBoards

/// Short calls for the board's actions, and accessors for its documents.
extension VenueBench where Board == BenchedPlanner {
    // MARK: Events

    /// Adds a timed event.
    ///
    /// - Returns: The event's id.
    @discardableResult
    mutating func add(
        _ title: String, _ start: String, _ minutes: Int = 60, _ more: [String: JSON] = [:]
    ) throws(Rejection) -> String {
        let arguments: [String: JSON] = [
            "title": .string(title), "start": .string(start), "minutes": JSON(minutes),
        ]
        return try ask("add", arguments.merging(more) { $1 })["event"]?.text ?? ""
    }

    /// Adds an all-day event.
    ///
    /// - Returns: The event's id.
    @discardableResult
    mutating func addDays(
        _ title: String, _ date: String, _ days: Int = 1, _ more: [String: JSON] = [:]
    ) throws(Rejection) -> String {
        let arguments: [String: JSON] = [
            "title": .string(title), "date": .string(date), "days": JSON(days),
        ]
        return try ask("add", arguments.merging(more) { $1 })["event"]?.text ?? ""
    }

    /// - Returns: The new event, if the series was split.
    @discardableResult
    mutating func edit(
        _ event: String, _ changes: [String: JSON], at: String? = nil, scope: String? = nil
    ) throws(Rejection) -> String? {
        try ask("edit", Self.named(event, at, scope, changes))["event"]?.text
    }

    mutating func delete(
        _ event: String, at: String? = nil, scope: String? = nil
    ) throws(Rejection) {
        try ask("delete", Self.named(event, at, scope))
    }

    func editCode(
        _ event: String, _ changes: [String: JSON], at: String? = nil, scope: String? = nil
    ) -> RejectCode? {
        code("edit", Self.named(event, at, scope, changes))
    }

    func deleteCode(_ event: String, at: String? = nil, scope: String? = nil) -> RejectCode? {
        code("delete", Self.named(event, at, scope))
    }

    static func named(
        _ event: String, _ at: String? = nil, _ scope: String? = nil, _ more: [String: JSON] = [:]
    ) -> [String: JSON] {
        var arguments = more
        arguments["event"] = .string(event)
        arguments["at"] = at.map(JSON.string)
        arguments["scope"] = scope.map(JSON.string)
        return arguments
    }

    // MARK: Calendars

    /// - Returns: The calendar's id.
    @discardableResult
    mutating func addCalendar(
        _ name: String, _ more: [String: JSON] = [:]
    ) throws(Rejection) -> String {
        let arguments: [String: JSON] = ["name": .string(name), "color": "teal"]
        let result = try ask("add_calendar", arguments.merging(more) { $1 }, by: Self.owner)
        return result["calendar"]?.text ?? ""
    }

    // MARK: Reservations

    /// - Returns: The reservation's id.
    @discardableResult
    mutating func reserve(
        _ name: String, _ size: Int, _ start: String, _ more: [String: JSON] = [:]
    ) throws(Rejection) -> String {
        let arguments = Self.booking(name, size, start, more)
        return try ask("reserve", arguments)["reservation"]?.text ?? ""
    }

    static func booking(
        _ name: String, _ size: Int, _ start: String, _ more: [String: JSON] = [:]
    ) -> [String: JSON] {
        let arguments: [String: JSON] = [
            "name": .string(name), "size": JSON(size), "start": .string(start),
        ]
        return arguments.merging(more) { $1 }
    }

    /// Adds the party of a reservation to the waiting list.
    ///
    /// - Returns: The party's id.
    @discardableResult
    mutating func arrive(_ reservation: String) throws(Rejection) -> String {
        let arguments: [String: JSON] = [
            "name": "Ada", "size": 2, "reservation": .string(reservation),
        ]
        return try ask("waitlist.add", arguments)["party"]?.text ?? ""
    }

    mutating func party(_ verb: String, _ party: String) throws(Rejection) {
        try ask("waitlist.\(verb)", ["party": .string(party)])
    }

    // MARK: Documents

    func week(_ monday: String, by principal: Principal = host) -> JSON {
        document("planner/week", [("monday", monday)], by: principal) ?? .null
    }

    func month(_ month: String) -> JSON {
        document("planner/month", [("month", month)]) ?? .null
    }

    func service(_ date: String, by principal: Principal = host) -> JSON {
        document("planner/service", [("date", date)], by: principal) ?? .null
    }

    var calendars: JSON { document("planner/calendars") ?? .null }
    var agenda: JSON { document("planner/display", by: Self.screen) ?? .null }

    /// Returns the row of an occurrence in a week.
    func row(_ key: String, in monday: String) -> JSON? { week(monday)["occurrences"]?[key] }

    func reservation(_ id: String, on date: String) -> JSON? {
        service(date)["reservations"]?[id]
    }

    /// Returns the rows of an event in some weeks, by their `at`.
    func rows(of event: String, in mondays: [String]) -> [String: JSON] {
        var found: [String: JSON] = [:]
        for monday in mondays {
            let rows = week(monday)["occurrences"]?.members?.values.map { $0 } ?? []
            for row in rows where row["event"]?.text == event {
                found[row["at"]?.text ?? ""] = row
            }
        }
        return found
    }

    /// Returns the starts or first days of an event's occurrences in some weeks, in order. Instants
    /// are written to the minute: `2026-05-04T17:30`.
    func times(of event: String, in mondays: [String]) -> [String] {
        rows(of: event, in: mondays).values
            .compactMap { ($0["start"] ?? $0["firstDay"])?.text }
            .map { String($0.prefix(16)) }.sorted()
    }

    /// Returns the keys of an event's occurrences in some weeks, in order.
    func ats(of event: String, in mondays: [String]) -> [String] {
        rows(of: event, in: mondays).keys.sorted()
    }

    /// Returns Mondays, beginning with `first`.
    static func mondays(_ first: String, _ count: Int) -> [String] {
        PlannerDays.list(from: first, count, apart: 7)
    }

    /// Returns every document that a change in these weeks may concern, for comparisons.
    func everything(
        weeks: [String] = mondays("2026-04-27", 8),
        days: [String] = ["2026-05-04", "2026-05-05", "2026-05-06", "2026-05-11"]
    ) -> [String: JSON] {
        var all: [String: JSON] = [:]
        for monday in weeks { all["week \(monday)"] = week(monday) }
        for day in days { all["service \(day)"] = service(day) }
        for month in ["2026-04", "2026-05", "2026-06"] { all["month \(month)"] = self.month(month) }
        all["calendars"] = calendars
        all["display"] = agenda
        all["settings"] = document("planner/settings")
        all["accounts"] = document("planner/accounts", by: Self.owner)
        all["waitlist"] = document("waitlist/host")
        all["room"] = document("waitlist/display")
        return all
    }
}
