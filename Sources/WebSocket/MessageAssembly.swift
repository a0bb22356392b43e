/// The data message that is arriving.
///
/// Checks the order of its fragments (RFC 6455, 5.4), its sizes (10.4) and the encoding of its text
/// (8.1).
///
/// Every idle connection has one, so its fields are as small as possible.
struct MessageAssembly: Sendable {
    private enum Kind: Sendable {
        case text
        case binary
        case compressedText
        case compressedBinary

        init(_ head: FrameHead) {
            switch (head.opcode, head.isCompressed) {
            case (.text, false): self = .text
            case (.text, true): self = .compressedText
            case (_, false): self = .binary
            case (_, true): self = .compressedBinary
            }
        }
    }

    /// The payload so far, unmasked but still compressed.
    private(set) var bytes: [UInt8] = []
    private var fragmentCount: UInt32 = 0
    private var validator = UTF8Validator()
    /// The kind of the open message, or `nil` between messages.
    private var kind: Kind?

    /// Whether a message has begun and not ended.
    var isOpen: Bool { kind != nil }

    /// Checks the head of a data frame before any of its payload is stored.
    mutating func begin(
        _ head: FrameHead, within limits: WebSocketLimits
    ) throws(ProtocolViolation) {
        switch (head.opcode, kind) {
        case (.continuation, nil):
            throw .protocolError("a continuation without a message to continue")
        case (.continuation, _): break
        case (_, .some): throw .protocolError("a new message inside a fragmented one")
        case (_, nil): kind = Kind(head)
        }
        guard head.payloadBytesLeft <= limits.frameBytesMax else {
            throw .messageTooBig("a frame is longer than \(limits.frameBytesMax) bytes")
        }
        guard head.payloadBytesLeft <= limits.messageBytesMax - bytes.count else {
            throw .messageTooBig("a message is longer than \(limits.messageBytesMax) bytes")
        }
        guard fragmentCount < limits.fragmentCountMax, fragmentCount < .max else {
            throw .messageTooBig("a message has more than \(limits.fragmentCountMax) fragments")
        }
        fragmentCount += 1
    }

    /// Appends a part of the frame's payload.
    mutating func append(
        _ part: UnsafeRawBufferPointer, unmaskedBy key: inout MaskingKey,
        within limits: WebSocketLimits
    ) throws(ProtocolViolation) {
        bytes.grow(for: part.count, upTo: limits.messageBytesMax)
        let start = bytes.count
        bytes.append(part, unmaskedBy: &key)
        guard kind == .text else { return }
        let isValid = bytes.withUnsafeBytes { all in
            validator.accept(UnsafeRawBufferPointer(rebasing: all[start...]))
        }
        guard isValid else { throw .textIsNotUTF8 }
    }

    /// Ends a frame. Returns the message if the frame was its last.
    mutating func endFrame(
        isFinal: Bool, inflatingBy inflation: Inflation, within limits: WebSocketLimits
    ) throws(ProtocolViolation) -> WebSocketEvent? {
        guard isFinal, let kind else { return nil }
        guard validator.isComplete else { throw .textEndsInsideCharacter }
        let whole = bytes
        discard()
        switch kind {
        case .text: return .text(whole)
        case .binary: return .binary(whole)
        case .compressedText:
            return .text(try inflation.inflate(whole, isText: true, within: limits))
        case .compressedBinary:
            return .binary(try inflation.inflate(whole, isText: false, within: limits))
        }
    }

    /// Drops the open message.
    mutating func discard() {
        self = MessageAssembly()
    }
}

extension [UInt8] {
    /// Reserves capacity for `needed` more bytes. Bytes that arrive together get an array of their
    /// size. For bytes that arrive in parts the capacity doubles, so that a peer that announces
    /// much and sends little uses little memory.
    mutating func grow(for needed: Int, upTo countMax: Int) {
        guard count + needed > capacity else { return }
        reserveCapacity(Swift.max(count + needed, Swift.min(2 * count, countMax)))
    }
}
