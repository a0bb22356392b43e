/// The head of a frame (RFC 6455, 5.2) while it arrives byte by byte, and once it is whole.
///
/// What the bytes prove by themselves is judged here, each rule at the first byte that proves it.
/// What depends on earlier frames is judged by `MessageAssembly`.
struct FrameHead: Sendable {
    private enum Step: Sendable {
        case opcode
        case length
        /// The length stands in so many more bytes, and a shorter form would do for one below
        /// `least`.
        case extendedLength(bytesLeft: Int, least: UInt64)
        case key(bytesLeft: Int)
        case complete
    }

    private let role: WebSocketRole
    private var step = Step.opcode
    private var keyBits: UInt32 = 0
    private var length: UInt64 = 0

    private(set) var isFinal = false
    private(set) var opcode = Opcode.continuation
    /// How long the payload is, once the head `hasLength`.
    private(set) var payloadBytes = 0
    /// What the payload is masked by; it turns with the bytes that it is applied to.
    var key = MaskingKey.none

    init(role: WebSocketRole) {
        self.role = role
    }

    /// Whether all but the masking key is known.
    var hasLength: Bool {
        switch step {
        case .opcode, .length, .extendedLength: false
        case .key, .complete: true
        }
    }

    /// Whether the next byte is the payload's, or the next frame's.
    var isComplete: Bool {
        if case .complete = step { true } else { false }
    }

    /// Makes ready for the next frame.
    mutating func reset() {
        self = FrameHead(role: role)
    }

    /// Takes in the head's next byte.
    mutating func receive(_ byte: UInt8) throws(ProtocolViolation) {
        switch step {
        case .opcode:
            try receiveOpcode(byte)
            step = .length
        case .length:
            try receiveLength(byte)
        case .extendedLength(let bytesLeft, let least):
            length = length << 8 | UInt64(byte)
            step = .extendedLength(bytesLeft: bytesLeft - 1, least: least)
            if bytesLeft == 1 { try endExtendedLength(least: least) }
        case .key(let bytesLeft):
            keyBits = keyBits << 8 | UInt32(byte)
            step = .key(bytesLeft: bytesLeft - 1)
            if bytesLeft == 1 { endKey() }
        case .complete: break
        }
    }

    private mutating func receiveOpcode(_ byte: UInt8) throws(ProtocolViolation) {
        // An extension that gives a reserved bit a meaning is negotiated in the handshake (9), and
        // none is: each of the three has to be zero (5.2).
        guard byte & 0x70 == 0 else { throw .protocolError("a reserved bit is set") }
        guard let opcode = Opcode(rawValue: byte & 0x0F) else {
            throw .protocolError("the opcode is reserved")
        }
        isFinal = byte & 0x80 != 0
        guard isFinal || !opcode.isControl else {
            throw .protocolError("a control frame is fragmented")
        }
        self.opcode = opcode
    }

    private mutating func receiveLength(_ byte: UInt8) throws(ProtocolViolation) {
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
        case 126: step = .extendedLength(bytesLeft: 2, least: 126)
        case 127: step = .extendedLength(bytesLeft: 8, least: 65_536)
        default: endLength(Int(short))
        }
    }

    private mutating func endExtendedLength(least: UInt64) throws(ProtocolViolation) {
        guard length >= least else {
            throw .protocolError("a length is not in its shortest form")
        }
        guard let count = Int(exactly: length) else {
            throw .protocolError("the top bit of a length is set")
        }
        endLength(count)
    }

    private mutating func endLength(_ count: Int) {
        payloadBytes = count
        step = role == .server ? .key(bytesLeft: 4) : .complete
    }

    private mutating func endKey() {
        key = MaskingKey(keyBits)
        step = .complete
    }
}
