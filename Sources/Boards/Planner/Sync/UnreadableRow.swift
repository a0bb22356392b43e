import BoardKit
import CalendarMerging
import ICalendar
import JSON
import Sync

/// The rows of a remote's unreadable events.
enum UnreadableRow {
    /// The most rows that are shown. All are counted.
    private static let shownMax = 20

    static let schema = Schema.record(
        .always("count", .count),
        .always(
            "events",
            Schema(
                .list(
                    of: Schema.record(
                        .maybe("title", .text), .maybe("start", .text, "Local"),
                        .maybe("timeZone", .text), .maybe("date", .text),
                        .always("problem", .text), .always("reason", .text),
                        .maybe("params", .any)), countMax: shownMax))))

    /// Returns the row that a link keeps of an event.
    static func kept(_ event: UnreadableEvent, tag: String?) -> JSON {
        let reason =
            switch event.problem {
            case .event(let problem): problem.reason
            case .file(let problem): Reason(CalendarFileRefusal.problem(problem))
            }
        var members = reason.members()
        members["problem"] = members.removeValue(forKey: "message")
        members.merge(event.start?.members ?? [:]) { $1 }
        members["zoneDefinition"] = nil
        members["title"] = event.title.map(JSON.string)
        members["tag"] = tag.map(JSON.string)
        return .object(members)
    }

    /// - Parameter kept: a link's rows, by the events' names.
    static func shown(_ kept: [String: JSON]) -> JSON? {
        guard !kept.isEmpty else { return nil }
        let rows = kept.sorted { $0.key < $1.key }.prefix(shownMax).map { _, row in
            JSON.object((row.members ?? [:]).filter { $0.key != "tag" })
        }
        return ["count": JSON(kept.count), "events": .array(rows)]
    }
}
