import TestSupport
import WebSocket

/// Messages of a client: in fragments, with control frames between them.
struct TestConversation {
    private(set) var wire: [UInt8] = []
    private(set) var events: [WebSocketEvent] = []

    init(using random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            if Bool.random(using: &random) {
                let characters = "aé日🎉\u{0}~\u{FFFD}"
                let text = (0..<Int.random(in: 0...90, using: &random)).map { _ in
                    characters.randomElement(using: &random) ?? "a"
                }
                send(Array(String(text).utf8), opcode: 1, using: &random)
            } else {
                let count = Int.random(in: 0...300, using: &random)
                let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
                send(bytes, opcode: 2, using: &random)
            }
        }
    }

    private mutating func send(
        _ payload: [UInt8], opcode: UInt8, using random: inout SeededGenerator
    ) {
        var rest = payload[...]
        var opcodeNext = opcode
        while Int.random(in: 0..<3, using: &random) > 0 {
            let part = rest.prefix(Int.random(in: 0...rest.count, using: &random))
            send(frame: opcodeNext, Array(part), isFinal: false, using: &random)
            rest = rest.dropFirst(part.count)
            opcodeNext = 0
            if Bool.random(using: &random) { sendControl(using: &random) }
        }
        send(frame: opcodeNext, Array(rest), isFinal: true, using: &random)
        events.append(opcode == 1 ? .text(payload) : .binary(payload))
    }

    private mutating func sendControl(using random: inout SeededGenerator) {
        let payload = [UInt8](repeating: 0xFF, count: Int.random(in: 0...125, using: &random))
        let isPing = Bool.random(using: &random)
        send(frame: isPing ? 9 : 10, payload, isFinal: true, using: &random)
        events.append(isPing ? .ping(payload) : .pong(payload))
    }

    private mutating func send(
        frame opcode: UInt8, _ payload: [UInt8], isFinal: Bool, using random: inout SeededGenerator
    ) {
        let key = (0..<4).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        wire += TestFrame.bytes(opcode: opcode, payload, isFinal: isFinal, key: key)
    }
}
