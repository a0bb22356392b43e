extension WebSocketEncoder {
    /// A text message, compressed where the connection has an agreement and it pays. The payload has
    /// to be UTF-8. A client's is masked; a server's has no key.
    public static func text(
        _ payload: [UInt8], deflatedBy deflater: Deflater, under agreement: DeflateAgreement?,
        maskedBy key: UInt32? = nil
    ) -> [UInt8] {
        message(.text, payload, by: deflater, under: agreement, key: key)
    }

    /// A binary message, in the same way.
    public static func binary(
        _ payload: [UInt8], deflatedBy deflater: Deflater, under agreement: DeflateAgreement?,
        maskedBy key: UInt32? = nil
    ) -> [UInt8] {
        message(.binary, payload, by: deflater, under: agreement, key: key)
    }

    private static func message(
        _ opcode: Opcode, _ payload: [UInt8], by deflater: Deflater,
        under agreement: DeflateAgreement?, key: UInt32?
    ) -> [UInt8] {
        let deflated = agreement.flatMap { agreement in
            deflatedFrame(
                opcode, payload, by: deflater,
                windowBits: key == nil ? agreement.serverWindowBits : agreement.clientWindowBits,
                key: key)
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
