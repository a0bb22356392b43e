import WebSocket

/// Makes a decoder for each reading of the same bytes: a decoder itself can't be copied.
struct TestDecoder {
    private let make: () -> WebSocketDecoder

    init(role: WebSocketRole, limits: WebSocketLimits = .standard) {
        make = { WebSocketDecoder(role: role, limits: limits) }
    }

    /// A decoder with an agreement on compression. What its peers send apart is inflated by one
    /// inflater for all readings, as it is for all connections of a loop.
    init(
        role: WebSocketRole, limits: WebSocketLimits = .standard,
        deflate agreement: DeflateAgreement
    ) {
        let rules = WebSocketRules(role: role, limits: limits)
        let inflater = Inflater()
        make = { WebSocketDecoder(rules, deflate: agreement, inflater: inflater) }
    }

    /// All events of `bytes` when they come cut before each of `cuts`, taken after each part.
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

    /// The same, each taken before the bytes behind it are looked at; nil when there ever was more
    /// than one, or nothing went on.
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
    /// The event with no text for a failure: tables name codes, and texts are for people.
    var withoutText: Self {
        if case .failed(let code, _) = self { .failed(code, "") } else { self }
    }
}
