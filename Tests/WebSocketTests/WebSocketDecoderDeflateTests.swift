import Glibc
import TestSupport
import Testing
import WebSocket

@Suite struct WebSocketDecoderDeflateTests {
    private static let apart = DeflateAgreement()

    private static func memoryPeakKibibytes() throws -> Int {
        var usage = rusage()
        let result = getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        try #require(result == 0)
        return usage.ru_maxrss
    }

    @Test(arguments: 8...15, 0..<8 as Range<UInt64>)
    func `reads a peer that keeps its context at every window, however divided`(
        windowBits: Int, seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed << 8 | UInt64(windowBits))
        let conversation = DeflatedConversation(windowBits: windowBits, using: &random)
        let wire = conversation.wire
        let decoder = TestDecoder(
            role: .server,
            deflate: DeflateAgreement(clientKeepsContext: true, clientWindowBits: windowBits))
        #expect(decoder.events(of: wire) == conversation.events)
        let cuts = (0..<30).map { _ in Int.random(in: 0...wire.count, using: &random) }
        #expect(decoder.events(of: wire, cutAt: cuts.sorted()) == conversation.events)
        #expect(decoder.events(of: wire, cutAt: Array(wire.indices)) == conversation.events)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `damaged conversations end in the same events, however divided`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var noise = DeflatedConversation(windowBits: 9, using: &random).wire
        for _ in 0..<3 {
            noise[Int.random(in: noise.indices, using: &random)] ^= 1 << UInt8(seed % 8)
        }
        let decoder = TestDecoder(
            role: .server,
            deflate: DeflateAgreement(clientKeepsContext: true, clientWindowBits: 9))
        let whole = decoder.events(of: noise)
        let cuts = (0..<30).map { _ in Int.random(in: 0...noise.count, using: &random) }
        #expect(decoder.events(of: noise, cutAt: cuts.sorted()) == whole)
        #expect(decoder.events(of: noise, cutAt: Array(noise.indices)) == whole)
    }

    @Test func `connections that share an inflater do not see each other's messages`() {
        let rules = WebSocketRules(role: .client, limits: .standard)
        let inflater = Inflater()
        var one = WebSocketDecoder(rules, deflate: Self.apart, inflater: inflater)
        var other = WebSocketDecoder(rules, deflate: Self.apart, inflater: inflater)
        one.receive([0xC1, 0x07, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
        #expect(one.next() == .text(Array("Hello".utf8)))
        // RFC 7692, 7.2.3.2: the same word as a reference to the message before.
        other.receive([0xC1, 0x05, 0xF2, 0x00, 0x11, 0x00, 0x00])
        #expect(other.next() == .failed(.invalidPayload, "a compressed message is damaged"))
        // An invalid message of one decoder does not affect the other, which shares the inflater.
        one.receive([0xC1, 0x07, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
        #expect(one.next() == .text(Array("Hello".utf8)))
    }

    @Test func `counts the bytes of a compressed message as they arrive`() {
        var decoder = WebSocketDecoder(
            WebSocketRules(role: .client, limits: .standard), deflate: Self.apart,
            inflater: Inflater())
        decoder.receive([0xC1, 0x07, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07])
        #expect(decoder.bufferedBytes == 6)
        #expect(decoder.next() == nil)
        decoder.receive([0x00])
        #expect(decoder.bufferedBytes == 5)
        #expect(decoder.next() == .text(Array("Hello".utf8)))
        #expect(decoder.bufferedBytes == 0)
    }

    @Test func `refuses compression without an agreement`() {
        var decoder = WebSocketDecoder(
            WebSocketRules(role: .client, limits: .standard), deflate: nil, inflater: Inflater())
        decoder.receive([0xC1, 0x07])
        #expect(decoder.next() == .failed(.protocolError, "a reserved bit is set"))
    }

    @Test func `refuses a bomb of a gigabyte at the limit, in bounded memory`() throws {
        // 16 MiB of zeros, 64 times, as the blocks of one message.
        let zeros = [UInt8](repeating: 0, count: 16 << 20)
        let frame = WebSocketEncoder.binary(zeros, deflatedBy: Deflater(), under: Self.apart)
        #expect(frame.count < 100_000)
        let message = Array(frame.dropFirst(10)) + [0x00, 0x00, 0xFF, 0xFF]
        let bomb = TestFrame.bytes(
            first: 0xC2, (0..<64).flatMap { _ in message }.dropLast(4))
        let limits = WebSocketLimits(
            messageBytesMax: 1 << 24, frameBytesMax: 1 << 24, inflatedBytesMax: 1 << 20,
            inflateRatioMax: 2_000)
        let before = try Self.memoryPeakKibibytes()
        let events = TestDecoder(role: .client, limits: limits, deflate: Self.apart)
            .events(of: bomb)
        let after = try Self.memoryPeakKibibytes()
        let reason = "a compressed message becomes longer than 1048576 bytes"
        #expect(events == [.failed(.messageTooBig, reason)])
        // Other tests run at the same time.
        #expect(after - before < 128 << 10)
    }

    @Test func `the standard limits allow 200 times the compressed size, and always 16 KiB`() {
        // 64 KiB of zeros, as compressed by zlib's highest level: 830 to one.
        let message: [UInt8] =
            [0xEC, 0xC1, 0x01, 0x01, 0x00, 0x00, 0x00, 0x80, 0x90, 0xFE, 0xAF, 0xEE, 0x08, 0x0A]
            + [UInt8](repeating: 0, count: 63) + [0x6A, 0x00]
        let bomb = TestFrame.bytes(first: 0xC2, message)
        let refused = "a compressed message becomes longer than \(16_384 + 200 * 79) bytes"
        let decoder = TestDecoder(role: .client, deflate: Self.apart)
        #expect(decoder.events(of: bomb) == [.failed(.messageTooBig, refused)])
        let raised = TestDecoder(
            role: .client, limits: WebSocketLimits(inflateRatioMax: 830), deflate: Self.apart)
        let isWhole = raised.events(of: bomb) == [.binary([UInt8](repeating: 0, count: 65_536))]
        #expect(isWhole)

        let free = WebSocketLimits(inflateRatioMax: 0)
        let deflater = Deflater()
        for (count, isTaken) in [(16_384, true), (16_385, false)] {
            let zeros = [UInt8](repeating: 0, count: count)
            let frame = WebSocketEncoder.binary(zeros, deflatedBy: deflater, under: Self.apart)
            let events = TestDecoder(role: .client, limits: free, deflate: Self.apart)
                .events(of: frame)
            let isBinary = events == [.binary(zeros)]
            #expect(isBinary == isTaken)
        }
    }

    @Test func `an idle decoder is 72 bytes`() {
        #expect(MemoryLayout<WebSocketDecoder>.size <= 72)
    }
}
