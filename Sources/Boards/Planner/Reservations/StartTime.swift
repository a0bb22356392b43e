import BoardKit
import ICalendar
import JSON
import Sync

/// The local time at which something starts: `2026-05-04T19:30`, in the years 1970 to 2199.
struct StartTime: ArgumentValue {
    static let years = 1970...2199
    static let schema = Schema(
        .text(pattern: #"^(19[7-9]\d|20\d\d|21\d\d)-\d{2}-\d{2}T\d{2}:\d{2}$"#))

    let local: LocalTime

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text, text.utf8.count == 16, let local = LocalTime(text),
            Self.years.contains(local.date.year)
        else { throw Reason(.noLocalTime) }
        self.local = local
    }
}
