import WebSocket

/// Creates a decoder for each reading of the same bytes, because decoders can't be copied.
struct TestDecoder {
    private let make: () -> WebSocketDecoder

    init(role: WebSocketRole, limits: WebSocketLimits = .standard) {
        make = { WebSocketDecoder(role: role, limits: limits) }
    }

    /// Creates decoders with an agreement on compression. They share one inflater, like the
    /// connections of a loop.
    init(
        role: WebSocketRole, limits: WebSocketLimits = .standard,
        deflate agreement: DeflateAgreement
    ) {
        let rules = WebSocketRules(role: role, limits: limits)
        let inflater = Inflater()
        make = { WebSocketDecoder(rules, deflate: agreement, inflater: inflater) }
    }

    /// Returns all events of `bytes`, which are divided at each of `cuts`.
    func events(of bytes: [UInt8], cutAt cuts: [Int] = []) -> [WebSocketEvent] {
        var decoder = make()
        var events: [WebSocketEvent] = []
        var start = 0
        for end in cuts + [bytes.count] {
            decoder.receive(bytes[start..<end])
            events += decoder.remainingEvents()
            start = end
        }
        return events
    }

    /// Returns the events one by one, without looking at the bytes after them. Returns `nil` if
    /// several were ready at once, or without progress.
    func eventsOneByOne(of bytes: [UInt8]) -> [WebSocketEvent]? {
        var decoder = make()
        var events: [WebSocketEvent] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { decoder.receiveOne($0) }
            guard count > 0 else { return nil }
            rest = rest.dropFirst(count)
            let taken = decoder.remainingEvents()
            guard taken.count == 1 || taken.isEmpty && rest.isEmpty else { return nil }
            events += taken
        }
        return events
    }
}

extension WebSocketEvent {
    /// The event without a failure's text, because the tables contain only codes.
    var withoutText: Self {
        if case .failed(let code, _) = self { .failed(code, "") } else { self }
    }
}
