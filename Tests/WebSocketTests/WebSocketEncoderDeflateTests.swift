import TestSupport
import Testing
import WebSocket

@Suite struct WebSocketEncoderDeflateTests {
    private static let raised = WebSocketLimits(
        messageBytesMax: 1 << 20, frameBytesMax: 1 << 20, inflateRatioMax: 2_000)

    /// Returns the payload of a frame.
    private static func payload(of frame: [UInt8]) -> [UInt8] {
        switch frame[1] {
        case 126: Array(frame.dropFirst(4))
        case 127: Array(frame.dropFirst(10))
        default: Array(frame.dropFirst(2))
        }
    }

    @Test(arguments: 8...15, [256, 257, 512, 1_000, 4_096, 40_000, 100_000])
    func `a compressed message is complete and stays within its window`(windowBits: Int, count: Int)
        throws
    {
        var random = SeededGenerator(seed: UInt64(windowBits << 20 | count))
        let deflater = Deflater()
        let agreement = DeflateAgreement(serverWindowBits: windowBits)
        let decoder = TestDecoder(role: .client, limits: Self.raised, deflate: agreement)
        let messages = [
            TestMessage.json(count, using: &random),
            TestMessage.repetitive(count, using: &random), [UInt8](repeating: 0x61, count: count),
        ]
        var compressedCount = 0
        for message in messages + messages {
            let frame = WebSocketEncoder.binary(message, deflatedBy: deflater, under: agreement)
            #expect(frame.count <= WebSocketEncoder.binary(message).count)
            #expect(decoder.events(of: frame) == [.binary(message)])
            // A message that would not become shorter is sent uncompressed.
            guard frame[0] == 0xC2 else { continue }
            compressedCount += 1
            let inflated = try #require(TestInflate(message: Self.payload(of: frame)))
            #expect(inflated.bytes == message)
            #expect(inflated.distanceMax <= 1 << windowBits)
        }
        #expect(compressedCount == 6)
    }

    @Test func `compresses a message independently of earlier ones`() {
        var random = SeededGenerator(seed: 1)
        let message = TestMessage.json(2_000, using: &random)
        let agreement = DeflateAgreement()
        let deflater = Deflater()
        let first = WebSocketEncoder.text(message, deflatedBy: deflater, under: agreement)
        let noise = TestMessage.noise(5_000, using: &random)
        _ = WebSocketEncoder.binary(noise, deflatedBy: deflater, under: agreement)
        #expect(WebSocketEncoder.text(message, deflatedBy: deflater, under: agreement) == first)
        #expect(WebSocketEncoder.text(message, deflatedBy: Deflater(), under: agreement) == first)
    }

    @Test func `compresses a client's messages for its own window, and masks them`() throws {
        var random = SeededGenerator(seed: 2)
        let message = TestMessage.json(3_000, using: &random)
        let deflater = Deflater()
        let agreement = DeflateAgreement(serverWindowBits: 15, clientWindowBits: 9)
        let decoder = TestDecoder(role: .server, deflate: agreement)
        let key: UInt32 = 0x0102_0304
        let text = WebSocketEncoder.text(
            message, deflatedBy: deflater, under: agreement, maskedBy: key)
        #expect(text[0] == 0xC1)
        #expect(decoder.events(of: text) == [.text(message)])
        let binary = WebSocketEncoder.binary(
            message, deflatedBy: deflater, under: agreement, maskedBy: key)
        #expect(binary[0] == 0xC2)
        #expect(decoder.events(of: binary, cutAt: Array(binary.indices)) == [.binary(message)])
        let unmasked = binary.dropFirst(8).enumerated().map { $1 ^ [1, 2, 3, 4][$0 % 4] }
        let inflated = try #require(TestInflate(message: unmasked))
        #expect(inflated.distanceMax <= 512)
        #expect(inflated.bytes == message)
    }

    @Test func `sends a message that would not become shorter unchanged`() {
        var random = SeededGenerator(seed: 3)
        let deflater = Deflater()
        let agreement = DeflateAgreement()
        let noise = TestMessage.noise(10_000, using: &random)
        #expect(
            WebSocketEncoder.binary(noise, deflatedBy: deflater, under: agreement)
                == WebSocketEncoder.binary(noise))
        let count = Deflater.deflatedBytesMin
        let short = [UInt8](repeating: 0x61, count: count - 1)
        #expect(
            WebSocketEncoder.text(short, deflatedBy: deflater, under: agreement)
                == WebSocketEncoder.text(short))
        #expect(
            WebSocketEncoder.text(short, deflatedBy: deflater, under: agreement, maskedBy: 7)
                == WebSocketEncoder.text(short, maskedBy: 7))
        let long = short + [0x61]
        #expect(WebSocketEncoder.text(long, deflatedBy: deflater, under: agreement)[0] == 0xC1)
    }

    @Test func `a compressed message is always shorter than the message`() {
        // Noise of which more and more is made regular. At some point, compressing begins to pay.
        var random = SeededGenerator(seed: 4)
        let deflater = Deflater()
        var message = TestMessage.noise(300, using: &random)
        for index in message.indices {
            message[index] = 0x61
            let frame = WebSocketEncoder.binary(
                message, deflatedBy: deflater, under: DeflateAgreement())
            let isCompressed = frame[0] == 0xC2
            #expect(!isCompressed || Self.payload(of: frame).count < message.count)
            #expect(isCompressed || frame == WebSocketEncoder.binary(message))
        }
    }

    @Test func `compresses nothing without an agreement`() {
        let message = [UInt8](repeating: 0x61, count: 1_000)
        let deflater = Deflater()
        #expect(
            WebSocketEncoder.text(message, deflatedBy: deflater, under: nil)
                == WebSocketEncoder.text(message))
        #expect(
            WebSocketEncoder.binary(message, deflatedBy: deflater, under: nil, maskedBy: 1)
                == WebSocketEncoder.binary(message, maskedBy: 1))
    }
}
