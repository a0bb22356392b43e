/// WebSocket (RFC 6455) as a codec without I/O: bytes in, events out.
///
/// The room has three doors. `WebSocketHandshake` reads and writes the opening handshake as values
/// of `HTTPTypes`; `WebSocketDecoder` turns the bytes that a peer sends into events;
/// `WebSocketEncoder` turns messages into bytes to send. None of them touches a socket, a clock or
/// a thread. Where both sides agree to compress messages (RFC 7692), an event loop has one
/// `Deflater`, one `Inflater` and one `InflateBudget` for all of its connections.
///
/// Nothing that a peer sends makes the decoder throw or trap. What breaks a rule becomes one
/// `WebSocketEvent.failed` with the close code that the RFC wants in answer, and nothing after it.
///
/// What the room refuses: unmasked frames from clients and masked ones from servers (5.1), reserved
/// bits and opcodes (5.2), lengths that are not the shortest form (5.2), control frames in
/// fragments or over 125 bytes (5.5), fragments out of order (5.4), close codes that must not be
/// sent (7.4), text that is not UTF-8 (8.1), extensions other than permessage-deflate (9),
/// compressed messages that were not agreed on or are damaged (RFC 7692, 6 and 7.2.2), and whatever
/// exceeds `WebSocketLimits` (10.4).
///
/// The decoder itself works through each byte once, in the order of arrival: a frame's payload is
/// unmasked and checked as it comes, and the room made for a message is at most twice what was
/// received of it. A compressed message is collected, and inflated when its last byte has come, so
/// that nothing but a context that was agreed on lives from one to the next. How the bytes were cut
/// into calls of `receive` does not show in the events.
///
/// A decoder belongs to one connection, so it can't be copied. While nothing is arriving it is
/// these few fields and no memory beside them.
public struct WebSocketDecoder: ~Copyable {
    private let rules: WebSocketRules
    private var inflation = Inflation.none
    private var control: [UInt8] = []
    private var events = EventQueue()
    private var head = FrameHead()
    private var message = MessageAssembly()

    /// A decoder for the side that plays `role`, without compression: a server's reads what clients
    /// send.
    public init(role: WebSocketRole, limits: WebSocketLimits = .standard) {
        self.init(
            limits == .standard
                ? .standard(for: role) : WebSocketRules(role: role, limits: limits))
    }

    /// A decoder that goes by `rules`, without compression.
    public init(_ rules: WebSocketRules) {
        self.rules = rules
    }

    /// A decoder of a connection on which both sides agreed to compress messages, or did not.
    ///
    /// - Parameters:
    ///   - agreement: the handshake's outcome; nil for none.
    ///   - inflater: what the connections of a loop share.
    ///   - context: what was reserved before the handshake. It is let go of when the connection is
    ///     over, and at once where the peer does not keep its context. Where the peer does and
    ///     there is none, the decoder makes one that no budget counts.
    public init(
        _ rules: WebSocketRules, deflate agreement: DeflateAgreement?, inflater: Inflater,
        context: InflateContext? = nil
    ) {
        self.rules = rules
        guard let agreement else { return }
        guard agreement.peerKeepsContext(of: rules.role) else {
            inflation = .apart(inflater)
            return
        }
        let context = context ?? InflateContext()
        context.begin(windowBits: agreement.peerWindowBits(of: rules.role))
        inflation = .inContext(context)
    }

    /// Takes in what arrived, in cuts of any kind. The bytes are not needed after the call.
    public mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        repeat {
            rest = rest.dropFirst(receiveOne(UnsafeRawBufferPointer(rebasing: rest)))
        } while !rest.isEmpty
    }

    /// Takes in what arrived up to the end of the next event, or all of it where there is none. For
    /// those who don't want to hold a hundred messages that unpack to much, when they can handle one.
    ///
    /// - Returns: how many bytes that were.
    public mutating func receiveOne(_ bytes: UnsafeRawBufferPointer) -> Int {
        var offset = 0
        let eventCount = events.count
        do throws(ProtocolViolation) {
            while offset < bytes.count, events.count == eventCount {
                // After a close or a failure, what arrives does not count (1.4).
                if head.isOver { return bytes.count }
                if head.isComplete {
                    let count = min(head.payloadBytesLeft, bytes.count - offset)
                    let part = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
                    try receivePayload(part)
                    offset += count
                } else {
                    try receiveHead(bytes[offset])
                    offset += 1
                }
            }
        } catch {
            end(with: .failed(error.code, error.reason))
            return bytes.count
        }
        return offset
    }

    /// The next event, in the order of the wire; nil until more bytes arrive, and for ever after a
    /// `close` or a `failed`.
    public mutating func next() -> WebSocketEvent? { events.removeFirst() }

    /// Whether nothing is arriving: what comes next begins a frame of a new message.
    public var isBetweenMessages: Bool { head.isAtStart && !message.isOpen }

    /// How many bytes of payload the decoder holds: of unfinished frames and messages, and of
    /// events that were not taken yet, each of which is looked at.
    public var bufferedBytes: Int {
        message.bytes.count + control.count + events.payloadBytes
    }

    private mutating func receiveHead(_ byte: UInt8) throws(ProtocolViolation) {
        let hadLength = head.hasLength
        try head.receive(byte, as: rules.role, takesCompressed: !inflation.isNone)
        // Order and sizes are judged here, before room is made for any of the payload.
        if head.hasLength, !hadLength, !head.opcode.isControl {
            try message.begin(head, within: rules.limits)
        }
        if head.isComplete, head.payloadBytesLeft == 0 { try endFrame() }
    }

    private mutating func receivePayload(
        _ part: UnsafeRawBufferPointer
    ) throws(ProtocolViolation) {
        if head.opcode.isControl {
            if control.isEmpty { control.reserveCapacity(head.payloadBytesLeft) }
            control.append(part, unmaskedBy: &head.key)
        } else {
            try message.append(part, unmaskedBy: &head.key, within: rules.limits)
        }
        head.received(payloadBytes: part.count)
        if head.payloadBytesLeft == 0 { try endFrame() }
    }

    private mutating func endFrame() throws(ProtocolViolation) {
        let payload = control
        control = []
        let (opcode, isFinal) = (head.opcode, head.isFinal)
        head.reset()
        switch opcode {
        case .ping: events.append(.ping(payload))
        case .pong: events.append(.pong(payload))
        case .close: end(with: try .close(payload: payload))
        case .continuation, .text, .binary:
            let whole = try message.endFrame(
                isFinal: isFinal, inflatingBy: inflation, within: rules.limits)
            if let whole { events.append(whole) }
        }
    }

    private mutating func end(with event: WebSocketEvent) {
        head.end()
        control = []
        message.discard()
        // A context is given back here, for somebody else to have.
        inflation = .none
        events.append(event)
    }
}
