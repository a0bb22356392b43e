import HTTP
import HTTPTypes

enum HTTPOracle {
    private static let limits = HTTPLimits(
        requestLineBytesMax: 200, fieldBytesMax: 200, fieldsBytesMax: 400, fieldCountMax: 10,
        bodyBytesMax: 300, chunkExtensionBytesMax: 40, trailersBytesMax: 100)

    static func check(_ input: [UInt8]) {
        let cuts = Cuts(input)
        let whole = events(of: [cuts.whole])
        precondition(whole == events(of: cuts.pieces), "the cuts show in the events")
        for event in whole {
            switch event {
            case .head(let head): checkRoundTrip(head)
            case .body(let bytes): precondition(!bytes.isEmpty && bytes.count <= 300)
            case .end: break
            case .failed(let failure):
                precondition((400..<600).contains(failure.status.code), "a failure without a name")
                precondition(event == whole.last, "something follows a failure")
            }
        }
    }

    /// What was accepted says the same once it is written down again.
    private static func checkRoundTrip(_ head: RequestHead) {
        guard head.minorVersion == 1, head.request.path != "*" else { return }
        var request = head.request
        // The framing is the connection's; what is compared is the request.
        for name in [HTTPField.Name.contentLength, .transferEncodingOfTests, .expect] {
            request.headerFields[name] = nil
        }
        var decoder = RequestDecoder()
        RequestEncoder.head(request).withUnsafeBytes { decoder.receive($0) }
        guard case .head(let again) = decoder.next() else {
            preconditionFailure("what was accepted is refused when it comes again")
        }
        precondition(again.request.method == request.method)
        precondition(again.request.path == request.path)
        precondition(again.request.headerFields == request.headerFields)
    }

    private static func events(of pieces: [ArraySlice<UInt8>]) -> [RequestEvent] {
        var decoder = RequestDecoder(limits: limits)
        var events: [RequestEvent] = []
        for piece in pieces {
            piece.withUnsafeBytes { decoder.receive($0) }
            while let event = decoder.next() {
                if case .body(let more) = event, case .body(let bytes) = events.last {
                    events[events.count - 1] = .body(bytes + more)
                } else {
                    events.append(event)
                }
            }
        }
        return events
    }
}

extension HTTPField.Name {
    fileprivate static var transferEncodingOfTests: HTTPField.Name {
        guard let name = HTTPField.Name("Transfer-Encoding") else {
            preconditionFailure("a token is a field's name")
        }
        return name
    }
}
