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
    private let isSpanish: Bool

    init(_ board: Planner, now: Instant, in language: Language) {
        self.board = board
        isSpanish = language == .spanish
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
        rows(on: date) { $0.isBar && $0.days.first <= date && $0.days.last >= date }
    }

    /// What begins on a day, and on the first one of each page also what is left of the night before.
    private func events(on date: CivilDate) -> [[String: String]] {
        let pages = [0, Self.rightPage].map(today.monday.adding(days:))
        return rows(on: date) { occurrence in
            let days = occurrence.days
            return !occurrence.isBar && days.last >= date
                && (days.first == date || days.first < date && pages.contains(date))
        }
    }

    private func rows(
        on date: CivilDate, where isWanted: (PlannedOccurrence) -> Bool
    ) -> [[String: String]] {
        week.shown.filter(isWanted).prefix(Self.rowCountMax).map { row(of: $0, on: date) }
    }

    private func row(of occurrence: PlannedOccurrence, on date: CivilDate) -> [String: String] {
        let details = board.events[occurrence.event]?.details(occurrence.change)
        let title = details?.title ?? ""
        let calendar = board.calendar(occurrence.calendar)
        return [
            "key": occurrence.key, "title": title.isEmpty ? untitled : title,
            "calendar": calendar?.name ?? "", "color": calendar?.color.rawValue ?? "grey",
            "since": occurrence.days.first < date ? "is-from-before" : "",
            "time": times(of: occurrence) { $0.text },
            "time12": times(of: occurrence, written: twelve),
        ]
    }

    /// What events of files are called that have no name.
    private var untitled: String { isSpanish ? "Sin título" : "Untitled" }

    private func times(
        of occurrence: PlannedOccurrence, written: (TimeOfDay) -> String
    ) -> String {
        [occurrence.startSeconds, occurrence.endSeconds].map { seconds in
            let second = board.zone.local(of: seconds).secondOfDay
            return written(TimeOfDay(hour: second / 3_600, minute: second % 3_600 / 60))
        }.joined(separator: "–")
    }

    /// `7:30 PM`, as the page's script writes it.
    private func twelve(_ time: TimeOfDay) -> String {
        let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
        let halves = isSpanish ? ["a.\u{A0}m.", "p.\u{A0}m."] : ["AM", "PM"]
        let half = halves[time.hour / 12]
        return "\(hour)\(time.text.suffix(3))\u{A0}\(half)"
    }
}
