extension WebSocketEncoder {
    /// Returns a text message, which has to be UTF-8. It is compressed if the connection has an
    /// agreement and the message becomes shorter. Clients pass a masking key, servers none.
    public static func text(
        _ payload: [UInt8], deflatedBy deflater: Deflater, under agreement: DeflateAgreement?,
        maskedBy key: UInt32? = nil
    ) -> [UInt8] {
        message(.text, payload, by: deflater, under: agreement, key: key)
    }

    /// Returns a binary message, compressed under the same conditions.
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

    /// Returns a compressed message, or `nil` if it should be sent uncompressed.
    static func deflatedFrame(
        _ opcode: Opcode, _ payload: [UInt8], by deflater: Deflater, windowBits: Int, key: UInt32?
    ) -> [UInt8]? {
        deflater.withDeflated(payload, windowBits: windowBits) { deflated in
            // The first reserved bit marks the message as compressed (RFC 7692, 6).
            frame(0xC0 | opcode.rawValue, deflated, key: key)
        }
    }
}
