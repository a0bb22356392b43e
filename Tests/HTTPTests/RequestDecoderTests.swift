import HTTP
import HTTPTypes
import Testing

@Suite struct RequestDecoderTests {
    private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func `a pipelined request waits until its events are read`() {
        var decoder = RequestDecoder()
        decoder.receive((get + get).utf8)
        #expect(decoder.bufferedBytes == 2 * get.utf8.count)
        #expect(decoder.next()?.summary == "head GET /")
        #expect(decoder.bufferedBytes == get.utf8.count)
        #expect(decoder.next() == .end)
        #expect(decoder.bufferedBytes == get.utf8.count)
        #expect(decoder.next()?.summary == "head GET /")
        #expect(decoder.next() == .end)
        #expect(decoder.next() == nil)
    }

    @Test func `returns bytes of the body as they arrive`() {
        var decoder = RequestDecoder()
        decoder.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe".utf8)
        #expect(decoder.events().last == .body(Array("he".utf8)))
        decoder.receive("l".utf8)
        #expect(decoder.events() == [.body(Array("l".utf8))])
        decoder.receive("lo!".utf8)
        #expect(decoder.next() == .body(Array("lo".utf8)))
        #expect(decoder.next() == .end)
        #expect(decoder.bufferedBytes == 1)
    }

    @Test func `returns and stores nothing after a failure`() {
        var decoder = RequestDecoder()
        decoder.receive("GET /\r\n".utf8)
        guard case .failed(let failure) = decoder.next() else {
            Issue.record("a request of HTTP/0.9 must fail")
            return
        }
        #expect(failure.status == .badRequest)
        #expect(failure.message.hasSuffix("."))
        decoder.receive(get.utf8)
        #expect(decoder.next() == nil)
        #expect(decoder.bufferedBytes == 0)
    }

    @Test func `stores nothing after the last request`() {
        var decoder = RequestDecoder()
        decoder.receive("GET / HTTP/1.0\r\n\r\nmore".utf8)
        #expect(decoder.events().count == 2)
        decoder.receive(get.utf8)
        #expect(decoder.next() == nil)
        #expect(decoder.bufferedBytes == 0)
    }

    @Test func `an upgrade leaves the bytes that follow the request`() {
        var decoder = RequestDecoder()
        let upgrade = "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"
        decoder.receive(upgrade.utf8)
        decoder.receive([0x81, 0x80])
        #expect(decoder.next()?.summary == "head GET /")
        #expect(decoder.next() == .end)
        #expect(decoder.takeRemainder() == [0x81, 0x80])
        decoder.receive(get.utf8)
        #expect(decoder.next() == nil)
        #expect(decoder.takeRemainder().isEmpty)
    }

    @Test func `the part that was read of a refused request determines the answer's form`() throws {
        var decoder = RequestDecoder()
        #expect(decoder.partialRequest == nil)
        decoder.receive("POST /v1/x?y HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n".utf8)
        decoder.receive("Content-Length: 70000\r\n\r\n".utf8)
        #expect(decoder.events().map(\.summary) == ["failed 413"])
        let request = try #require(decoder.partialRequest)
        #expect(request.path == "/v1/x?y")
        #expect(request.headerFields[.accept] == "text/html")
    }

    @Test func `the part that was read of a request does not remain for the next`() {
        var decoder = RequestDecoder()
        decoder.receive((get + "G@T").utf8)
        #expect(decoder.events().count == 2)
        decoder.receive(" / HTTP/1.1\r\n".utf8)
        #expect(decoder.events().map(\.summary) == ["failed 400"])
        #expect(decoder.partialRequest == nil)
    }

    @Test func `a value that is not UTF-8 keeps its bytes`() {
        var decoder = RequestDecoder()
        decoder.receive(Latin1.bytes("GET / HTTP/1.1\r\nHost: a\r\nA: \u{ff}\u{80}\r\n\r\n"))
        guard case .head(let head) = decoder.next() else {
            Issue.record("the head must be read")
            return
        }
        let field = head.request.headerFields.last
        #expect(field?.withUnsafeBytesOfValue { Array($0) } == [0xFF, 0x80])
    }

