/// The data message that is arriving: the order of its fragments (RFC 6455, 5.4), its sizes (10.4)
/// and its text's encoding (8.1).
struct MessageAssembly: Sendable {
    private enum Kind: Sendable {
        case text
        case binary
    }

    private let limits: WebSocketLimits
    /// What the open message is; nil between messages.
    private var kind: Kind?
    private var fragmentCount = 0
    private var validator = UTF8Validator()
    /// The open message's payload so far.
    private(set) var bytes: [UInt8] = []

    init(limits: WebSocketLimits) {
        self.limits = limits
    }

    /// Judges a data frame by its head, before any of its payload is taken in.
    mutating func begin(_ head: FrameHead) throws(ProtocolViolation) {
        switch (head.opcode, kind) {
        case (.continuation, nil):
            throw .protocolError("a continuation without a message to continue")
        case (.continuation, _): break
        case (_, .some): throw .protocolError("a new message inside a fragmented one")
        case (let opcode, nil): kind = opcode == .text ? .text : .binary
        }
        fragmentCount += 1
        guard head.payloadBytes <= limits.frameBytesMax else {
            throw .messageTooBig("a frame is longer than \(limits.frameBytesMax) bytes")
        }
        guard head.payloadBytes <= limits.messageBytesMax - bytes.count else {
            throw .messageTooBig("a message is longer than \(limits.messageBytesMax) bytes")
        }
        guard fragmentCount <= limits.fragmentCountMax else {
            throw .messageTooBig("a message has more than \(limits.fragmentCountMax) fragments")
        }
    }

    /// Takes in a part of the payload of the frame that was begun.
    mutating func append(
        _ part: UnsafeRawBufferPointer, unmaskedBy key: inout MaskingKey
    ) throws(ProtocolViolation) {
        makeRoom(for: part.count)
        let start = bytes.count
        bytes.append(part, unmaskedBy: &key)
        guard kind == .text else { return }
        let isValid = bytes.withUnsafeBytes { all in
            validator.accept(UnsafeRawBufferPointer(rebasing: all[start...]))
        }
        guard isValid else { throw .invalidPayload("a text is not UTF-8") }
    }

    /// Ends a frame; gives the message when this was its last.
    mutating func endFrame(isFinal: Bool) throws(ProtocolViolation) -> WebSocketEvent? {
        guard isFinal, let kind else { return nil }
        guard validator.isComplete else {
            throw .invalidPayload("a text ends inside a character")
        }
        let whole = bytes
        discard()
        return kind == .text ? .text(whole) : .binary(whole)
    }

    /// Forgets the open message.
    mutating func discard() {
        kind = nil
        bytes = []
        fragmentCount = 0
        validator = UTF8Validator()
    }

    /// A message that arrives at once gets one array of its size. One that arrives in parts grows
    /// by doubling, so that a peer which announces much and sends little binds little.
    private mutating func makeRoom(for count: Int) {
        let needed = bytes.count + count
        guard needed > bytes.capacity else { return }
        bytes.reserveCapacity(max(needed, min(2 * bytes.count, limits.messageBytesMax)))
    }
}
