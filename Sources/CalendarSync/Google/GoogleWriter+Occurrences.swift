import HTTPTypes
import ICalendar
import JSON

extension GoogleWriter {
    /// Changes, excludes or restores one occurrence.
    mutating func write(_ occurrence: GoogleWritePlan.Occurrence) throws(Halt) {
        let key = occurrence.key
        if let tag = occurrence.tag {
            let fields = occurrence.patch(from: occurrence.base)
            if let event = try patch(id(key), fields, tag, at: key) { return take(event, at: key) }
        }
        // It has never been different, or it is another version: what is there decides.
        let there = try find(key)
        guard !isWanted(there, occurrence) else { return take(there, at: key) }
        guard occurrence.tag == nil, isExpected(there, occurrence) else { throw changed(there) }
        var fields = occurrence.patch(from: Self.body(there))
        fields["originalStartTime"] = there.json["originalStartTime"]
        guard let event = try patch(there.id ?? id(key), fields, there.tag, at: key) else {
            throw changed(try find(key))
        }
        take(event, at: key)
    }

    private func id(_ key: OccurrenceKey) -> String { name + "_" + key.text }

    private static func body(_ event: GoogleEvent) -> GoogleBody? {
        event.isCancelled ? nil : event.change.map { GoogleBody($0) }
    }

    private func isWanted(
        _ there: GoogleEvent, _ occurrence: GoogleWritePlan.Occurrence
    ) -> Bool {
        occurrence.wanted.map { Self.body(there) == $0 } ?? there.isCancelled
    }

    /// Whether nobody has changed it since both sides agreed.
    private func isExpected(
        _ there: GoogleEvent, _ occurrence: GoogleWritePlan.Occurrence
    ) -> Bool {
        guard !there.isCancelled else { return occurrence.base == nil }
        let body = Self.body(there)
        return body == occurrence.plain || (occurrence.base != nil && body == occurrence.base)
    }

    private func changed(_ there: GoogleEvent) -> Halt {
        .result(.changedThere(said + (there.item.map { [$0] } ?? [])))
    }

    /// - Returns: `nil` if it has another version, or another id.
    private func patch(
        _ id: String, _ fields: [String: JSON], _ tag: String?, at key: OccurrenceKey
    ) throws(Halt) -> GoogleEvent? {
        let reply = try call(
            .patch, ["calendars", calendar, "events", id], body: .object(fields), match: tag)
        if reply.isDone { return GoogleEvent(reply.json) }
        guard reply.status == 412 || reply.isGone else {
            throw .result(.refused(status: reply.status))
        }
        return nil
    }

    /// The occurrence as it is. Those of a series that was split may have another id than its own.
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
        // The series has no such occurrence any more, or is gone.
        let series = try get(name)
        throw .result(
            series?.item.map { .changedThere(said + [$0]) }
                ?? .changedThere(said + [.deleted(name: name)]))
    }
}

extension LocalTime {
    /// `2026-05-04T17:00:00Z`, taken as UTC.
    fileprivate var rfc3339: String { text + (text.utf8.count == 16 ? ":00Z" : "Z") }
}
