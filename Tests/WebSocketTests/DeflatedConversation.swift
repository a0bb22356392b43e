import TestSupport
import WebSocket

/// Messages of a client that keeps its context: compressed, with references to earlier messages as
/// far back as the window allows, in fragments, with control frames between them.
struct DeflatedConversation {
    private(set) var wire: [UInt8] = []
    private(set) var events: [WebSocketEvent] = []
    private var history: [UInt8] = []
    private let window: Int

    init(windowBits: Int, using random: inout SeededGenerator) {
        window = 1 << windowBits
        for _ in 0..<6 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: sendPlain(using: &random)
            default: sendCompressed(using: &random)
            }
        }
    }

    private mutating func sendPlain(using random: inout SeededGenerator) {
        let payload = TestMessage.noise(Int.random(in: 0...50, using: &random), using: &random)
        send(frame: 0x82, payload, using: &random)
        events.append(.binary(payload))
    }

    private mutating func sendCompressed(using random: inout SeededGenerator) {
        var plain: [UInt8] = []
        let message = TestDeflate.message { deflate in
            let count = Int.random(in: 0...2 * min(window, 1_024), using: &random)
            while plain.count < count {
                if history.isEmpty || Bool.random(using: &random) {
                    let byte = UInt8.random(in: .min ... .max, using: &random)
                    deflate.literal(byte)
                    plain.append(byte)
                    history.append(byte)
                    continue
                }
                let most = min(window, history.count)
                let distance =
                    Bool.random(using: &random) ? most : Int.random(in: 1...most, using: &random)
                let length = Int.random(in: 3...258, using: &random)
                deflate.match(length: length, distance: distance)
                for _ in 0..<length {
                    let byte = history[history.count - distance]
                    plain.append(byte)
                    history.append(byte)
                }
            }
        }
        sendFragments(of: message, using: &random)
        events.append(.binary(plain))
    }

    private mutating func sendFragments(
        of message: [UInt8], using random: inout SeededGenerator
    ) {
        var rest = message[...]
        var first: UInt8 = 0x42
        while Int.random(in: 0..<3, using: &random) > 0 {
            let part = rest.prefix(Int.random(in: 0...rest.count, using: &random))
            send(frame: first, Array(part), using: &random)
            rest = rest.dropFirst(part.count)
            first = 0x00
            send(frame: 0x89, [1, 2, 3], using: &random)
            events.append(.ping([1, 2, 3]))
        }
        send(frame: first | 0x80, Array(rest), using: &random)
    }

    private mutating func send(
        frame first: UInt8, _ payload: [UInt8], using random: inout SeededGenerator
    ) {
        wire += TestFrame.bytes(
            first: first, payload, key: TestMessage.noise(4, using: &random))
    }
}
