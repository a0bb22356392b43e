/// An event that is decided but not durable yet, and the clients that wait for it.
struct PendingEvent: Sendable {
    var event: Event
    var fingerprint: [UInt8]?
    /// The change of devices that belongs to it.
    var access: AccessChange?
    /// The reference data that came with it.
    var content: ReferenceContent?
    var waiting: [Waiting]

    struct Waiting: Sendable {
        var client: ClientID
        var mutationID: String
        /// The mutation, without what followers of the events may not see.
        var redacted: Mutation
        var actor: Actor
        /// Whether this is a repetition of the same mutation.
        var isReplayed: Bool
        /// Why it was refused, if it is another mutation: a report of the hub's own. The refusal is
        /// sent once the state by which it was judged is durable.
        var rejection: Rejection?
    }
}

/// The events that are decided but not durable, in order. Their revisions follow each other.
struct PendingEvents: Sendable {
    private var events: [PendingEvent] = []
    /// The number of taken events at the start. Moving the others down for each batch would take
    /// time in proportion to their number.
    private var takenCount = 0
    private var revs: [String: Int] = [:]

    var isEmpty: Bool { events.isEmpty }
    var all: ArraySlice<PendingEvent> { events[takenCount...] }
    var first: Event? { isEmpty ? nil : events[takenCount].event }
    var last: Event? { events.last?.event }

    /// The revision of a mutation's pending event; `nil` if it has none.
    func rev(of mutationID: String) -> Int? { revs[mutationID] }

    /// The pending event of a revision.
    subscript(rev: Int) -> PendingEvent {
        get { events[index(of: rev)] }
        _modify { yield &events[index(of: rev)] }
    }

    private func index(of rev: Int) -> Int { events.endIndex - 1 - ((last?.rev ?? rev) - rev) }

    mutating func append(_ event: PendingEvent) {
        events.append(event)
        if let id = event.event.mutationID { revs[id] = event.event.rev }
    }

    /// Makes a client wait for the last event, which must exist.
    mutating func appendToLast(_ waiting: PendingEvent.Waiting) {
        events[events.endIndex - 1].waiting.append(waiting)
    }

    /// Removes the events up to a revision.
    mutating func take(through rev: Int) -> [PendingEvent] {
        let taken = Array(all.prefix { $0.event.rev <= rev })
        for id in taken.compactMap(\.event.mutationID) { revs[id] = nil }
        takenCount += taken.count
        if takenCount * 2 >= events.count {
            events.removeFirst(takenCount)
            takenCount = 0
        }
        return taken
    }
}
