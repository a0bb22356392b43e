/// The head of a frame (RFC 6455, 5.2), which arrives byte by byte.
///
/// Checks the rules that need only the head itself, each at the first byte that can break it.
/// `MessageAssembly` checks the rules that depend on earlier frames.
///
/// Every idle connection has a head, so its fields are as small as possible.
struct FrameHead: Sendable {
    private enum Step: Sendable {
        case opcode
        case length
        /// The length is in the next two bytes.
        case extendedLength
        /// The length is in the next eight bytes.
        case longLength
        case key
        case complete
        /// No more frames are expected.
        case over
    }

    /// The length read so far, and later the number of payload bytes still to come.
    private var length: UInt64 = 0
    /// The key of the next payload byte. Applying it to bytes rotates it.
    var key = MaskingKey.none
    private var step = Step.opcode
    /// The number of bytes that the step still needs.
    private var bytesLeft: UInt8 = 0
    private(set) var opcode = Opcode.continuation
    /// The first byte.
    private var bits: UInt8 = 0

    /// Whether the frame is the last of its message.
    var isFinal: Bool { bits & 0x80 != 0 }

    /// Whether the frame begins a compressed message (RFC 7692, 6).
    var isCompressed: Bool { bits & 0x40 != 0 }

    /// The length of the payload that is still to come. Valid once the head `hasLength`.
    var payloadBytesLeft: Int { Int(length) }

    /// Whether everything but the masking key is known.
    var hasLength: Bool {
        switch step {
        case .opcode, .length, .extendedLength, .longLength, .over: false
        case .key, .complete: true
        }
    }

    /// Whether the next byte belongs to the payload or to the next frame.
    var isComplete: Bool { step == .complete }

    /// Whether no byte of the frame has arrived.
    var isAtStart: Bool { step == .opcode }

    /// Whether further input is ignored.
    var isOver: Bool { step == .over }

    /// Prepares for the next frame.
    mutating func reset() {
        self = FrameHead()
    }

    /// Ignores all further input.
    mutating func end() {
        step = .over
    }

    /// Subtracts received bytes from the length of the payload.
    mutating func received(payloadBytes count: Int) {
        length -= UInt64(count)
    }

    /// Reads the next byte of the head.
    ///
    /// - Parameters:
    ///   - role: The side that reads.
    ///   - takesCompressed: Whether both sides agreed to compress messages.
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
        // Bits without a meaning in an agreed extension have to be zero (5.2).
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
        // The first frame marks the whole message as compressed (RFC 7692, 6.1).
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
        // A length has to be in its shortest form.
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

/// The kind of a frame (RFC 6455, 5.2). All other values are reserved.
enum Opcode: UInt8, Sendable {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    /// Control frames are never fragmented and may stand between the fragments of a message (5.5).
    var isControl: Bool { rawValue & 0x8 != 0 }
}
