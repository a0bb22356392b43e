/// Text messages of a server for many receivers.
///
/// The messages' frames are joined in one array: one without compression, and one for each agreed
/// window, which is nearly always the same. Each array is made when the first receiver needs it,
/// and shared by all.
public struct Broadcast {
    private let messages: [[UInt8]]
    private let longestBytes: Int
    private var plain: [UInt8]?
    /// The frames for the widest window.
    private var deflated: [UInt8]?
    /// The frames for narrower windows that are smaller than a message.
    private var narrower: [Int: [UInt8]] = [:]

    /// - Parameter messages: UTF-8, one array for each message.
    public init(texts messages: [[UInt8]]) {
        self.messages = messages
        longestBytes = messages.reduce(0) { max($0, $1.count) }
    }

    /// Returns the frames for a receiver with this agreement, or without one.
    public mutating func frames(
        for agreement: DeflateAgreement?, deflatedBy deflater: @autoclosure () -> Deflater
    ) -> [UInt8] {
        guard let agreement, longestBytes >= Deflater.deflatedBytesMin else { return plainFrames() }
        let windowBits = Deflater.windowBits(
            forMessageOf: longestBytes, agreed: agreement.serverWindowBits)
        let isWidest = windowBits == DeflateAgreement.windowBitsMost
        if let known = isWidest ? deflated : narrower[windowBits] { return known }
        let deflater = deflater()
        let frames = joined { message in
            WebSocketEncoder.deflatedFrame(
                .text, message, by: deflater, windowBits: windowBits, key: nil)
                ?? WebSocketEncoder.text(message)
        }
        if isWidest { deflated = frames } else { narrower[windowBits] = frames }
        return frames
    }

    private mutating func plainFrames() -> [UInt8] {
        if let plain { return plain }
        let frames = joined { WebSocketEncoder.text($0) }
        plain = frames
        return frames
    }

    private func joined(_ frame: ([UInt8]) -> [UInt8]) -> [UInt8] {
        if messages.count == 1 { return frame(messages[0]) }
        return messages.reduce(into: []) { $0 += frame($1) }
    }
}
