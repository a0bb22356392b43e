/// WebSocket (RFC 6455) as a codec without I/O: bytes in, events out.
///
/// The room has three doors. `WebSocketHandshake` reads and writes the opening handshake as values
/// of `HTTPTypes`; `WebSocketDecoder` turns the bytes that a peer sends into events;
/// `WebSocketEncoder` turns messages into bytes to send. None of them touches a socket, a clock or
/// a thread.
///
/// Nothing that a peer sends makes the decoder throw or trap. What breaks a rule becomes one
/// `WebSocketEvent.failed` with the close code that the RFC wants in answer, and nothing after it.
///
/// What the room refuses: unmasked frames from clients and masked ones from servers (5.1), reserved
/// bits and opcodes (5.2), lengths that are not the shortest form (5.2), control frames in
/// fragments or over 125 bytes (5.5), fragments out of order (5.4), close codes that must not be
/// sent (7.4), text that is not UTF-8 (8.1), extensions (9, none is negotiated), and whatever
/// exceeds `WebSocketLimits` (10.4).
///
/// The decoder itself works through each byte once, in the order of arrival: a frame's payload is
/// unmasked and checked as it comes, and the room made for a message is at most twice what was
/// received of it. How the bytes were cut into calls of `receive` does not show in the events.
public struct WebSocketDecoder: Sendable {
    private enum Stage: Sendable {
        /// Collecting the head of a frame.
        case head
        /// A frame's head was accepted; so many bytes of its payload are still to come.
        case payload(bytesLeft: Int)
        /// A close or a failure was found; what else arrives does not count (1.4).
        case over
    }

    private var stage = Stage.head
    private var head: FrameHead
    private var message: MessageAssembly
    private var control: [UInt8] = []
    private var events = EventQueue()

    /// A decoder for the side that plays `role`: a server's reads what clients send.
    public init(role: WebSocketRole, limits: WebSocketLimits = .standard) {
        head = FrameHead(role: role)
        message = MessageAssembly(limits: limits)
    }

    /// Takes in what arrived, in cuts of any kind. The bytes are not needed after the call.
    public mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        do throws(ProtocolViolation) {
            while offset < bytes.count {
                switch stage {
                case .head:
                    try receiveHead(bytes[offset])
                    offset += 1
                case .payload(let bytesLeft):
                    let count = min(bytesLeft, bytes.count - offset)
                    let part = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
                    try receivePayload(part, bytesLeft: bytesLeft)
                    offset += count
                case .over:
                    return
                }
            }
        } catch {
            end(with: .failed(error.code, error.reason))
        }
    }

    /// The next event, in the order of the wire; nil until more bytes arrive, and for ever after a
    /// `close` or a `failed`.
    public mutating func next() -> WebSocketEvent? { events.removeFirst() }

    /// How many bytes of payload the decoder holds: of unfinished frames and messages, and of
    /// events that were not taken yet.
    public var bufferedBytes: Int { message.bytes.count + control.count + events.payloadBytes }

    private mutating func receiveHead(_ byte: UInt8) throws(ProtocolViolation) {
        let hadLength = head.hasLength
        try head.receive(byte)
        // Order and sizes are judged here, before room is made for any of the payload.
        if head.hasLength, !hadLength, !head.opcode.isControl { try message.begin(head) }
        guard head.isComplete else { return }
        stage = .payload(bytesLeft: head.payloadBytes)
        if head.payloadBytes == 0 { try endFrame() }
    }

    private mutating func receivePayload(
        _ part: UnsafeRawBufferPointer, bytesLeft: Int
    ) throws(ProtocolViolation) {
        if head.opcode.isControl {
            if control.isEmpty { control.reserveCapacity(head.payloadBytes) }
            control.append(part, unmaskedBy: &head.key)
        } else {
            try message.append(part, unmaskedBy: &head.key)
        }
        stage = .payload(bytesLeft: bytesLeft - part.count)
        if bytesLeft == part.count { try endFrame() }
    }

    private mutating func endFrame() throws(ProtocolViolation) {
        let payload = control
        control = []
        stage = .head
        switch head.opcode {
        case .ping: events.append(.ping(payload))
        case .pong: events.append(.pong(payload))
        case .close: end(with: try .close(payload: payload))
        case .continuation, .text, .binary:
            if let event = try message.endFrame(isFinal: head.isFinal) { events.append(event) }
        }
        head.reset()
    }

    private mutating func end(with event: WebSocketEvent) {
        stage = .over
        control = []
        message.discard()
        events.append(event)
    }
}
