/// Events that were found and not taken yet, in the order of the wire.
struct EventQueue: Sendable {
    private var events: [WebSocketEvent] = []
    private var takenCount = 0
    /// How many bytes of payload the waiting events hold.
    private(set) var payloadBytes = 0

    mutating func append(_ event: WebSocketEvent) {
        payloadBytes += event.payloadBytes
        events.append(event)
    }

    mutating func removeFirst() -> WebSocketEvent? {
        guard takenCount < events.count else { return nil }
        // The slot lets go of the payload, so that whoever takes the event is its only owner.
        var event = WebSocketEvent.ping([])
        swap(&event, &events[takenCount])
        takenCount += 1
        payloadBytes -= event.payloadBytes
        if takenCount == events.count {
            // A burst's room is given back; the room for a few events is kept for the next turn.
            events.removeAll(keepingCapacity: events.count <= 16)
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
