/// A WebSocket frame (RFC 6455, section 5.2), written and read without the hub's own codec.
struct RawFrame {
    var isFinal: Bool
    var opcode: UInt8
    var payload: [UInt8]

    var text: String { String(decoding: payload, as: UTF8.self) }

    /// The code of a close frame.
    var closeCode: Int? {
        payload.count < 2 ? nil : Int(payload[0]) << 8 | Int(payload[1])
    }

    static let text: UInt8 = 1
    static let binary: UInt8 = 2
    static let close: UInt8 = 8
    static let ping: UInt8 = 9
    static let pong: UInt8 = 10

    /// A client's frame.
    static func bytes(
        _ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, isMasked: Bool = true
    ) -> [UInt8] {
        let maskBit: UInt8 = isMasked ? 0x80 : 0
        var bytes = [(isFinal ? 0x80 : 0) | opcode]
        switch payload.count {
        case ..<126: bytes.append(maskBit | UInt8(payload.count))
        case ..<65_536:
            bytes += [maskBit | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default:
            bytes.append(maskBit | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
            }
        }
        guard isMasked else { return bytes + payload }
        let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
        return bytes + mask + payload.enumerated().map { $0.element ^ mask[$0.offset % 4] }
    }

    static func text(_ text: String) -> [UInt8] { bytes(Self.text, Array(text.utf8)) }

    /// Reads a server's frame, which is never masked.
    init(from connection: RawConnection) throws {
        let start = try connection.take(2)
        isFinal = start[0] & 0x80 != 0
        opcode = start[0] & 0x0F
        var count = Int(start[1])
        if count == 126 {
            count = try connection.take(2).reduce(0) { $0 << 8 | Int($1) }
        } else if count == 127 {
            count = try connection.take(8).reduce(0) { $0 << 8 | Int($1) }
        }
        payload = try connection.take(count)
    }
}
