import TestSupport
import Testing
import WebSocket

@Suite struct BroadcastFrameTests {
    private final class Chunk {
        let bytes: [UInt8]

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }
    }

    private static func message(_ count: Int) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(count))
        return TestMessage.json(count, using: &random)
    }

    @Test func `each form is made once, and is what the encoder makes`() {
        let message = Self.message(3_000)
        let deflater = Deflater()
        var wrapCount = 0
        var frame = BroadcastFrame<Chunk>(text: message) { bytes in
            wrapCount += 1
            return Chunk(bytes)
        }
        #expect(wrapCount == 0)
        let agreements = [nil] + (8...15).map { DeflateAgreement(serverWindowBits: $0) }
        for agreement in agreements + agreements {
            let chunk = frame.chunk(for: agreement, deflatedBy: deflater)
            let expected = WebSocketEncoder.text(
                message, deflatedBy: deflater, under: agreement)
            #expect(chunk.bytes == expected)
            #expect(chunk === frame.chunk(for: agreement, deflatedBy: deflater))
        }
        // Plain; 8 to 11 bits each; and one for 12 bits and more, which hold the message whole.
        #expect(wrapCount == 6)
    }

    @Test func `what the client does makes no difference to the form`() {
        let deflater = Deflater()
        var frame = BroadcastFrame<Chunk>(text: Self.message(1_000), wrap: Chunk.init)
        let one = frame.chunk(for: DeflateAgreement(), deflatedBy: deflater)
        let keeping = DeflateAgreement(clientKeepsContext: true, clientWindowBits: 9)
        #expect(one === frame.chunk(for: keeping, deflatedBy: deflater))
    }

    @Test func `a message that is not to be compressed has one form for all`() {
        var random = SeededGenerator(seed: 7)
        let deflater = Deflater()
        for message in [Array("short".utf8), TestMessage.noise(1_000, using: &random)] {
            var wrapCount = 0
            var frame = BroadcastFrame(text: message) { bytes in
                wrapCount += 1
                return bytes
            }
            for agreement in [15, 8, 15, 8].map({ DeflateAgreement(serverWindowBits: $0) }) {
                let chunk = frame.chunk(for: agreement, deflatedBy: deflater)
                #expect(chunk == WebSocketEncoder.text(message))
            }
            _ = frame.chunk(for: nil, deflatedBy: deflater)
            #expect(wrapCount == 1)
        }
    }
}
