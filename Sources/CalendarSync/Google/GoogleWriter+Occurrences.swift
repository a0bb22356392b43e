import CalendarMerging
import Destinations
import HTTPTypes
import ICalendar
import JSON

extension GoogleWriter {
    /// Changes, excludes or restores one occurrence.
    mutating func write(_ occurrence: GoogleWritePlan.Occurrence) throws(Halt) {
        let key = occurrence.key
        if let tag = occurrence.tag {
            let fields = occurrence.patch(from: occurrence.base)
            if let event = try patch(id(key), fields, tag, occurrence) {
                return take(event, at: key)
            }
        }
        // Without a tag, or with an outdated one, decide by the current state.
        let there = try find(key)
        guard there.body != occurrence.wanted || !occurrence.extras.isEmpty else {
            return take(there, at: key)
        }
        let isExpected = occurrence.tag == nil && Self.isExpected(there.body, occurrence)
        guard isExpected ? true : try isOurs(there) else { throw changed(there) }
        var fields = occurrence.patch(from: there.body)
        fields["originalStartTime"] = there.json["originalStartTime"]
        guard let event = try patch(there.id ?? id(key), fields, there.tag, occurrence) else {
            let now = try find(key)
            // The tag is refused although the content is the same, so try again later.
            if now.body == there.body { throw .trouble(.later(.answered(412), secondsMin: nil)) }
            throw changed(now)
        }
        take(event, at: key)
    }

    private func id(_ key: OccurrenceKey) -> String { name + "_" + key.text }

    /// Returns whether the occurrence is unchanged since both sides agreed.
    private static func isExpected(
        _ there: GoogleBody?, _ occurrence: GoogleWritePlan.Occurrence
    ) -> Bool {
        there == occurrence.base || (there != nil && there == occurrence.plain)
    }

    private func changed(_ there: GoogleEvent) -> Halt {
        .result(.changedThere(said + (there.item.map { [$0] } ?? [])))
    }

    /// Returns `nil` if the tag or the id is outdated.
    private func patch(
        _ id: String, _ fields: [String: JSON], _ tag: String?,
        _ occurrence: GoogleWritePlan.Occurrence
    ) throws(Halt) -> GoogleEvent? {
        var fields = fields
        fields["extendedProperties"] = properties(
            occurrence.wanted, id, beside: fields["extendedProperties"])
        let reply = try send(fields, to: id, tag)
        return reply.isDone ? GoogleEvent(reply.json) : nil
    }

    /// Fetches the current occurrence. After a split its id may not follow the usual pattern.
    private func find(_ key: OccurrenceKey) throws(Halt) -> GoogleEvent {
        if let event = try get(id(key)) { return event }
        let start: String =
            switch key {
            case .date(let date): date.text
            case .instant(let seconds): Zone.utc.local(of: seconds).rfc3339
            case .local(let local): local.rfc3339
            }
        let reply = try call(
            .get, ["calendars", calendar, "events", name, "instances"],
            [("originalStart", start), ("showDeleted", "true")])
        if let event = reply.json["items"]?.elements?.first { return GoogleEvent(event) }
        // The series no longer has the occurrence, or is gone itself.
        let series = try get(name)
        throw .result(
            series?.item.map { .changedThere(said + [$0]) }
                ?? .changedThere(said + [.deleted(name: name)]))
    }
}

extension LocalTime {
    /// The time as `2026-05-04T17:00:00Z`, read as UTC.
    fileprivate var rfc3339: String { text + (text.utf8.count == 16 ? ":00Z" : "Z") }
}
