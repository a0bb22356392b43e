import CPlatform

/// Inflates messages (RFC 7692, 7.2.2).
///
/// An inflater serves all connections of an event loop whose peers compress each message
/// independently, because it keeps nothing between messages. Only one thread may use it at a time.
/// zlib allocates 40 KiB with the first message.
public final class Inflater {
    /// The bytes that the sender removes from the end of each message (7.2.2).
    private static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]
    /// The number of bytes inflated at a time. A limit may be exceeded by this much before it is
    /// noticed.
    private static let chunkBytes = 16_384

    private let windowBits: Int
    private var stream: OpaquePointer?

    public convenience init() {
        self.init(windowBits: DeflateAgreement.windowBitsMost)
    }

    init(windowBits: Int) {
        self.windowBits = windowBits
    }

    deinit { platform_inflater_free(stream) }

    /// Inflates a message that does not refer to earlier ones.
    func inflateApart(
        _ message: [UInt8], isText: Bool, within limits: WebSocketLimits
    ) throws(ProtocolViolation) -> [UInt8] {
        if let stream { platform_inflater_reset(stream) }
        return try inflateNext(message, isText: isText, within: limits)
    }

    /// Inflates a message that may refer to earlier ones.
    func inflateNext(
        _ message: [UInt8], isText: Bool, within limits: WebSocketLimits
    ) throws(ProtocolViolation) -> [UInt8] {
        guard let stream = started() else { throw .noMemory }
        var inflated = InflatedMessage(
            isText: isText, bytesMax: limits.inflatedBytesMax(from: message.count))
        let fault = withUnsafeTemporaryAllocation(byteCount: Self.chunkBytes, alignment: 16) {
            chunk in
            Self.inflate(message, by: stream, through: chunk, into: &inflated)
                ?? Self.inflate(Self.tail, by: stream, through: chunk, into: &inflated)
        }
        if let fault { throw fault }
        guard platform_inflater_is_between_blocks(stream) == 1 else {
            throw .invalidPayload("a compressed message ends inside a block")
        }
        return try inflated.end()
    }

    private func started() -> OpaquePointer? {
        if stream == nil { stream = platform_inflater_new(Int32(windowBits)) }
        return stream
    }

    /// Inflates `bytes`. Returns the violation if there is one.
    private static func inflate(
        _ bytes: [UInt8], by stream: OpaquePointer,
        through chunk: UnsafeMutableRawBufferPointer, into inflated: inout InflatedMessage
    ) -> ProtocolViolation? {
        bytes.withUnsafeBufferPointer { input in
            var next = input.baseAddress
            var bytesLeft = input.count
            while true {
                var written = 0
                let result = platform_inflate(
                    stream, &next, &bytesLeft, chunk.baseAddress, chunk.count, &written)
                let part = UnsafeRawBufferPointer(rebasing: chunk[..<written])
                if let fault = inflated.append(part) { return fault }
                switch result {
                case PLATFORM_INFLATE_DONE: return nil
                case PLATFORM_INFLATE_FULL: continue
                case PLATFORM_INFLATE_NO_MEMORY: return .noMemory
                // RFC 7692 names no code. 1007 means that data is "not consistent with the type of
                // the message" (RFC 6455, 7.4.1), here with one that is marked as compressed. 1002
                // would say that the frames are wrong, which they are not.
                default: return .invalidPayload("a compressed message is damaged")
                }
            }
        }
    }
}
