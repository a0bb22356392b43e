/// A server's text message for many receivers, in the forms that they take it in: plain, and
/// compressed for each window that was agreed on, which is nearly always the same. Each form is made
/// when the first receiver asks for it and shared by all who ask later.
///
/// `Chunk` is what the caller's transport shares between connections.
public struct BroadcastFrame<Chunk> {
    private let payload: [UInt8]
    private let wrap: ([UInt8]) -> Chunk
    private var plain: Chunk?
    /// The form for the widest window.
    private var deflated: Chunk?
    /// The forms for narrower windows that the message does not fit into.
    private var narrower: [Int: Chunk] = [:]

    /// - Parameters:
    ///   - payload: has to be UTF-8.
    ///   - wrap: makes a whole frame into what is shared.
    public init(text payload: [UInt8], wrap: @escaping ([UInt8]) -> Chunk) {
        self.payload = payload
        self.wrap = wrap
    }

    /// What goes to a receiver with this agreement, or without one.
    public mutating func chunk(
        for agreement: DeflateAgreement?, deflatedBy deflater: Deflater
    ) -> Chunk {
        guard let agreement, payload.count >= Deflater.deflatedBytesMin else { return plainChunk() }
        let windowBits = Deflater.windowBits(
            forMessageOf: payload.count, agreed: agreement.serverWindowBits)
        let isWidest = windowBits == DeflateAgreement.windowBitsMost
        if let known = isWidest ? deflated : narrower[windowBits] { return known }
        let frame = WebSocketEncoder.deflatedFrame(
            .text, payload, by: deflater, windowBits: windowBits, key: nil)
        // What would not become shorter is not tried again.
        let chunk = frame.map(wrap) ?? plainChunk()
        if isWidest { deflated = chunk } else { narrower[windowBits] = chunk }
        return chunk
    }

    private mutating func plainChunk() -> Chunk {
        if let plain { return plain }
        let chunk = wrap(WebSocketEncoder.text(payload))
        plain = chunk
        return chunk
    }
}
