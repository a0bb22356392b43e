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

    /// All events of `bytes` when they come cut before each of `cuts`, taken after each part.
    func events(of bytes: [UInt8], cutAt cuts: [Int] = []) -> [WebSocketEvent] {
        var decoder = self
        var events: [WebSocketEvent] = []
        var start = 0
        for end in cuts + [bytes.count] {
            decoder.receive(bytes[start..<end])
            events += decoder.remainingEvents()
            start = end
        }
        return events
    }
}
