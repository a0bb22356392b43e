import HTTP
import HTTPTypes
import Testing

@Suite struct ResponseDecoderTests {
    @Test(arguments: HTTPVector.load("http-responses"))
    func `reads a response as the RFC says`(_ vector: HTTPVector) {
        let (whole, keepsAlive) = run(vector, Cuts.whole(vector.bytes))
        #expect(whole.map(\.summary) == vector.events)
        if let expected = vector.keepsAlive { #expect(keepsAlive == expected) }
        for pieces in Cuts.all(vector.bytes) {
            let (events, _) = run(vector, pieces)
            if events != whole {
                Issue.record("cut as \(pieces.map(\.count)) it gives \(events.map(\.summary))")
            }
        }
        guard let fields = vector.heads?.first?.fields, case .head(let head) = whole.first else {
            return
        }
        #expect(head.headerFields.map { [$0.name.rawName, $0.value] } == fields)
    }

    private func run(
        _ vector: HTTPVector, _ pieces: [ArraySlice<UInt8>]
    ) -> (events: [ResponseEvent], keepsAlive: Bool) {
        var decoder = ResponseDecoder(
            limits: vector.httpLimits,
            requestMethod: HTTPRequest.Method(vector.method ?? "GET") ?? .get)
        var events: [ResponseEvent] = []
        for piece in pieces {
            decoder.receive(piece)
            events += decoder.events()
        }
        if vector.closed == true { decoder.finish() }
        events += decoder.events()
        return (ResponseDecoder.joinedBodies(events), decoder.keepsAlive)
    }

    @Test func `the method may change from one response to the next`() {
        var decoder = ResponseDecoder(requestMethod: .head)
        decoder.receive("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n".utf8)
        #expect(decoder.events().map(\.summary) == ["head 200 OK", "end"])
        decoder.requestMethod = .get
        decoder.receive("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx".utf8)
        #expect(decoder.events().map(\.summary) == ["head 200 OK", "body x", "end"])
    }

    @Test func `an upgrade leaves the bytes that follow the response`() {
        var decoder = ResponseDecoder(requestMethod: .get)
        let upgrade = "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\n\r\n"
        decoder.receive(Array(upgrade.utf8) + [0x81, 0x00])
        #expect(decoder.events().map(\.summary).last == "end")
        #expect(decoder.bufferedBytes == 2)
        #expect(decoder.takeRemainder() == [0x81, 0x00])
        decoder.receive("HTTP/1.1 200 OK\r\n\r\n".utf8)
        #expect(decoder.next() == nil)
        decoder.finish()
        #expect(decoder.next() == nil)
    }

    @Test func `returns nothing after a failure`() {
        var decoder = ResponseDecoder(requestMethod: .get)
        decoder.receive("nonsense\r\n".utf8)
        #expect(decoder.events().map(\.summary) == ["failed 502"])
        decoder.receive("HTTP/1.1 200 OK\r\n\r\n".utf8)
        decoder.finish()
        #expect(decoder.next() == nil)
        #expect(decoder.bufferedBytes == 0)
    }

    @Test func `reads what the encoder writes`() {
        let response = HTTPResponse(
            status: .ok, headerFields: [.contentType: "text/plain", .vary: "Accept"])
        var chunked = response
        chunked.headerFields.append(
            HTTPField(name: HTTPField.Name("Transfer-Encoding") ?? .te, value: "chunked"))
        var decoder = ResponseDecoder(requestMethod: .get)
        decoder.receive(ResponseEncoder.continueInterim)
        decoder.receive(ResponseEncoder.head(chunked))
        decoder.receive(ResponseEncoder.chunk(Array("hello".utf8)))
        decoder.receive(ResponseEncoder.chunk([]))
        decoder.receive(ResponseEncoder.chunk([UInt8](repeating: 0x78, count: 300)))
        decoder.receive(ResponseEncoder.lastChunk)
        let events = decoder.events()
        #expect(events.first?.summary == "head 100 Continue")
        #expect(events.dropFirst().first == .head(chunked))
        #expect(events.suffix(3).first == .body(Array("hello".utf8)))
        #expect(events.last == .end)
    }
}
