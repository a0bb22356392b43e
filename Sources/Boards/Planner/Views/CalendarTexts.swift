import BoardKit
import ICalendar
import JSON
import Sync

/// A date: `2026-05-04`.
struct DateText: ArgumentValue {
    static let schema = Schema(
        .text(charactersMin: 10, charactersMax: 10, pattern: #"^\d{4}-\d{2}-\d{2}$"#))

    /// The years in which events can be planned.
    static let years = 1970...2199

    let date: CivilDate

    init(_ argument: JSON) throws(Reason) {
        guard let date = argument.text.flatMap({ CivilDate($0) }), Self.years.contains(date.year)
        else { throw Reason(.noDate) }
        self.date = date
    }
}

/// A month: `2026-05`.
struct MonthText: ArgumentValue {
    static let schema = Schema(
        .text(charactersMin: 7, charactersMax: 7, pattern: #"^\d{4}-\d{2}$"#))

    let first: CivilDate

    init(_ argument: JSON) throws(Reason) {
        guard let first = argument.text.flatMap({ CivilDate($0 + "-01") }) else {
            throw Reason(.noMonth)
        }
        self.first = first
    }

    var days: [CivilDate] {
        (0..<31).map { first.adding(days: $0) }.filter { $0.month == first.month }
    }
}
