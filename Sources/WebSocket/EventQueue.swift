/// Decoded events that wait to be taken, in the order of the wire.
struct EventQueue: Sendable {
    private var events: [WebSocketEvent] = []
    private var takenCount: UInt32 = 0

    /// The number of waiting events.
    var count: Int { events.count - Int(takenCount) }

    /// The number of payload bytes in the waiting events.
    var payloadBytes: Int {
        events[Int(takenCount)...].reduce(0) { $0 + $1.payloadBytes }
    }

    mutating func append(_ event: WebSocketEvent) {
        events.append(event)
    }

    mutating func removeFirst() -> WebSocketEvent? {
        guard takenCount < events.count else { return nil }
        // Empties the slot, so that the caller becomes the only owner of the payload.
        var event = WebSocketEvent.ping([])
        swap(&event, &events[Int(takenCount)])
        takenCount += 1
        if takenCount == events.count {
            // Releases the memory, because most connections are idle most of the time.
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
