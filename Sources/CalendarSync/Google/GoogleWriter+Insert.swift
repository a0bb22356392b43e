import CalendarMerging
import HTTPTypes
import ICalendar
import JSON

extension GoogleWriter {
    /// Creates an event, or finds it if an earlier creation got no answer.
    ///
    /// - Returns: the existing copy, or `nil` for a new event.
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
            // The event was deleted, so restore it.
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
