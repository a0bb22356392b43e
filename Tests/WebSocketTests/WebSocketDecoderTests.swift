import TestSupport
import Testing
import WebSocket

@Suite struct WebSocketDecoderTests {
    private static let vectors = Result {
        try VectorFile.load("websocket-frames", as: [FrameVector].self)
            + VectorFile.load("websocket-deflate", as: [FrameVector].self)
    }

    @Test func `every row of the tables of frames gives its events, however divided`() throws {
        for vector in try Self.vectors.get() {
            let bytes = try #require(WebSocketVectors.bytes(hex: vector.bytes))
            let expected = try vector.events.map { try $0.event() }
            let decoder = vector.decoder()
            let whole = decoder.events(of: bytes)
            #expect(whole.map(\.withoutText) == expected, "\(vector.testDescription)")

            let byteByByte = decoder.events(of: bytes, cutAt: Array(bytes.indices))
            #expect(byteByByte == whole, "\(vector.testDescription), byte by byte")
            for cut in bytes.indices {
                let events = decoder.events(of: bytes, cutAt: [cut])
                #expect(events == whole, "\(vector.testDescription), cut at \(cut)")
            }
        }
    }

    @Test func `every row gives one event at a time when read event by event`() throws {
        for vector in try Self.vectors.get() {
            let bytes = try #require(WebSocketVectors.bytes(hex: vector.bytes))
            let decoder = vector.decoder()
            let events = decoder.eventsOneByOne(of: bytes)
            #expect(events == decoder.events(of: bytes), "\(vector.testDescription)")
        }
    }

    @Test func `every failure has a reason`() throws {
        for vector in try Self.vectors.get() {
            let bytes = try #require(WebSocketVectors.bytes(hex: vector.bytes))
            for case .failed(_, let reason) in vector.decoder().events(of: bytes) {
                #expect(!reason.isEmpty, "\(vector.testDescription)")
                #expect(reason.utf8.count <= 123, "\(vector.testDescription)")
            }
        }
    }

    @Test func `no event follows a close or a failure, whatever arrives`() {
        for ending in [[0x88, 0x80, 1, 2, 3, 4], [0xF1, 0x80]] as [[UInt8]] {
            var decoder = WebSocketDecoder(role: .server)
            decoder.receive(ending)
            #expect(decoder.remainingEvents().count == 1)
            decoder.receive(WebSocketEncoder.text(Array("more".utf8), maskedBy: 1))
            #expect(decoder.next() == nil)
            #expect(decoder.next() == nil)
            #expect(decoder.bufferedBytes == 0)
        }
    }

    @Test func `events wait in the order of the wire until they are taken`() {
        var decoder = WebSocketDecoder(role: .client)
        for number in 0..<40 as Range<UInt8> { decoder.receive(WebSocketEncoder.binary([number])) }
        decoder.receive(WebSocketEncoder.close(.goingAway, reason: "bye"))
        #expect(decoder.bufferedBytes == 43)
        for number in 0..<40 as Range<UInt8> { #expect(decoder.next() == .binary([number])) }
        #expect(decoder.bufferedBytes == 3)
        #expect(decoder.next() == .close(.goingAway, reason: "bye"))
        #expect(decoder.next() == nil)
        #expect(decoder.bufferedBytes == 0)
    }

    @Test func `counts the payload bytes that were not taken`() {
        var decoder = WebSocketDecoder(role: .client)
        decoder.receive(TestFrame.bytes(opcode: 2, [1, 2, 3], isFinal: false))
        #expect(decoder.bufferedBytes == 3)
        decoder.receive(TestFrame.bytes(opcode: 9, [4, 5]).dropLast())
        #expect(decoder.bufferedBytes == 4)
        decoder.receive([5])
        #expect(decoder.bufferedBytes == 5)
        #expect(decoder.next() == .ping([4, 5]))
        #expect(decoder.bufferedBytes == 3)
        decoder.receive(TestFrame.bytes(opcode: 0, [6]))
        #expect(decoder.next() == .binary([1, 2, 3, 6]))
        #expect(decoder.bufferedBytes == 0)
    }

    @Test func `a frame that announces too much fails before any of its payload arrives`() {
        var decoder = WebSocketDecoder(role: .server)
        decoder.receive([0x82, 0xFF, 0, 0, 0, 0, 0, 1, 0, 1])
        let text = "a frame is longer than 65536 bytes"
        #expect(decoder.next() == .failed(.messageTooBig, text))
        #expect(decoder.bufferedBytes == 0)
    }

    @Test func `the standard limits allow a message of 64 KiB in 1024 fragments`() {
        let key: [UInt8] = [9, 8, 7, 6]
        let part = [UInt8](repeating: 0x61, count: 64)
        var wire: [UInt8] = []
        for index in 0..<1_024 {
            wire += TestFrame.bytes(
                opcode: index == 0 ? 1 : 0, part, isFinal: index == 1_023, key: key)
        }
        let whole = WebSocketEvent.text([UInt8](repeating: 0x61, count: 65_536))
        #expect(TestDecoder(role: .server).events(of: wire) == [whole])
    }

    @Test func `refuses text at the first byte that makes it invalid, within a frame`() {
        var decoder = WebSocketDecoder(role: .server)
        let wire = WebSocketEncoder.text([0x61, 0xE6, 0x97, 0x62, 0x63], maskedBy: 0x0102_0304)
        decoder.receive(wire.prefix(9))
        #expect(decoder.next() == nil)
        decoder.receive(wire[9..<10])
        #expect(decoder.next() == .failed(.invalidPayload, "a text is not UTF-8"))
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `random conversations arrive as they were sent, however divided`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let conversation = TestConversation(using: &random)
        let cuts = (0..<30).map { _ in Int.random(in: 0...conversation.wire.count, using: &random) }
        let decoder = TestDecoder(role: .server)
        #expect(decoder.events(of: conversation.wire) == conversation.events)
        #expect(decoder.events(of: conversation.wire, cutAt: cuts.sorted()) == conversation.events)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `noise ends in the same events, however divided`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        // Half of the inputs are a valid conversation with a few changed bytes, which gets further.
        var noise = (0..<300).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        if seed.isMultiple(of: 2) {
            noise = TestConversation(using: &random).wire
            for _ in 0..<3 {
                noise[Int.random(in: noise.indices, using: &random)] ^= 1 << UInt8(seed % 8)
            }
        }
        for role in [WebSocketRole.server, .client] {
            let decoder = TestDecoder(role: role)
            let whole = decoder.events(of: noise)
            #expect(decoder.events(of: noise, cutAt: Array(noise.indices)) == whole)
            let endings = whole.filter(\.isEnding)
            #expect(endings.count <= 1)
            #expect(endings.isEmpty || whole.last?.isEnding == true)
        }
    }
}

extension WebSocketEvent {
    fileprivate var isEnding: Bool {
        switch self {
        case .close, .failed: true
        case .text, .binary, .ping, .pong: false
        }
    }
}
