import CPlatform

/// The buffers between OpenSSL and the network. A loop has one, which its connections use in turns,
/// so that an idle connection needs no buffer.
final class TLSWire {
    static let inputBytesMax = 64 * 1024
    /// The most bytes that are encrypted at once.
    static let plainBytesMax = 64 * 1024
    /// Room for the records of `plainBytesMax`, each of 16 KiB with at most 64 bytes of overhead,
    /// and for OpenSSL's own records.
    static let outputBytesMax = plainBytesMax + 8 * 1024

    /// The buffer into which the network's bytes are received.
    let inputBuffer: UnsafeMutableRawBufferPointer
    private let outputBuffer: UnsafeMutableRawBufferPointer
    private var ends: platform_tls_wire

    init(outputBytesMax: Int = TLSWire.outputBytesMax) {
        inputBuffer = .allocate(byteCount: TLSWire.inputBytesMax, alignment: 16)
        outputBuffer = .allocate(byteCount: outputBytesMax, alignment: 16)
        ends = platform_tls_wire(
            input: nil, input_count: 0,
            output: outputBuffer.baseAddress?.assumingMemoryBound(to: UInt8.self),
            output_count: 0, output_capacity: outputBuffer.count, takes_left: 0,
            control_records: 0)
    }

    deinit {
        inputBuffer.deallocate()
        outputBuffer.deallocate()
    }

    /// Offers the first `count` bytes of `inputBuffer`, replacing what was left of the input.
    func offerInput(count: Int) {
        ends.input = UnsafePointer(inputBuffer.baseAddress?.assumingMemoryBound(to: UInt8.self))
        ends.input_count = count
    }

    /// Offers a copy of `bytes`, of which there are at most `inputBytesMax`.
    func offerInput(_ bytes: [UInt8]) {
        inputBuffer.copyBytes(from: bytes)
        offerInput(count: bytes.count)
    }

    /// The input that was not taken.
    var remainingInput: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: ends.input, count: ends.input_count)
    }

    /// Returns the number of records without application data that were read since the last call.
    func takeControlRecordCount() -> Int {
        defer { ends.control_records = 0 }
        return Int(ends.control_records)
    }

    /// The bytes to send.
    var output: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: outputBuffer[..<ends.output_count])
    }

    func clearOutput() {
        ends.output_count = 0
    }

    func withEnds<Result>(_ body: (UnsafeMutablePointer<platform_tls_wire>) -> Result) -> Result {
        body(&ends)
    }
}
