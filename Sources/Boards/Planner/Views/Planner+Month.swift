import BoardKit
import ICalendar
import JSON
import Sync

extension Planner {
    private static let titleCountMax = 3

    func monthDocument(_ month: MonthText) -> Document {
        let days = month.days
        var sums: [CivilDate: (events: Int, titles: [JSON])] = [:]
        var monday = month.first.monday
        while let last = days.last, monday <= last {
            let week = monday...monday.adding(days: 6)
            for occurrence in page(monday).occurrences {
                let shown = occurrence.daysShown
                var day = max(shown.lowerBound, week.lowerBound)
                while day <= min(shown.upperBound, week.upperBound) {
                    var sum = sums[day] ?? (0, [])
                    sum.events += 1
                    if sum.titles.count < Self.titleCountMax {
                        let details = events[occurrence.event]?.details(occurrence.change)
                        sum.titles.append(.string(details?.title ?? ""))
                    }
                    sums[day] = sum
                    day = day.adding(days: 1)
                }
            }
            monday = monday.adding(days: 7)
        }
        var rows: [String: JSON] = [:]
        for day in days { rows[day.text] = monthRow(on: day, sums[day]) }
        return Document([
            "month": .string(String(month.first.text.prefix(7))), "days": .object(rows),
        ])
    }

    /// Returns the row of a day, or `nil` if the day is empty.
    private func monthRow(
        on day: CivilDate, _ sum: (events: Int, titles: [JSON])?
    ) -> JSON? {
        var members: [String: JSON] = [:]
        if let sum {
            members["events"] = JSON(sum.events)
            members["titles"] = .array(sum.titles)
        }
        let (reservations, covers) = reservationSum(on: day)
        if reservations > 0 { members["reservations"] = JSON(reservations) }
        if covers > 0 { members["covers"] = JSON(covers) }
        return members.isEmpty ? nil : .object(members)
    }
}
