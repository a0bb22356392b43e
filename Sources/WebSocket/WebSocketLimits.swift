/// The limits of a decoder's storage for a peer (RFC 6455, 10.4). Exceeding one fails with 1009:
/// for received bytes at the frame's head, before any of its payload is stored, and for inflated
/// bytes while they are being inflated.
public struct WebSocketLimits: Hashable, Sendable {
    /// The longest message as it arrives, over all its fragments.
    public var messageBytesMax: Int
    /// The longest payload of a data frame. Control frames never hold more than 125 bytes.
    public var frameBytesMax: Int
    /// The most frames of a message.
    public var fragmentCountMax: Int
    /// The longest message after inflation.
    public var inflatedBytesMax: Int
    /// The most bytes that each compressed byte of a message may become, beyond
    /// `inflatedBytesFree`. JSON stays below 30; deflate can reach 1,032.
    public var inflateRatioMax: Int
    /// The most bytes that a compressed message may become at any ratio.
    public var inflatedBytesFree: Int

    /// - Parameter inflatedBytesMax: The same as `messageBytesMax` if `nil`.
    public init(
        messageBytesMax: Int = 65_536, frameBytesMax: Int = 65_536, fragmentCountMax: Int = 1_024,
        inflatedBytesMax: Int? = nil, inflateRatioMax: Int = 200, inflatedBytesFree: Int = 16_384
    ) {
        self.messageBytesMax = messageBytesMax
        self.frameBytesMax = frameBytesMax
        self.fragmentCountMax = fragmentCountMax
        self.inflatedBytesMax = inflatedBytesMax ?? messageBytesMax
        self.inflateRatioMax = inflateRatioMax
        self.inflatedBytesFree = inflatedBytesFree
    }

    /// 64 KiB for a message, inflated or not, and for a frame; 1,024 fragments; 16 KiB at any ratio
    /// and 200 times the compressed size beyond.
    public static let standard = Self()

    /// Returns the maximum inflated length of a compressed message of `count` bytes.
    func inflatedBytesMax(from count: Int) -> Int {
        let (product, isOver) = count.multipliedReportingOverflow(by: inflateRatioMax)
        let (sum, isOverToo) = product.addingReportingOverflow(inflatedBytesFree)
        return isOver || isOverToo ? inflatedBytesMax : min(inflatedBytesMax, sum)
    }
}
