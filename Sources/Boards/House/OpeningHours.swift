import BoardKit
import JSON
import Sync

/// The opening hours by weekday: `{"MO":[["12:00","15:00"],["18:30","01:00"]]}`. The house is
/// closed on missing weekdays.
struct WeeklyHours: StoredValue {
    let stored: JSON

    static let schema = Schema(.object)

    init(_ argument: JSON) throws(Reason) {
        guard let days = argument.members,
            days.allSatisfy({ Weekday(rawValue: $0.key) != nil && $0.value.areOpeningTimes })
        else {
            throw Reason(.badHours)
        }
        // The last opening of a day must not overlap the first of the next day.
        let overlapping = Weekday.allCases.first { day in
            JSON.overlap(argument[day.rawValue], argument[day.next.rawValue])
        }
        if let day = overlapping {
            throw Reason(
                .hoursOverlap,
                phrases: ["day": Reason(day.phrase), "next": Reason(day.next.phrase)])
        }
        stored = argument
    }
}

package enum Weekday: String, CaseIterable {
    case monday = "MO"
    case tuesday = "TU"
    case wednesday = "WE"
    case thursday = "TH"
    case friday = "FR"
    case saturday = "SA"
    case sunday = "SU"

    /// The weekday's name in a sentence.
    var phrase: ProblemDeclaration {
        let name = "\(self)"
        return ProblemDeclaration(
            "house.weekday.\(name)", name.prefix(1).uppercased() + name.dropFirst())
    }

    fileprivate var next: Weekday {
        let days = Self.allCases
        return days[((days.firstIndex(of: self) ?? 0) + 1) % days.count]
    }
}

/// The opening hours on certain dates, which replace those of the weekday: `{"2026-12-25":[]}`.
struct HoursByDate: StoredValue {
    static let schema = Schema(.object)

    static let dateCountMax = 100

    let stored: JSON

    init(_ argument: JSON) throws(Reason) {
        guard let dates = argument.members,
            dates.allSatisfy({ Self.isDate($0.key) && $0.value.areOpeningTimes })
        else {
            throw Reason(.badDates)
        }
        guard dates.count <= Self.dateCountMax else {
            throw Reason(.tooManyDates, ["max": JSON(Self.dateCountMax)])
        }
        // The last opening of a date must not overlap the first of the next date.
        for (date, times) in dates.sorted(by: { $0.key < $1.key }) {
            let next = Self.beginning(of: date)?.adding(milliseconds: 86_400_000)
            guard let next = next?.description.prefix(10) else { continue }
            if JSON.overlap(times, dates[String(next)]) {
                throw Reason(
                    .hoursOverlap, ["day": .string(date), "next": .string(String(next))])
            }
        }
        stored = argument
    }

    private static func isDate(_ text: String) -> Bool {
        text.utf8.count == 10 && beginning(of: text) != nil
    }

    private static func beginning(of date: String) -> Instant? { Instant("\(date)T00:00:00Z") }
}

extension JSON {
    /// More openings than any house has in a day.
    private static let openingsMax = 6

    /// Whether the value is a list of a day's opening times: pairs of times, in order. A pair whose
    /// end is not after its beginning ends on the next day, which only the last one may. An empty
    /// list means closed.
    fileprivate var areOpeningTimes: Bool {
        guard let pairs = elements, pairs.count <= Self.openingsMax else { return false }
        var free = 0
        for pair in pairs {
            guard let texts = pair.texts, texts.count == 2, let from = TimeOfDay(texts[0]),
                let to = TimeOfDay(texts[1]), from.minutes >= free
            else { return false }
            free = to.minutes > from.minutes ? to.minutes : .max
        }
        return true
    }

    /// Whether a day's opening times overlap those of the next day. Missing times overlap nothing.
    fileprivate static func overlap(_ day: JSON?, _ next: JSON?) -> Bool {
        guard let last = day?.elements?.last?.texts, let from = TimeOfDay(last.first),
            let to = TimeOfDay(last.last), to.minutes <= from.minutes,
            let first = TimeOfDay(next?.elements?.first?.texts?.first)
        else { return false }
        return first.minutes < to.minutes
    }
}
