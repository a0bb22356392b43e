import HTTPTypes
import ICalendar
import JSON

extension GoogleWriter {
    /// Makes an event, or finds it, if it was made before and the answer was lost.
    ///
    /// - Returns: what was there already; `nil` for a new event.
    mutating func insert(
        _ wanted: GoogleBody, _ content: CalendarEvent
    ) throws(Halt) -> RemoteCopy? {
        var body = wanted.insertion
        body["id"] = .string(name)
        body["iCalUID"] = .string(content.uid)
        body["extendedProperties"] = properties(wanted, content)
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
        return try find(wanted, content)
    }

    /// What only this program reads: our UID, and the digest of what it wrote, by which it knows whether
    /// anybody has changed the event since.
    private func properties(_ wanted: GoogleBody, _ content: CalendarEvent) -> JSON {
        [
            "private": .object([
                GoogleEvent.uidProperty: .string(content.uid),
                GoogleEvent.digestProperty: .string(Self.digest(of: wanted)),
            ])
        ]
    }

    private static func digest(of body: GoogleBody) -> String {
        GoogleSession.base64(digest(JSON.object(body.fields).canonicalText))
    }

    private mutating func find(
        _ wanted: GoogleBody, _ content: CalendarEvent
    ) throws(Halt) -> RemoteCopy? {
        guard let there = try get(name) else { return try findByUID(content) }
        if there.isCancelled {
            // It was deleted, and is wanted again.
            var fields = wanted.restoration
            fields["extendedProperties"] = properties(wanted, content)
            takeInserted(try patch(name, fields, there.tag))
            return content.recurrence.repeats ? try copy(content) : nil
        }
        guard let event = there.event else { throw .result(.refused(status: 409)) }
        let body = GoogleBody(event)
        if body == wanted {
            takeInserted(there)
        } else if there.property(GoogleEvent.digestProperty) == Self.digest(of: body) {
            // It is as an earlier try has left it.
            var fields = wanted.patch(from: body)
            fields["extendedProperties"] = properties(wanted, content)
            takeInserted(try patch(name, fields, there.tag))
        } else {
            throw .result(.changedThere(there.item.map { [$0] } ?? []))
        }
        return nil
    }

    /// Another program has made an event with this UID.
    private func findByUID(_ content: CalendarEvent) throws(Halt) -> RemoteCopy? {
        let items = try all(content.uid).filter { !$0.isCancelled || $0.seriesID != nil }
            .compactMap(\.item)
        throw .result(items.isEmpty ? .refused(status: 409) : .changedThere(items))
    }

    /// The series that was made again, with what has become of its occurrences.
    private func copy(_ content: CalendarEvent) throws(Halt) -> RemoteCopy {
        var base = content
        base.changes = [:]
        base.recurrence.changes = [:]
        base.recurrence.exclusions = []
        var copy = RemoteCopy(name: name, tag: tag, base: base)
        for event in try all(seen?.json["iCalUID"]?.text ?? content.uid)
        where event.seriesID == name {
            guard let key = event.key else { continue }
            copy.changeTags[key] = event.tag
            if event.isCancelled {
                copy.base.recurrence.exclusions.insert(key)
            } else if let change = event.change {
                copy.base.changes[key] = change
                copy.base.recurrence.changes[key] = change.time
            }
        }
        return copy
    }
}
