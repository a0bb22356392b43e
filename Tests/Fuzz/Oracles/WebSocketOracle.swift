import WebSocket

/// Checks the frames of a peer. An oracle is for one thread at a time, like its inflater.
final class WebSocketOracle {
    private static let limits = WebSocketLimits(
        messageBytesMax: 600, frameBytesMax: 300, fragmentCountMax: 8, inflatedBytesMax: 1_200)
    private static let server = WebSocketRules(role: .server, limits: limits)
    private static let client = WebSocketRules(role: .client, limits: limits)

    /// All inputs share an inflater, like the connections of a loop.
    private let inflater = Inflater()

    func check(_ input: [UInt8]) {
        guard let mode = input.first else { return }
        let cuts = Cuts(Array(input.dropFirst()))
        let rules = mode & 1 == 0 ? Self.server : Self.client
        let agreement: DeflateAgreement? =
            mode & 2 == 0
            ? nil
            : DeflateAgreement(
                serverKeepsContext: mode & 4 != 0, clientKeepsContext: mode & 4 != 0,
                serverWindowBits: 8 + Int(mode >> 5), clientWindowBits: 8 + Int(mode >> 5))
        let whole = events(of: [cuts.whole], rules, agreement)
        precondition(whole == events(of: cuts.pieces, rules, agreement), "the cuts show")
        for (index, event) in whole.enumerated() {
            Self.check(event, isLast: index == whole.count - 1)
        }
    }

    private static func check(_ event: WebSocketEvent, isLast: Bool) {
        switch event {
        case .text(let bytes):
            precondition(String(validating: bytes, as: UTF8.self) != nil, "a text is not UTF-8")
            precondition(bytes.count <= 1_200, "a message is longer than may be")
            checkRoundTrip(event, WebSocketEncoder.text(bytes, maskedBy: 0x0102_0304))
        case .binary(let bytes):
            precondition(bytes.count <= 1_200, "a message is longer than may be")
            checkRoundTrip(event, WebSocketEncoder.binary(bytes, maskedBy: 0xFFEE_0011))
        case .ping(let bytes):
            checkRoundTrip(event, WebSocketEncoder.ping(bytes, maskedBy: 7))
        case .pong(let bytes):
            checkRoundTrip(event, WebSocketEncoder.pong(bytes, maskedBy: 7))
        case .close(let code, let reason):
            precondition(code?.isSendable != false && isLast)
            checkRoundTrip(
                event, WebSocketEncoder.close(code, reason: reason, maskedBy: 0x8000_0000))
        case .failed(let code, let reason):
            precondition(code.isSendable && !reason.isEmpty && isLast, "a failure without a name")
        }
    }

    private static func checkRoundTrip(_ event: WebSocketEvent, _ frame: [UInt8]) {
        var decoder = WebSocketDecoder(role: .server)
        frame.withUnsafeBytes { decoder.receive($0) }
        precondition(decoder.next() == event, "what was accepted does not round-trip")
    }

    private func events(
        of pieces: [ArraySlice<UInt8>], _ rules: WebSocketRules, _ agreement: DeflateAgreement?
    ) -> [WebSocketEvent] {
        var decoder = WebSocketDecoder(rules, deflate: agreement, inflater: inflater)
        var events: [WebSocketEvent] = []
        for piece in pieces {
            piece.withUnsafeBytes { decoder.receive($0) }
            while let event = decoder.next() { events.append(event) }
            precondition(decoder.bufferedBytes <= 600 + 125, "more is held than may be")
        }
        return events
    }
}
