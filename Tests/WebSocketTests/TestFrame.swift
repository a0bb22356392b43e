/// Frames written by hand, including frames that the encoder never writes. They keep encoder and
/// decoder from confirming each other's mistakes.
enum TestFrame {
    static func bytes(
        opcode: UInt8, _ payload: [UInt8] = [], isFinal: Bool = true, key: [UInt8]? = nil
    ) -> [UInt8] {
        self.bytes(first: (isFinal ? 0x80 : 0) | opcode, payload, key: key)
    }

    /// - Parameter first: The frame's first byte, with its flags and opcode.
    static func bytes(first: UInt8, _ payload: [UInt8], key: [UInt8]? = nil) -> [UInt8] {
        var frame = [first]
        let maskBit: UInt8 = key == nil ? 0 : 0x80
        switch payload.count {
        case ...125: frame.append(maskBit | UInt8(payload.count))
        case ...65_535:
            frame.append(maskBit | 126)
            frame += [UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            frame.append(maskBit | 127)
            frame += (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        }
        guard let key else { return frame + payload }
        return frame + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
    }
}
