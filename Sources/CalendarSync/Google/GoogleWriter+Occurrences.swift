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
        // It never differed, or its version is another: the current state decides.
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
            // It is changing right now. An occurrence that equals its series is no change.
            if now.body == there.body { throw .trouble(.later(.answered(412), secondsMin: nil)) }
            throw changed(now)
        }
        take(event, at: key)
    }

    private func id(_ key: OccurrenceKey) -> String { name + "_" + key.text }

    /// Whether the occurrence is unchanged since both sides agreed.
    private static func isExpected(
        _ there: GoogleBody?, _ occurrence: GoogleWritePlan.Occurrence
    ) -> Bool {
        there == occurrence.base || (there != nil && there == occurrence.plain)
    }

    private func changed(_ there: GoogleEvent) -> Halt {
        .result(.changedThere(said + (there.item.map { [$0] } ?? [])))
    }

    /// - Returns: `nil` if its version or its id is another.
    private func patch(
        _ id: String, _ fields: [String: JSON], _ tag: String?,
        _ occurrence: GoogleWritePlan.Occurrence
    ) throws(Halt) -> GoogleEvent? {
        var fields = fields
        fields["extendedProperties"] = properties(
            occurrence.wanted, id, beside: fields["extendedProperties"])
        let reply = try call(
            .patch, ["calendars", calendar, "events", id], body: .object(fields), match: tag)
        if reply.isDone { return GoogleEvent(reply.json) }
        guard reply.status == 412 || reply.isGone else {
            throw .result(.refused(status: reply.status))
        }
        return nil
    }

    /// The current occurrence. In a series that was split, it may have an id other than its own.
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
        // The series no longer has this occurrence, or is gone.
        let series = try get(name)
        throw .result(
            series?.item.map { .changedThere(said + [$0]) }
                ?? .changedThere(said + [.deleted(name: name)]))
    }
}

extension LocalTime {
    /// `2026-05-04T17:00:00Z`, read as UTC.
    fileprivate var rfc3339: String { text + (text.utf8.count == 16 ? ":00Z" : "Z") }
}

extension GoogleWriter {
    /// Creates an event, or finds it if an earlier creation got no answer.
    ///
    /// - Returns: the existing copy; `nil` for a new event.
    mutating func insert(
        _ plan: GoogleWritePlan, _ content: CalendarEvent
    ) throws(Halt) -> RemoteCopy? {
        var body = plan.wanted.insertion
        body["extendedProperties"] = properties(plan.wanted, name, uid: content.uid)
        body = plan.extras.added(to: body)
        body["id"] = .string(name)
        body["iCalUID"] = .string(content.uid)
        let memory = session.memory
        let segments = ["calendars", calendar, "events"]
        let takesBoth = memory[session.account.id].takesBothNames
        if !takesBoth { body["iCalUID"] = nil }
        var reply = try call(.post, segments, body: .object(body))
        if reply.status == 400, takesBoth {
            body["iCalUID"] = nil
            reply = try call(.post, segments, body: .object(body))
            if reply.isDone { memory[session.account.id].takesBothNames = false }
        }
        if reply.isDone {
            takeInserted(GoogleEvent(reply.json))
            return nil
        }
        guard reply.status == 409 else { throw .result(.refused(status: reply.status)) }
        return try find(plan, content)
    }

    private mutating func find(
        _ plan: GoogleWritePlan, _ content: CalendarEvent
    ) throws(Halt) -> RemoteCopy? {
        guard let there = try get(name) else { return try findByUID(content) }
        if there.isCancelled {
            // The event was deleted and has to be restored.
            let fields = plan.extras.added(to: plan.wanted.restoration)
            takeInserted(
                try patch(name, fields, there.tag, to: plan.wanted, uid: content.uid))
        } else {
            takeInserted(try settle(there, to: plan.wanted))
        }
        guard content.recurrence.repeats else { return nil }
        let plain = RemoteCopy(
            name: name, tag: tag, base: content.withoutChanges(excluding: []))
        let copy = try recalled(plain, isWhole: there.isCancelled)
        takeTags(copy.changeTags)
        return copy
    }

    /// Finds an event with this UID that another program has created.
    private func findByUID(_ content: CalendarEvent) throws(Halt) -> RemoteCopy? {
        let items = try all(content.uid).filter { !$0.isCancelled || $0.seriesID != nil }
            .compactMap(\.item)
        throw .result(items.isEmpty ? .refused(status: 409) : .changedThere(items))
    }
}