    @Test func `refuses more fields than the type can hold`() {
        var limits = HTTPLimits.standard
        limits.fieldCountMax = .max
        limits.fieldsBytesMax = .max
        var decoder = RequestDecoder(limits: limits)
        decoder.receive(("GET / HTTP/1.1\r\n" + String(repeating: "A:\r\n", count: 70_000)).utf8)
        #expect(decoder.events().map(\.summary) == ["failed 431"])
    }

    @Test func `knows method and target of an overlong request line as far as they fit`() {
        var decoder = RequestDecoder(limits: HTTPLimits(requestLineBytesMax: 12))
        decoder.receive("HEAD /display?aaaa HTTP/1.1\r\n".utf8)
        #expect(decoder.events().map(\.summary) == ["failed 414"])
        #expect(decoder.partialRequest?.method == .head)
        #expect(decoder.partialRequest?.path == "/displa")
    }

    @Test(arguments: ["", "GETGETGETGETGET", "GET  /aaaaaaaaaaaaaa", "G@T /aaaaaaaaaaaaaaa"])
    func `knows nothing of an overlong line that is not a request`(start: String) {
        var decoder = RequestDecoder(limits: HTTPLimits(requestLineBytesMax: 12))
        decoder.receive((start + String(repeating: "\u{1}", count: 12)).utf8)
        #expect(decoder.events().map(\.summary).count == 1)
        #expect(decoder.partialRequest == nil)
    }

    @Test func `limits below zero permit nothing`() {
        let limits = HTTPLimits(
            requestLineBytesMax: -1, fieldBytesMax: -1, fieldsBytesMax: -1, fieldCountMax: -1,
            bodyBytesMax: -1, chunkExtensionBytesMax: -1, trailersBytesMax: -1)
        let events = RequestDecoder.run(Cuts.whole(Array(get.utf8)), limits: limits)
        #expect(events.map(\.summary) == ["failed 414"])
    }

    @Test func `unbounded limits do not trap`() {
        let limits = HTTPLimits(
            requestLineBytesMax: .max, fieldBytesMax: .max, fieldsBytesMax: .max,
            fieldCountMax: .max, bodyBytesMax: .max, chunkExtensionBytesMax: .max,
            trailersBytesMax: .max)
        let chunked = """
            POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r
            1;a\r\nx\r\n7fffffffffffffff\r\n
            """
        let events = RequestDecoder.run(Cuts.byteByByte(Array(chunked.utf8)), limits: limits)
        #expect(events.map(\.summary) == ["head POST /", "body x", "failed 413"])
    }

    @Test func `searches a long line that comes byte by byte once`() {
        // Searching from the beginning each time would take twenty billion steps.
        let limits = HTTPLimits(requestLineBytesMax: 1_000_000)
        let line = "GET /" + String(repeating: "a", count: 200_000) + " HTTP/1.1\r\nHost: a\r\n\r\n"
        let events = RequestDecoder.run(Cuts.byteByByte(Array(line.utf8)), limits: limits)
        #expect(events.count == 2)
    }

    @Test func `takes many requests from one buffer without moving the rest each time`() {
        let requests = String(repeating: get, count: 50_000)
        let events = RequestDecoder.run(Cuts.whole(Array(requests.utf8)))
        #expect(events.count == 100_000)
    }

    @Test func `a large body goes through in pieces of any size`() {
        let body = (0..<60_000).map { UInt8(truncatingIfNeeded: $0) }
        let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n"
        let bytes = Array(head.utf8) + body + Array(get.utf8)
        for size in [1_000, 20_000, 70_000] {
            let pieces = stride(from: 0, to: bytes.count, by: size).map {
                bytes[$0..<min($0 + size, bytes.count)]
            }
            for pullsAtEnd in [false, true] {
                let events = RequestDecoder.run(pieces, pullsAtEnd: pullsAtEnd)
                #expect(events.count == 5)
                #expect(events[1] == .body(body))
            }
        }
    }
}
