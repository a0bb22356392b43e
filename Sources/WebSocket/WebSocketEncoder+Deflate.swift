extension WebSocketEncoder {
    /// A server's text message, compressed where the connection has an agreement and it pays. The
    /// payload has to be UTF-8.
    public static func text(
        _ payload: [UInt8], deflatedBy deflater: Deflater, under agreement: DeflateAgreement?
    ) -> [UInt8] {
        message(
            .text, payload, by: deflater, windowBits: agreement?.serverWindowBits, key: nil)
    }

    /// A client's text message, compressed where the connection has an agreement and it pays. The
    /// payload has to be UTF-8.
    public static func text(
        _ payload: [UInt8], deflatedBy deflater: Deflater, under agreement: DeflateAgreement?,
        maskedBy key: UInt32
    ) -> [UInt8] {
        message(
            .text, payload, by: deflater, windowBits: agreement?.clientWindowBits, key: key)
    }

    /// A server's binary message, compressed where the connection has an agreement and it pays.
    public static func binary(
        _ payload: [UInt8], deflatedBy deflater: Deflater, under agreement: DeflateAgreement?
    ) -> [UInt8] {
        message(
            .binary, payload, by: deflater, windowBits: agreement?.serverWindowBits, key: nil)
    }

    /// A client's binary message, compressed where the connection has an agreement and it pays.
    public static func binary(
        _ payload: [UInt8], deflatedBy deflater: Deflater, under agreement: DeflateAgreement?,
        maskedBy key: UInt32
    ) -> [UInt8] {
        message(
            .binary, payload, by: deflater, windowBits: agreement?.clientWindowBits, key: key)
    }

    private static func message(
        _ opcode: Opcode, _ payload: [UInt8], by deflater: Deflater, windowBits: Int?, key: UInt32?
    ) -> [UInt8] {
        let deflated = windowBits.flatMap {
            deflatedFrame(opcode, payload, by: deflater, windowBits: $0, key: key)
        }
        return deflated ?? frame(opcode, payload, key: key)
    }

    /// A compressed message; nil where it is to go as it is.
    static func deflatedFrame(
        _ opcode: Opcode, _ payload: [UInt8], by deflater: Deflater, windowBits: Int, key: UInt32?
    ) -> [UInt8]? {
        deflater.withDeflated(payload, windowBits: windowBits) { deflated in
            // The first of the reserved bits says that the message is compressed (RFC 7692, 6).
            frame(0xC0 | opcode.rawValue, deflated, key: key)
        }
    }
}
