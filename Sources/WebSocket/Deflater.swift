import CPlatform

/// Compresses messages, each apart from all others (RFC 7692, 7.2.1), so that one compressed
/// message serves every connection with the same agreement. One serves an event loop; it is for one
/// thread at a time. zlib's 256 KiB are taken up with the first message, and some more with each
/// narrower window that is asked for.
public final class Deflater {
    /// What is shorter goes as it is: of JSON with 190 bytes, compressing saves a fifth, which is
    /// less than the packet's own headers; from here on it saves a third and more.
    public static let deflatedBytesMin = 256

    /// zlib's third level takes the first one's time up to 4 KiB (23 µs) and a quarter more at
    /// 64 KiB (0.5 ms), for a tenth less bytes. The sixth, zlib's own choice, takes twice as long
    /// for another tenth.
    private static let level: Int32 = 3
    /// Each message ends with these many bytes that are known, so they are left out (7.2.1).
    private static let tailBytes = 4

    /// One for each window, the narrowest first.
    private var streams = [OpaquePointer?](
        repeating: nil,
        count: DeflateAgreement.windowBitsMost - DeflateAgreement.windowBitsLeast + 1)

    public init() {}

    deinit {
        for stream in streams { platform_deflater_free(stream) }
    }

    /// Which window a message of `count` bytes is compressed with under an agreement on
    /// `windowBits`: the widest where the message fits into what was agreed on, because then no
    /// reference can reach further back, and so all such agreements share what comes of it.
    static func windowBits(forMessageOf count: Int, agreed windowBits: Int) -> Int {
        count <= 1 << windowBits ? DeflateAgreement.windowBitsMost : windowBits
    }

    /// Hands the compressed form of `message` to `body`; nil where the message is to go as it is,
    /// because it is short or would not become shorter.
    func withDeflated<Result>(
        _ message: [UInt8], windowBits: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        guard message.count >= Self.deflatedBytesMin else { return nil }
        let windowBits = Self.windowBits(forMessageOf: message.count, agreed: windowBits)
        guard let stream = stream(windowBits: windowBits) else { return nil }
        // As much room as what just does not pay would take up.
        let capacity = message.count + Self.tailBytes
        return withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 16) { output in
            let count = platform_deflate(
                stream, message, message.count, output.baseAddress, capacity)
            guard count > 0 else { return nil }
            return body(UnsafeRawBufferPointer(rebasing: output[..<(count - Self.tailBytes)]))
        }
    }

    /// Nil where there is no memory, or no such window.
    private func stream(windowBits: Int) -> OpaquePointer? {
        let index = windowBits - DeflateAgreement.windowBitsLeast
        guard streams.indices.contains(index) else { return nil }
        if streams[index] == nil {
            streams[index] = platform_deflater_new(Self.level, Int32(windowBits))
        }
        return streams[index]
    }
}
