import ICalendar
import JSON
import Sync

/// The agenda in the HTML of its page, so that a television shows it without scripts.
struct AgendaRows {
    private struct Row {
        var key: String
        var row: JSON
        /// `nil` if it lasts all day.
        var start: Instant?

        var isAllDay: Bool { row["allDay"] == true }

        /// All-day rows come first.
        var order: (Int, Int64, String) {
            (isAllDay ? 0 : 1, start?.milliseconds ?? 0, key)
        }
    }

    private let date: String
    private let zone: Zone
    private let rows: [Row]

    init(_ board: Planner, _ document: JSON?) {
        date = document?["date"]?.text ?? ""
        zone = board.zone
        rows = (document?["agenda"]?.members ?? [:])
            .map { Row(key: $0.key, row: $0.value, start: $0.value["start"]?.instant) }
            .sorted { $0.order < $1.order }
    }

    /// The content of the page's places.
    var places: [String: PagePlace] {
        [
            "agendaRows": .rows(of: "agenda-row", rows.map(values)),
            "agendaDate": .text(date),
            "agendaClass": .text(rows.isEmpty ? "is-empty" : "has-no-card"),
        ]
    }

    private func values(of row: Row) -> [String: String] {
        let isPrivate = row.row["private"] == true
        let kinds = [
            "color-\(row.row["color"]?.text ?? "grey")", isPrivate ? "is-private" : nil,
            row.isAllDay ? "is-whole" : nil,
        ]
        return [
            "key": row.key, "kind": kinds.compactMap(\.self).joined(separator: " "),
            "time": row.start.map(time) ?? "", "label": row.row["label"]?.text ?? "",
            "size": row.row["size"]?.integer.map(String.init) ?? "",
        ]
    }

    private func time(of instant: Instant) -> String {
        let second = zone.local(of: instant.seconds).secondOfDay
        return TimeOfDay(hour: second / 3_600, minute: second % 3_600 / 60).text
    }
}
