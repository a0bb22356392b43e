package import JSON
import Sync

/// The weeks and days of requests and checks.
package struct PlannerDays: Sendable {
    package let today: String
    /// The hours by which Madrid and Rome are ahead of UTC on all these days.
    let hoursAhead: Int
    package let weeks: [String]
    package let days: [String]

    /// - Parameter monday: the Monday of today's week.
    package init(around today: String, monday: String, hoursAhead: Int) {
        self.today = today
        self.hoursAhead = hoursAhead
        weeks = Self.list(from: monday, 5, apart: 7, offset: -7)
        days = Self.list(from: today, 8, offset: -2)
    }

    /// Returns dates, beginning with `first`.
    ///
    /// - Parameters:
    ///   - apart: the days from one date to the next.
    ///   - offset: the days by which all dates are moved.
    package static func list(
        from first: String, _ count: Int, apart: Int = 1, offset: Int = 0
    ) -> [String] {
        guard let start = Instant("\(first)T12:00:00.000Z") else { return [] }
        return (0..<count).map { number in
            let day = Int64(offset + number * apart)
            return String(start.adding(milliseconds: day * 86_400_000).description.prefix(10))
        }
    }

    /// The views of these weeks and days, with their parameters.
    package var views: [(name: String, parameter: String, value: String)] {
        let months = Set(weeks.map { String($0.prefix(7)) }).sorted()
        return weeks.map { ("week", "monday", $0) } + days.map { ("service", "date", $0) }
            + months.map { ("month", "month", $0) }
    }

    /// Returns the documents of these views, and those that always exist.
    package func documents(in shown: some StaffDocuments) -> [String: JSON] {
        var all: [String: JSON] = [:]
        for (view, parameter, value) in views {
            all["\(view) \(value)"] = shown.staffView("planner/\(view)", [(parameter, value)])
        }
        for view in ["display", "calendars"] {
            all[view] = shown.staffView("planner/\(view)", [])
        }
        return all
    }
}
