import WebSocket

/// Checks compression. An oracle is for one thread at a time, like its compressor and inflater. All
/// inputs share them, like the connections of a loop, so that no message may affect the next.
final class DeflateOracle {
    private static let mostBytes = 8_192
    private static let rules = WebSocketRules(
        role: .server,
        limits: WebSocketLimits(
            messageBytesMax: mostBytes, frameBytesMax: mostBytes, inflatedBytesMax: mostBytes,
            inflateRatioMax: 2_000))

    private let deflater = Deflater()
    private let inflater = Inflater()

    func check(_ input: [UInt8]) {
        guard let mode = input.first else { return }
        let rest = Array(input.dropFirst())
        let windowBits = 8 + Int(mode >> 3 & 7)
        if mode & 4 == 0 {
            // The message is repeated, so that it is long enough to be compressed and exceeds small
            // windows.
            var message = rest
            for _ in 0..<mode >> 6 { message += message }
            checkRoundTrip(message, windowBits: windowBits)
        } else {
            checkInflated(rest, windowBits: windowBits)
        }
    }

    private func checkRoundTrip(_ message: [UInt8], windowBits: Int) {
        let agreement = DeflateAgreement(clientWindowBits: windowBits)
        let frame = WebSocketEncoder.binary(
            message, deflatedBy: deflater, under: agreement, maskedBy: 0x0A0B_0C0D)
        var decoder = WebSocketDecoder(Self.rules, deflate: agreement, inflater: inflater)
        frame.withUnsafeBytes { decoder.receive($0) }
        precondition(decoder.next() == .binary(message), "a message does not come back as it was")
        precondition(decoder.next() == nil)
    }

    /// Checks a peer's compressed message. The first message of a context equals that of no
    /// context.
    private func checkInflated(_ payload: [UInt8], windowBits: Int) {
        // RSV1 marks a compressed message (RFC 7692, section 6).
        var frame = WebSocketEncoder.binary(payload, maskedBy: 0)
        frame[0] |= 0x40
        let apart = event(of: frame, DeflateAgreement())
        switch apart {
        case .binary(let bytes): precondition(bytes.count <= Self.mostBytes)
        case .failed(let code, let reason):
            precondition(code.isSendable && !reason.isEmpty, "a failure without a name")
        default: preconditionFailure("a compressed message became something else")
        }
        // A wider window than agreed decodes the same as a narrower one.
        let kept = event(
            of: frame,
            DeflateAgreement(clientKeepsContext: true, clientWindowBits: windowBits))
        if case .binary = kept { precondition(kept == apart, "the context shows") }
        precondition(kept == apart || windowBits < 15, "the context shows")
    }

    private func event(of frame: [UInt8], _ agreement: DeflateAgreement) -> WebSocketEvent? {
        var decoder = WebSocketDecoder(Self.rules, deflate: agreement, inflater: inflater)
        frame.withUnsafeBytes { decoder.receive($0) }
        return decoder.next()
    }
}
