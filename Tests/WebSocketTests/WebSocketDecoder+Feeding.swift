import WebSocket

extension WebSocketDecoder {
    mutating func receive(_ bytes: some Collection<UInt8>) {
        Array(bytes).withUnsafeBytes { receive($0) }
    }

    mutating func remainingEvents() -> [WebSocketEvent] {
        var events: [WebSocketEvent] = []
        while let event = next() { events.append(event) }
        return events
    }
}
