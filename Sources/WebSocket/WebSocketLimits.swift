/// What a peer may ask a decoder to hold (RFC 6455, 10.4). What exceeds a limit fails with 1009, at
/// the frame's head and before any of its payload is stored.
public struct WebSocketLimits: Sendable {
    /// The longest message, over all of its fragments.
    public var messageBytesMax: Int
    /// The longest payload of one data frame. Control frames hold 125 bytes at most in any case.
    public var frameBytesMax: Int
    /// In how many frames a message may arrive.
    public var fragmentCountMax: Int

    public init(
        messageBytesMax: Int = 65_536, frameBytesMax: Int = 65_536, fragmentCountMax: Int = 1_024
    ) {
        self.messageBytesMax = messageBytesMax
        self.frameBytesMax = frameBytesMax
        self.fragmentCountMax = fragmentCountMax
    }

    /// 64 KiB for a message and for a frame, and 1,024 fragments.
    public static let standard = Self()
}
