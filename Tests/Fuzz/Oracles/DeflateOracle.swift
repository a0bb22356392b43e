import WebSocket

enum DeflateOracle {
    /// One for all inputs, as it is one for all connections of a loop. The fuzzer runs on one thread,
    /// and so does each test's replay of its own.
    private final class Loop {
        let deflater = Deflater()
        let inflater = Inflater()
    }

    static func check(_ input: [UInt8]) {
        guard let mode = input.first else { return }
        let loop = Loop()
        let agreement = DeflateAgreement(
            serverWindowBits: 8 + Int(mode & 7), clientWindowBits: 8 + Int(mode >> 3 & 7))
        // Repeated, so that it is long enough to be compressed, and reaches past small windows.
        let message = [[UInt8]](repeating: Array(input.dropFirst()), count: 1 + Int(mode >> 6) * 5)
            .flatMap(\.self)
        let frame = WebSocketEncoder.binary(
            message, deflatedBy: loop.deflater, under: agreement, maskedBy: 0x0A0B_0C0D)
        let rules = WebSocketRules(
            role: .server,
            limits: WebSocketLimits(
                messageBytesMax: 1_000_000, frameBytesMax: 1_000_000, inflateRatioMax: 2_000))
        var decoder = WebSocketDecoder(rules, deflate: agreement, inflater: loop.inflater)
        frame.withUnsafeBytes { decoder.receive($0) }
        precondition(decoder.next() == .binary(message), "a message does not come back as it was")
        precondition(decoder.next() == nil)
    }
}
