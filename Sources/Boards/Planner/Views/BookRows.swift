import ICalendar
import Sync

/// The present week in the HTML of the book's page, so that the page can be read before its scripts
/// run, and without them.
struct BookRows {
    /// A day has so many rows at most. The scripts show the others.
    private static let rowCountMax = 30
    /// On the left page of the book are the days before this one.
    private static let rightPage = 3

    private let board: Planner
    private let today: CivilDate
    private let week: WeekPage

    init(_ board: Planner, now: Instant) {
        self.board = board
        today = board.zone.local(of: now.seconds).date
        week = board.page(today.monday)
    }

    /// The content of the page's places.
    var places: [String: PagePlace] {
        let monday = today.monday
        let sunday = monday.adding(days: 6)
        var places: [String: PagePlace] = [
            "monday": .text(monday.text), "dayStart": .text(board.house.dayStart.text),
            "leaf": .text(today.weekday.rawValue < Self.rightPage ? "0" : "1"),
            "span": .text("\(monday.text) – \(sunday.text)"),
            "weekNumber": .text("\(Self.weekNumber(of: monday))"),
        ]
        for index in 0..<7 {
            let date = monday.adding(days: index)
            places["date\(index)"] = .text(date.text)
            places["figure\(index)"] = .text("\(date.day)")
            places["class\(index)"] = .text(date == today ? "is-today" : "")
            places["bars\(index)"] = .rows(of: "bar-row", bars(on: date))
            places["events\(index)"] = .rows(of: "event-row", events(on: date))
        }
        return places
    }

    /// The week's number in its year (ISO 8601): the first week has the year's first Thursday.
    private static func weekNumber(of monday: CivilDate) -> Int {
        let thursday = monday.adding(days: 3)
        let first = CivilDate(year: thursday.year, month: 1, day: 1) ?? thursday
        return (thursday.dayNumber - first.dayNumber) / 7 + 1
    }

    /// What lasts all day, or a day and longer, on each of its days.
    private func bars(on date: CivilDate) -> [[String: String]] {
        rows { $0.isBar && $0.days.first <= date && $0.days.last >= date }
    }

    /// What begins on a day, and on Monday also what is left of the night before.
    private func events(on date: CivilDate) -> [[String: String]] {
        rows { !$0.isBar && max($0.days.first, today.monday) == date }
    }

    private func rows(where isWanted: (PlannedOccurrence) -> Bool) -> [[String: String]] {
        week.shown.filter(isWanted).prefix(Self.rowCountMax).map(row(of:))
    }

    private func row(of occurrence: PlannedOccurrence) -> [String: String] {
        let details = board.events[occurrence.event]?.details(occurrence.change)
        let calendar = board.calendar(occurrence.calendar)
        return [
            "key": occurrence.key, "title": details?.title ?? "",
            "calendar": calendar?.name ?? "", "color": calendar?.color.rawValue ?? "grey",
            "time": "\(time(of: occurrence.startSeconds))–\(time(of: occurrence.endSeconds))",
        ]
    }

    /// `19:30`
    private func time(of seconds: Int64) -> String {
        let second = board.zone.local(of: seconds).secondOfDay
        return TimeOfDay(hour: second / 3_600, minute: second % 3_600 / 60).text
    }
}
