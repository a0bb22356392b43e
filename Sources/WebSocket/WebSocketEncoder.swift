/// Writes frames (RFC 6455, 5.2). Every message is a single frame in its own array.
///
/// Servers don't mask their frames, so one array serves every connection.
///
/// Clients mask each frame with a new key from a strong source of randomness (5.3, 10.3). The first
/// byte of the key on the wire is its highest byte.
public enum WebSocketEncoder {
    /// The longest payload of a control frame (5.5).
    private static let controlBytesMax = 125

    /// Returns a text message, which has to be UTF-8.
    public static func text(_ payload: [UInt8], maskedBy key: UInt32? = nil) -> [UInt8] {
        frame(.text, payload, key: key)
    }

    /// Returns a binary message.
    public static func binary(_ payload: [UInt8], maskedBy key: UInt32? = nil) -> [UInt8] {
        frame(.binary, payload, key: key)
    }

    /// Returns a ping. Drops payload beyond 125 bytes.
    public static func ping(_ payload: [UInt8], maskedBy key: UInt32? = nil) -> [UInt8] {
        frame(.ping, Array(payload.prefix(controlBytesMax)), key: key)
    }

    /// Returns a pong. Its payload should be that of the ping; bytes beyond 125 are dropped.
    public static func pong(_ payload: [UInt8], maskedBy key: UInt32? = nil) -> [UInt8] {
        frame(.pong, Array(payload.prefix(controlBytesMax)), key: key)
    }

    /// Returns a close frame. The reason is truncated to whole characters within 123 bytes. Without
    /// a code, or with one that must not be sent, the frame is empty, because a reason needs a code
    /// (5.5.1).
    public static func close(
        _ code: WebSocketCloseCode?, reason: String = "", maskedBy key: UInt32? = nil
    ) -> [UInt8] {
        frame(.close, closePayload(code, reason: reason), key: key)
    }

    private static func closePayload(_ code: WebSocketCloseCode?, reason: String) -> [UInt8] {
        guard let code, code.isSendable else { return [] }
        var payload = [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)]
        for character in reason {
            guard payload.count + character.utf8.count <= controlBytesMax else { break }
            payload.append(contentsOf: character.utf8)
        }
        return payload
    }

    static func frame(_ opcode: Opcode, _ payload: [UInt8], key: UInt32?) -> [UInt8] {
        payload.withUnsafeBytes { frame(0x80 | opcode.rawValue, $0, key: key) }
    }

    /// - Parameter first: The frame's first byte, with its reserved bits and opcode.
    static func frame(
        _ first: UInt8, _ payload: UnsafeRawBufferPointer, key: UInt32?
    ) -> [UInt8] {
        let headBytesMax = 14
        return [UInt8](unsafeUninitializedCapacity: headBytesMax + payload.count) { buffer, count in
            let frame = UnsafeMutableRawBufferPointer(buffer)
            frame[0] = first
            count = writeLength(payload.count, isMasked: key != nil, to: frame)
            if let key {
                frame.storeBytes(of: key.bigEndian, toByteOffset: count, as: UInt32.self)
                count += 4
            }
            let body = UnsafeMutableRawBufferPointer(
                rebasing: frame[count..<count + payload.count])
            body.copyMemory(from: payload)
            if let key {
                var masking = MaskingKey(key)
                masking.apply(to: body)
            }
            count += payload.count
        }
    }

    /// Writes the length in its shortest form and returns the offset after it (5.2).
    private static func writeLength(
        _ length: Int, isMasked: Bool, to frame: UnsafeMutableRawBufferPointer
    ) -> Int {
        let maskBit: UInt8 = isMasked ? 0x80 : 0
        if length <= 125 {
            frame[1] = maskBit | UInt8(length)
            return 2
        }
        if let short = UInt16(exactly: length) {
            frame[1] = maskBit | 126
            frame.storeBytes(of: short.bigEndian, toByteOffset: 2, as: UInt16.self)
            return 4
        }
        frame[1] = maskBit | 127
        frame.storeBytes(of: UInt64(length).bigEndian, toByteOffset: 2, as: UInt64.self)
        return 10
    }
}
