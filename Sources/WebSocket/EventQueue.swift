/// Events that were found and not taken yet, in the order of the wire.
struct EventQueue: Sendable {
    private var events: [WebSocketEvent] = []
    private var takenCount: UInt32 = 0

    /// How many wait.
    var count: Int { events.count - Int(takenCount) }

    /// How many bytes of payload the waiting events hold.
    var payloadBytes: Int {
        events[Int(takenCount)...].reduce(0) { $0 + $1.payloadBytes }
    }

    mutating func append(_ event: WebSocketEvent) {
        events.append(event)
    }

    mutating func removeFirst() -> WebSocketEvent? {
        guard takenCount < events.count else { return nil }
        // The slot lets go of the payload, so that whoever takes the event is its only owner.
        var event = WebSocketEvent.ping([])
        swap(&event, &events[Int(takenCount)])
        takenCount += 1
        if takenCount == events.count {
            // Nothing is kept for the next turn: most connections are idle most of the time.
            events = []
            takenCount = 0
        }
        return event
    }
}

extension WebSocketEvent {
    fileprivate var payloadBytes: Int {
        switch self {
        case .text(let bytes), .binary(let bytes), .ping(let bytes), .pong(let bytes): bytes.count
        case .close(_, let reason): reason.utf8.count
        case .failed: 0
        }
    }
}
