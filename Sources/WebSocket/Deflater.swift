import CPlatform

/// Compresses each message independently (RFC 7692, 7.2.1), so that one compressed message serves
/// every connection with the same agreement.
///
/// A deflater serves an event loop. Only one thread may use it at a time. zlib allocates 256 KiB
/// with the first message, and some more with each narrower window.
public final class Deflater {
    /// The shortest message that is compressed. Compressing 190 bytes of JSON saves a fifth, which
    /// is less than the packet's own headers. From 256 bytes on it saves at least a third.
    public static let deflatedBytesMin = 256

    /// Level 3 takes as long as level 1 up to 4 KiB (23 µs) and a quarter longer at 64 KiB (0.5
    /// ms), and saves a tenth of the bytes. Level 6, zlib's default, takes twice as long for
    /// another tenth.
    private static let level: Int32 = 3
    /// The number of known bytes at the end of each message, which are not sent (7.2.1).
    private static let tailBytes = 4

    /// A stream for each window, the narrowest first.
    private var streams = [OpaquePointer?](
        repeating: nil,
        count: DeflateAgreement.windowBitsMost - DeflateAgreement.windowBitsLeast + 1)

    public init() {}

    deinit {
        for stream in streams { platform_deflater_free(stream) }
    }

    /// Returns the window for a message of `count` bytes under an agreement on `windowBits`.
    ///
    /// A message that fits into the agreed window is compressed with the widest one. No reference
    /// can reach too far then, and all such agreements share the result.
    static func windowBits(forMessageOf count: Int, agreed windowBits: Int) -> Int {
        count <= 1 << windowBits ? DeflateAgreement.windowBitsMost : windowBits
    }

    /// Calls `body` with the compressed message. Returns `nil` if the message should be sent
    /// uncompressed, because it is short or would not become shorter.
    func withDeflated<Result>(
        _ message: [UInt8], windowBits: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        guard message.count >= Self.deflatedBytesMin else { return nil }
        let windowBits = Self.windowBits(forMessageOf: message.count, agreed: windowBits)
        guard let stream = stream(windowBits: windowBits) else { return nil }
        // A message that needs more room than this would not become shorter.
        let capacity = message.count + Self.tailBytes
        return withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 16) { output in
            let count = platform_deflate(
                stream, message, message.count, output.baseAddress, capacity)
            guard count > 0 else { return nil }
            return body(UnsafeRawBufferPointer(rebasing: output[..<(count - Self.tailBytes)]))
        }
    }

    /// Returns `nil` if there is no memory or no such window.
    private func stream(windowBits: Int) -> OpaquePointer? {
        let index = windowBits - DeflateAgreement.windowBitsLeast
        guard streams.indices.contains(index) else { return nil }
        if streams[index] == nil {
            streams[index] = platform_deflater_new(Self.level, Int32(windowBits))
        }
        return streams[index]
    }
}
