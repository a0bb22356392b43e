/// # The room `WebSocket`
///
/// WebSocket (RFC 6455) as a codec without I/O: bytes in, events out.
///
/// `WebSocketHandshake` reads and writes the opening handshake as values of `HTTPTypes`.
/// `WebSocketDecoder` turns a peer's bytes into events. `WebSocketEncoder` turns messages into
/// bytes. None of them uses a socket, a clock or a thread. For compressed messages (RFC 7692), an
/// event loop has one `Deflater`, one `Inflater` and one `InflateBudget` for all its connections.
///
/// The room refuses unmasked frames from clients and masked ones from servers (5.1), reserved bits
/// and opcodes (5.2), lengths that are not in the shortest form (5.2), control frames that are
/// fragmented or longer than 125 bytes (5.5), fragments out of order (5.4), close codes that must
/// not be sent (7.4), text that is not UTF-8 (8.1), extensions other than permessage-deflate (9),
/// compressed messages that were not agreed on or are damaged (RFC 7692, 6 and 7.2.2), and anything
/// above `WebSocketLimits` (10.4).

/// Decodes a peer's bytes into events.
///
/// Nothing that a peer sends makes the decoder throw or trap. A violation becomes one
/// `WebSocketEvent.failed` with the close code that the RFC requires, and no event follows it.
///
/// Each byte is processed once, in the order of arrival: payload is unmasked and checked as it
/// comes, and the memory for a message is at most twice what was received of it. A compressed
/// message is inflated when its last byte has come, so that only an agreed context lives from one
/// message to the next. The events don't depend on how the bytes were divided among calls of
/// `receive`.
///
/// A decoder belongs to one connection and can't be copied. While nothing is arriving, it consists
/// of its fields and needs no other memory.
public struct WebSocketDecoder: ~Copyable {
    private let rules: WebSocketRules
    private var inflation = Inflation.none
    private var control: [UInt8] = []
    private var events = EventQueue()
    private var head = FrameHead()
    private var message = MessageAssembly()

    /// Creates a decoder for the side `role`, without compression. A server's decoder reads what
    /// clients send.
    public init(role: WebSocketRole, limits: WebSocketLimits = .standard) {
        self.init(
            limits == .standard
                ? .standard(for: role) : WebSocketRules(role: role, limits: limits))
    }

    /// Creates a decoder with `rules`, without compression.
    public init(_ rules: WebSocketRules) {
        self.rules = rules
    }

    /// Creates a decoder for a connection whose sides may have agreed to compress messages.
    ///
    /// - Parameters:
    ///   - rules: The role and limits.
    ///   - agreement: The result of the handshake, or `nil` if messages are not compressed.
    ///   - inflater: The inflater that the connections of a loop share.
    ///   - context: The context that was reserved before the handshake. It is released when the
    /// connection ends, or at once if the peer does not keep its context. If the peer does and this
    /// is `nil`, the decoder creates a context that no budget counts.
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

    /// Processes received bytes, divided in any way. They are not needed after the call.
    public mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        repeat {
            rest = rest.dropFirst(receiveOne(UnsafeRawBufferPointer(rebasing: rest)))
        } while !rest.isEmpty
    }

    /// Processes received bytes up to the end of the next event, or all of them if they complete
    /// none. For callers that handle one message at a time, and must not hold a hundred that
    /// inflate to much more.
    ///
    /// - Returns: The number of processed bytes.
    public mutating func receiveOne(_ bytes: UnsafeRawBufferPointer) -> Int {
        var offset = 0
        let eventCount = events.count
        do throws(ProtocolViolation) {
            while offset < bytes.count, events.count == eventCount {
                // After a close or a failure, input is ignored (1.4).
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

    /// Returns the next event, in the order of the wire. Returns `nil` if more bytes are needed,
    /// and always after a `close` or a `failed`.
    public mutating func next() -> WebSocketEvent? { events.removeFirst() }

    /// Whether the next byte begins a new message or a control frame between messages.
    public var isBetweenMessages: Bool { head.isAtStart && !message.isOpen }

    /// The number of payload bytes that the decoder holds: those of unfinished frames and messages,
    /// and those of events that were not taken. Takes time proportional to the number of these
    /// events.
    public var bufferedBytes: Int {
        message.bytes.count + control.count + events.payloadBytes
    }

    private mutating func receiveHead(_ byte: UInt8) throws(ProtocolViolation) {
        let hadLength = head.hasLength
        try head.receive(byte, as: rules.role, takesCompressed: !inflation.isNone)
        // Checks order and sizes before anything is allocated for the payload.
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
        // Releases the context, so that another connection can have it.
        inflation = .none
        events.append(event)
    }
}
