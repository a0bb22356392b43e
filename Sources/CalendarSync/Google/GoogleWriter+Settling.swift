import Destinations
import HTTPTypes
import ICalendar
import JSON

/// What to do with another version than the one that is known: a write of our own, of which no answer came,
/// is no edit of somebody else.
extension GoogleWriter {
    /// Changes the series, or a single event.
    func patch(
        _ id: String, _ fields: [String: JSON], _ tag: String?, to wanted: GoogleBody,
        uid: String? = nil
    ) throws(Halt) -> GoogleEvent {
        var fields = fields
        fields["extendedProperties"] = properties(
            wanted, id, uid: uid, beside: fields["extendedProperties"])
        let reply = try call(
            .patch, ["calendars", calendar, "events", id], body: .object(fields), match: tag)
        if reply.isDone { return GoogleEvent(reply.json) }
        guard reply.status == 412 || reply.isGone else {
            throw .result(.refused(status: reply.status))
        }
        return try settle(try reply.isGone ? nil : get(id), to: wanted)
    }

    /// Makes a series, or a single event, what is wanted, if nobody else has changed it.
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
        let reply = try call(
            .patch, ["calendars", calendar, "events", id], body: .object(fields), match: there.tag)
        if reply.isDone { return GoogleEvent(reply.json) }
        guard reply.status == 412 || reply.isGone else {
            throw .result(.refused(status: reply.status))
        }
        // It changes at this very moment.
        throw .trouble(.later(.answered(reply.status), secondsMin: nil))
    }

    /// Whether it is what both sides last agreed on.
    func isKnown(_ there: GoogleEvent) -> Bool {
        write.copy?.name.isEmpty == false && there.tag == write.copy?.tag
    }

    /// Whether it is as this hub has written it.
    func isOurs(_ event: GoogleEvent) throws(Halt) -> Bool {
        guard let id = event.id else { return false }
        // A list says no more of a cancelled one than its id.
        guard let whole = try event.isCancelled ? get(id) : event else { return false }
        return whole.property(GoogleEvent.markProperty) == mark(whole.body, id)
    }

    /// What only this program reads: the mark, and our UID where an event is made.
    ///
    /// - Parameter others: what other programs have there.
    /// - Returns: `nil` for an event of a kind that can't have them.
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

    /// The copy with what this hub has written of occurrences without an answer.
    ///
    /// - Parameter isWhole: whether all that is there counts, whoever has written it.
    func recalled(_ copy: RemoteCopy, isWhole: Bool = false) throws(Halt) -> RemoteCopy {
        var copy = copy
        let events = try all(seen?.json["iCalUID"]?.text ?? copy.base.uid).filter {
            $0.seriesID == copy.name
        }
        // An earlier write may have made a series without them.
        for key in Set(copy.changeTags.keys).subtracting(events.compactMap(\.key)) {
            copy.changeTags[key] = nil
            copy.base.changes[key] = nil
            copy.base.recurrence.changes[key] = nil
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
            copy.base.recurrence.changes = copy.base.changes.mapValues(\.time)
        }
        return copy
    }
}
