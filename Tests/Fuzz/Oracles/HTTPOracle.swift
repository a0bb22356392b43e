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
        for (index, event) in whole.enumerated() {
            switch event {
            case .head(let head): checkRoundTrip(head)
            case .body(let bytes): precondition(!bytes.isEmpty && bytes.count <= 300)
            case .end: break
            case .failed(let failure):
                precondition((400..<600).contains(failure.status.code), "a failure without a name")
                precondition(index == whole.count - 1, "something follows a failure")
            }
        }
    }

    /// Checks that an accepted request stays the same when it is encoded and decoded again.
    private static func checkRoundTrip(_ head: RequestHead) {
        guard head.minorVersion == 1 else { return }
        var decoder = RequestDecoder()
        RequestEncoder.head(head.request).withUnsafeBytes { decoder.receive($0) }
        guard case .head(let again) = decoder.next() else {
            preconditionFailure("what was accepted is refused when it comes again")
        }
        precondition(again.request.method == head.request.method)
        // The authority of an absolute target replaces `Host`, and only `Host` is encoded.
        precondition(again.request.path == head.request.path)
        precondition(again.request.headerFields == head.request.headerFields)
        precondition(again.keepsAlive == head.keepsAlive && again.hasBody == head.hasBody)
        precondition(again.expectsContinue == head.expectsContinue)
    }

    private static func events(of pieces: [ArraySlice<UInt8>]) -> [RequestEvent] {
        var decoder = RequestDecoder(limits: limits)
        var events: [RequestEvent] = []
        // The cuts may divide the body into parts.
        var body: [UInt8] = []
        for piece in pieces {
            piece.withUnsafeBytes { decoder.receive($0) }
            while let event = decoder.next() {
                if case .body(let more) = event {
                    precondition(!more.isEmpty, "a part of a body that holds nothing")
                    body += more
                    continue
                }
                if !body.isEmpty { events.append(.body(body)) }
                body = []
                events.append(event)
            }
        }
        return body.isEmpty ? events : events + [.body(body)]
    }
}
