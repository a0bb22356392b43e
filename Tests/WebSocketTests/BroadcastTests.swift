import TestSupport
import Testing
import WebSocket

@Suite struct BroadcastTests {
    private static func message(_ count: Int) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(count))
        return TestMessage.json(count, using: &random)
    }

    /// Returns the address of an array's bytes. Arrays that share them have the same.
    private static func place(_ bytes: [UInt8]) -> UnsafeRawPointer? {
        bytes.withUnsafeBytes { $0.baseAddress }
    }

    @Test func `makes frames once for each window, equal to the encoder's`() {
        let message = Self.message(3_000)
        let deflater = Deflater()
        var broadcast = Broadcast(texts: [message])
        let agreements = [nil] + (8...15).map { DeflateAgreement(serverWindowBits: $0) }
        // The arrays are kept, so that none gets the address of an earlier one.
        var forms: [[UInt8]] = []
        for agreement in agreements + agreements {
            let frames = broadcast.frames(for: agreement, deflatedBy: deflater)
            let expected = WebSocketEncoder.text(
                message, deflatedBy: deflater, under: agreement)
            #expect(frames == expected)
            forms.append(frames)
        }
        // Plain; 8 to 11 bits each; and one for 12 bits and more, which hold the whole message.
        #expect(Set(forms.map(Self.place)).count == 6)
    }

    @Test func `the frames don't depend on the client's side of the agreement`() {
        let deflater = Deflater()
        var broadcast = Broadcast(texts: [Self.message(1_000)])
        let one = broadcast.frames(for: DeflateAgreement(), deflatedBy: deflater)
        let keeping = DeflateAgreement(clientKeepsContext: true, clientWindowBits: 9)
        let other = broadcast.frames(for: keeping, deflatedBy: deflater)
        #expect(Self.place(one) == Self.place(other))
    }

    @Test func `sends a message that is too short to compress unchanged`() {
        var random = SeededGenerator(seed: 7)
        let deflater = Deflater()
        for message in [Array("short".utf8), TestMessage.noise(1_000, using: &random)] {
            var broadcast = Broadcast(texts: [message])
            for agreement in [15, 8, 15, 8].map({ DeflateAgreement(serverWindowBits: $0) }) {
                let frames = broadcast.frames(for: agreement, deflatedBy: deflater)
                #expect(frames == WebSocketEncoder.text(message))
            }
            #expect(
                broadcast.frames(for: nil, deflatedBy: deflater) == WebSocketEncoder.text(message))
        }
    }

    @Test func `several messages become their frames, in order`() {
        let deflater = Deflater()
        let messages = [3_000, 10, 700, 300, 5_000].map(Self.message)
        var broadcast = Broadcast(texts: messages)
        for agreement in [nil] + [15, 8, 11].map({ DeflateAgreement(serverWindowBits: $0) }) {
            let expected = messages.flatMap {
                WebSocketEncoder.text($0, deflatedBy: deflater, under: agreement)
            }
            #expect(broadcast.frames(for: agreement, deflatedBy: deflater) == expected)
        }
        #expect(broadcast.frames(for: nil, deflatedBy: deflater).count > 9_000)
    }

    @Test func `no messages become no bytes`() {
        var broadcast = Broadcast(texts: [])
        #expect(broadcast.frames(for: DeflateAgreement(), deflatedBy: Deflater()).isEmpty)
    }
}
