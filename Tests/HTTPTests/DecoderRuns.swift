import HTTP
import HTTPTypes

extension RequestDecoder {
    mutating func receive(_ bytes: some Sequence<UInt8>) {
        Array(bytes).withUnsafeBytes { receive($0) }
    }

    mutating func events() -> [RequestEvent] {
        var events: [RequestEvent] = []
        while let event = next() { events.append(event) }
        return events
    }

    /// Returns the events when `pieces` arrive one after the other. Neighbouring bodies are joined.
    static func run(
        _ pieces: [ArraySlice<UInt8>], limits: HTTPLimits = .standard, pullsAtEnd: Bool = false
    ) -> [RequestEvent] {
        var decoder = RequestDecoder(limits: limits)
        var events: [RequestEvent] = []
        for piece in pieces {
            decoder.receive(piece)
            if !pullsAtEnd { events += decoder.events() }
        }
        return joinedBodies(events + decoder.events())
    }

    static func joinedBodies(_ events: [RequestEvent]) -> [RequestEvent] {
        events.reduce(into: []) { joined, event in
            if case .body(let more) = event, case .body(let bytes) = joined.last {
                joined[joined.count - 1] = .body(bytes + more)
            } else {
                joined.append(event)
            }
        }
    }
}

extension ResponseDecoder {
    mutating func receive(_ bytes: some Sequence<UInt8>) {
        Array(bytes).withUnsafeBytes { receive($0) }
    }

    mutating func events() -> [ResponseEvent] {
        var events: [ResponseEvent] = []
        while let event = next() { events.append(event) }
        return events
    }

    static func joinedBodies(_ events: [ResponseEvent]) -> [ResponseEvent] {
        events.reduce(into: []) { joined, event in
            if case .body(let more) = event, case .body(let bytes) = joined.last {
                joined[joined.count - 1] = .body(bytes + more)
            } else {
                joined.append(event)
            }
        }
    }
}

extension RequestEvent {
    /// The event in the form of the vectors.
    var summary: String {
        switch self {
        case .head(let head): "head \(head.request.method.rawValue) \(head.request.path ?? "")"
        case .body(let bytes): "body " + Latin1.text(bytes)
        case .end: "end"
        case .failed(let failure): "failed \(failure.status.code)"
        }
    }
}

extension ResponseEvent {
    /// The event in the form of the vectors.
    var summary: String {
        switch self {
        case .head(let head): "head \(head.status.code) \(head.status.reasonPhrase)"
        case .body(let bytes): "body " + Latin1.text(bytes)
        case .end: "end"
        case .failed(let failure): "failed \(failure.status.code)"
        }
    }
}
