import DequeModule

/// An event that is decided but not durable yet, and the clients that wait for it.
struct PendingEvent: Sendable {
    var event: Event
    var fingerprint: [UInt8]?
    /// The change of devices that belongs to the event.
    var access: AccessChange?
    /// The reference data that came with the event.
    var content: ReferenceContent?
    var observers: [BoardObserver]
    var waiting: [Waiting]

    struct Waiting: Sendable {
        var client: ClientID
        var mutationID: String
        /// The mutation, without the values that followers of events may not see.
        var redacted: Mutation
        var actor: Actor
        /// Whether this is a repetition of the same mutation.
        var isReplayed: Bool
        /// The rejection of another mutation, a report by the hub. It is sent once the state by
        /// which it was judged is durable.
        var rejection: Rejection?
    }
}

/// The events that are decided but not durable, in order. Their revisions follow each other.
struct PendingEvents: Sendable {
    private(set) var all: Deque<PendingEvent> = []
    /// The revision of the first event; `nil` if there is none. Stored, because reading it from the
    /// event would copy the event.
    private(set) var firstRev: Int?
    private var revs: [String: Int] = [:]

    var isEmpty: Bool { all.isEmpty }
    var last: Event? { all.last?.event }

    /// The revision of a mutation's pending event; `nil` if it has none.
    func rev(of mutationID: String) -> Int? { revs[mutationID] }

    subscript(rev: Int) -> PendingEvent {
        get { all[index(of: rev)] }
        _modify { yield &all[index(of: rev)] }
    }

    private func index(of rev: Int) -> Int { rev - (firstRev ?? rev) }

    mutating func append(_ event: consuming PendingEvent) {
        let rev = event.event.rev
        if firstRev == nil { firstRev = rev }
        if let id = event.event.mutationID { revs[id] = rev }
        all.append(event)
    }

    /// Makes a client wait for the last event, which must exist.
    mutating func appendToLast(_ waiting: PendingEvent.Waiting) {
        all[all.endIndex - 1].waiting.append(waiting)
    }

    /// Removes the first event and returns it, or `nil` if its revision is later than this one.
    mutating func popFirst(through rev: Int) -> PendingEvent? {
        guard let firstRev, firstRev <= rev, let event = all.popFirst() else { return nil }
        self.firstRev = isEmpty ? nil : firstRev + 1
        if let id = event.event.mutationID { revs[id] = nil }
        return event
    }
}
