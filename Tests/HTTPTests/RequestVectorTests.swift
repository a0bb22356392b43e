import HTTP
import HTTPTypes
import TestSupport
import Testing

@Suite struct RequestVectorTests {
    @Test(arguments: HTTPVector.load("http-request-forms"))
    func `reads a request's lines as the RFC says`(_ vector: HTTPVector) {
        check(vector)
    }

    @Test(arguments: HTTPVector.load("http-request-framing"))
    func `content ends where the RFC says`(_ vector: HTTPVector) {
        check(vector)
    }

    @Test(arguments: HTTPVector.load("http-request-smuggling"))
    func `refuses what could be read in two ways`(_ vector: HTTPVector) {
        check(vector)
    }

    @Test(arguments: HTTPVector.load("http-request-limits"))
    func `applies each limit to the byte`(_ vector: HTTPVector) {
        check(vector)
    }

    @Test func `randomly changed input gives the same events, however divided`() {
        let files = ["forms", "framing", "smuggling"]
        let inputs = files.flatMap { HTTPVector.load("http-request-\($0)") }.map(\.bytes)
        var random = SeededGenerator(seed: 7)
        for round in 0..<4_000 {
            var bytes = inputs[round % inputs.count]
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                change(&bytes, using: &random)
            }
            let limits = HTTPLimits(
                requestLineBytesMax: 24, fieldBytesMax: 30, fieldsBytesMax: 60, fieldCountMax: 4,
                bodyBytesMax: 12, chunkExtensionBytesMax: 4, trailersBytesMax: 20)
            let whole = RequestDecoder.run(Cuts.whole(bytes), limits: limits)
            let single = RequestDecoder.run(Cuts.byteByByte(bytes), limits: limits)
            #expect(whole == single, "\(Latin1.text(bytes).debugDescription)")
        }
    }

    private func change(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
        let telling = Array(" \t\r\n:;,0fF-+%\0\u{7f}chunked".utf8)
        let place = Int.random(in: 0...bytes.count, using: &random)
        let byte = telling.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.insert(byte, at: place)
        case 1 where place < bytes.count: bytes[place] = byte
        default: bytes.removeSubrange(place..<min(place + 2, bytes.count))
        }
    }

    private func check(_ vector: HTTPVector) {
        let bytes = vector.bytes
        let limits = vector.httpLimits
        let whole = RequestDecoder.run(Cuts.whole(bytes), limits: limits)
        #expect(whole.map(\.summary) == vector.events)
        #expect(
            whole == RequestDecoder.run(Cuts.byteByByte(bytes), limits: limits, pullsAtEnd: true))
        for pieces in Cuts.all(bytes) {
            let events = RequestDecoder.run(pieces, limits: limits)
            if events != whole {
                Issue.record("cut as \(pieces.map(\.count)) it gives \(events.map(\.summary))")
            }
        }
        checkHeads(vector, whole)
    }

    private func checkHeads(_ vector: HTTPVector, _ events: [RequestEvent]) {
        let heads = events.compactMap { event -> RequestHead? in
            if case .head(let head) = event { head } else { nil }
        }
        guard let expected = vector.heads else { return }
        #expect(heads.count == expected.count)
        for (head, expected) in zip(heads, expected) {
            if let authority = expected.authority { #expect(head.request.authority == authority) }
            if let path = expected.path { #expect(head.path == path) }
            if let query = expected.query { #expect(head.query == query) }
            if let minor = expected.minorVersion { #expect(head.minorVersion == minor) }
            if let keepsAlive = expected.keepsAlive { #expect(head.keepsAlive == keepsAlive) }
            if let expects = expected.expectsContinue { #expect(head.expectsContinue == expects) }
            if let hasBody = expected.hasBody { #expect(head.hasBody == hasBody) }
            if let fields = expected.fields {
                #expect(head.request.headerFields.map { [$0.name.rawName, $0.value] } == fields)
            }
        }
    }
}
