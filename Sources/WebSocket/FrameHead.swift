/// The head of a frame (RFC 6455, 5.2) while it arrives byte by byte, and once it is whole.
///
/// What the bytes prove by themselves is judged here, each rule at the first byte that proves it.
/// What depends on earlier frames is judged by `MessageAssembly`.
///
/// Every idle connection holds one of these, so no field is wider than it has to be.
struct FrameHead: Sendable {
    private enum Step: Sendable {
        case opcode
        case length
        /// The length stands in two bytes more.
        case extendedLength
        /// The length stands in eight bytes more.
        case longLength
        case key
        case complete
        /// No frame comes any more.
        case over
    }

    /// The length as far as it was read; from then on, how much of the payload is still to come.
    private var length: UInt64 = 0
    /// What the payload is masked by; it turns with the bytes that it is applied to.
    var key = MaskingKey.none
    private var step = Step.opcode
    /// How many bytes the step still needs, where it has several.
    private var bytesLeft: UInt8 = 0
    private(set) var opcode = Opcode.continuation
    /// The first byte.
    private var bits: UInt8 = 0

    /// Whether the frame is the last of its message.
    var isFinal: Bool { bits & 0x80 != 0 }

    /// Whether the frame begins a compressed message (RFC 7692, 6).
    var isCompressed: Bool { bits & 0x40 != 0 }

    /// How long the payload is, or what is left of it, once the head `hasLength`.
    var payloadBytesLeft: Int { Int(length) }

    /// Whether all but the masking key is known.
    var hasLength: Bool {
        switch step {
        case .opcode, .length, .extendedLength, .longLength, .over: false
        case .key, .complete: true
        }
    }

    /// Whether the next byte is the payload's, or the next frame's.
    var isComplete: Bool { step == .complete }

    /// Whether nothing of the frame has arrived.
    var isAtStart: Bool { step == .opcode }

    /// Whether what still arrives does not count.
    var isOver: Bool { step == .over }

    /// Makes ready for the next frame.
    mutating func reset() {
        self = FrameHead()
    }

    /// Has no frame follow.
    mutating func end() {
        step = .over
    }

    /// Counts off a part of the payload.
    mutating func received(payloadBytes count: Int) {
        length -= UInt64(count)
    }

    /// Takes in the head's next byte.
    ///
    /// - Parameters:
    ///   - role: of the side that reads.
    ///   - takesCompressed: whether both sides agreed to compress messages.
    mutating func receive(
        _ byte: UInt8, as role: WebSocketRole, takesCompressed: Bool
    ) throws(ProtocolViolation) {
        switch step {
        case .opcode:
            try receiveOpcode(byte, takesCompressed: takesCompressed)
            step = .length
        case .length:
            try receiveLength(byte, as: role)
        case .extendedLength, .longLength:
            length = length << 8 | UInt64(byte)
            bytesLeft -= 1
            if bytesLeft == 0 { try endExtendedLength(as: role) }
        case .key:
            key.append(byte)
            bytesLeft -= 1
            if bytesLeft == 0 { step = .complete }
        case .complete, .over: break
        }
    }

    private mutating func receiveOpcode(
        _ byte: UInt8, takesCompressed: Bool
    ) throws(ProtocolViolation) {
        // The bits that no extension gives a meaning to have to be zero (5.2).
        guard byte & (takesCompressed ? 0x30 : 0x70) == 0 else {
            throw .protocolError("a reserved bit is set")
        }
        guard let opcode = Opcode(rawValue: byte & 0x0F) else {
            throw .protocolError("the opcode is reserved")
        }
        bits = byte
        guard isFinal || !opcode.isControl else {
            throw .protocolError("a control frame is fragmented")
        }
        // RFC 7692, 6.1: it is the message that is compressed, and its first frame says so.
        guard !isCompressed || opcode == .text || opcode == .binary else {
            throw .protocolError("a frame that begins no message is marked as compressed")
        }
        self.opcode = opcode
    }

    private mutating func receiveLength(
        _ byte: UInt8, as role: WebSocketRole
    ) throws(ProtocolViolation) {
        let isMasked = byte & 0x80 != 0
        switch role {
        case .server where !isMasked: throw .protocolError("a client's frame is not masked")
        case .client where isMasked: throw .protocolError("a server's frame is masked")
        case .server, .client: break
        }
        let short = byte & 0x7F
        guard short <= 125 || !opcode.isControl else {
            throw .protocolError("a control frame is longer than 125 bytes")
        }
        switch short {
        case 126: expect(2, for: .extendedLength)
        case 127: expect(8, for: .longLength)
        default:
            length = UInt64(short)
            endLength(as: role)
        }
    }

    private mutating func endExtendedLength(as role: WebSocketRole) throws(ProtocolViolation) {
        // What two bytes can say does not stand in eight, nor what one can say in two.
        guard length >= (step == .longLength ? 65_536 : 126) else {
            throw .protocolError("a length is not in its shortest form")
        }
        guard Int(exactly: length) != nil else {
            throw .protocolError("the top bit of a length is set")
        }
        endLength(as: role)
    }

    private mutating func endLength(as role: WebSocketRole) {
        switch role {
        case .server: expect(4, for: .key)
        case .client: step = .complete
        }
    }

    private mutating func expect(_ count: UInt8, for step: Step) {
        bytesLeft = count
        self.step = step
    }
}
