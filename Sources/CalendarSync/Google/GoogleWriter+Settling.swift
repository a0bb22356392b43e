import CalendarMerging
import Destinations
import HTTPTypes
import ICalendar
import JSON

/// Tells the hub's own unanswered writes from foreign edits.
extension GoogleWriter {
    /// Patches the series or the single event.
    func patch(
        _ id: String, _ fields: [String: JSON], _ tag: String?, to wanted: GoogleBody,
        uid: String? = nil
    ) throws(Halt) -> GoogleEvent {
        var fields = fields
        fields["extendedProperties"] = properties(
            wanted, id, uid: uid, beside: fields["extendedProperties"])
        let reply = try send(fields, to: id, tag)
        if reply.isDone { return GoogleEvent(reply.json) }
        return try settle(try reply.isGone ? nil : get(id), to: wanted)
    }

    /// Sends a patch. Throws unless it is accepted, or the tag or the id is outdated.
    func send(
        _ fields: [String: JSON], to id: String, _ tag: String?
    ) throws(Halt) -> GoogleReply {
        let reply = try call(
            .patch, ["calendars", calendar, "events", id], body: .object(fields), match: tag)
        guard reply.isDone || reply.status == 412 || reply.isGone else {
            throw .result(.refused(status: reply.status))
        }
        return reply
    }

    /// Brings a series or single event to the wanted state, unless someone else has changed it.
    func settle(_ there: GoogleEvent?, to wanted: GoogleBody) throws(Halt) -> GoogleEvent {
        guard let there, let id = there.id, let body = there.body else {
            throw .result(.changedThere(said + [.deleted(name: name)]))
        }
        if body == wanted { return there }
        guard isKnown(there) ? true : try isOurs(there) else {
            throw .result(.changedThere(said + (there.item.map { [$0] } ?? [])))
        }
        var fields = wanted.patch(from: body)
        if fields["start"] != nil || fields["recurrence"] != nil,
            let copy = write.copy
                ?? there.event.map({ RemoteCopy(name: name, tag: nil, base: $0) })
        {
            try checkOccurrences(copy, of: there)
        }
        fields["extendedProperties"] = properties(wanted, id)
        let reply = try send(fields, to: id, there.tag)
        if reply.isDone { return GoogleEvent(reply.json) }
        // The event is changing right now.
        throw .trouble(.later(.answered(reply.status), secondsMin: nil))
    }

    /// Returns whether the event is as both sides last agreed.
    func isKnown(_ there: GoogleEvent) -> Bool {
        write.copy?.name.isEmpty == false && there.tag == write.copy?.tag
    }

    /// Returns whether this hub wrote the current version.
    func isOurs(_ event: GoogleEvent) throws(Halt) -> Bool {
        guard let id = event.id else { return false }
        // A list gives only the id of a cancelled event.
        guard let whole = try event.isCancelled ? get(id) : event else { return false }
        return whole.property(GoogleEvent.markProperty) == mark(whole.body, id)
    }

    /// Returns the extended properties: the mark and, for a new event, our UID.
    ///
    /// - Parameter others: the properties of other programs, which are kept.
    /// - Returns: `nil` for a type of event that can't have them.
    func properties(
        _ wanted: GoogleBody?, _ id: String, uid: String? = nil, beside others: JSON? = nil
    ) -> JSON? {
        guard takesProperties else { return nil }
        var all = others?.members ?? [:]
        var properties = all["private"]?.members ?? [:]
        properties[GoogleEvent.markProperty] = .string(mark(wanted, id))
        if let uid { properties[GoogleEvent.uidProperty] = .string(uid) }
        all["private"] = .object(properties)
        return .object(all)
    }

    /// Returns the copy, updated with occurrences that this hub wrote without an answer.
    ///
    /// - Parameter isWhole: whether to take all occurrences, whoever wrote them.
    func recalled(_ copy: RemoteCopy, isWhole: Bool = false) throws(Halt) -> RemoteCopy {
        var copy = copy
        let events = try all(seen?.json["iCalUID"]?.text ?? copy.base.uid).filter {
            $0.seriesID == copy.name
        }
        // An unanswered write may have created the series without these occurrences.
        for key in Set(copy.changeTags.keys).subtracting(events.compactMap(\.key)) {
            copy.changeTags[key] = nil
            copy.base.changes[key] = nil
            copy.base.recurrence.exclusions.remove(key)
        }
        for event in events {
            guard let key = event.key, event.tag != copy.changeTags[key],
                isWhole ? true : try isOurs(event)
            else { continue }
            copy.changeTags[key] = event.tag
            copy.base.changes[key] = event.isCancelled ? nil : event.change
            if event.isCancelled {
                copy.base.recurrence.exclusions.insert(key)
            } else {
                copy.base.recurrence.exclusions.remove(key)
            }
        }
        return copy
    }
}
