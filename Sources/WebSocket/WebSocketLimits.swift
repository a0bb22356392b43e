/// What a peer may ask a decoder to hold (RFC 6455, 10.4). What exceeds a limit fails with 1009:
/// what arrives, at the frame's head and before any of its payload is stored; what a compressed
/// message becomes, while it is being inflated.
public struct WebSocketLimits: Hashable, Sendable {
    /// The longest message, over all of its fragments, as it arrives.
    public var messageBytesMax: Int
    /// The longest payload of one data frame. Control frames hold 125 bytes at most in any case.
    public var frameBytesMax: Int
    /// In how many frames a message may arrive.
    public var fragmentCountMax: Int
    /// The longest that a compressed message may become.
    public var inflatedBytesMax: Int
    /// How many bytes a compressed message may become for each of its own, beyond
    /// `inflatedBytesFree`. JSON stays below 30, and what a deflate stream can do ends at 1,032.
    public var inflateRatioMax: Int
    /// What a compressed message may become at any ratio.
    public var inflatedBytesFree: Int

    /// - Parameter inflatedBytesMax: as long as any other message where it is nil.
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

    /// The longest that a compressed message of `count` bytes may become.
    func inflatedBytesMax(from count: Int) -> Int {
        let (product, isOver) = count.multipliedReportingOverflow(by: inflateRatioMax)
        let (sum, isOverToo) = product.addingReportingOverflow(inflatedBytesFree)
        return isOver || isOverToo ? inflatedBytesMax : min(inflatedBytesMax, sum)
    }
}
