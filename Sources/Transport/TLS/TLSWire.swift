import CPlatform

/// The memory between OpenSSL and the network: one for a loop, whose connections take turns with
/// it, so that an idle connection needs none.
final class TLSWire {
    static let inputBytesMax = 64 * 1024
    /// How much is encrypted at once.
    static let plainBytesMax = 64 * 1024
    /// The records of `plainBytesMax`, each of 16 KiB with at most 64 bytes around it, and room for
    /// what OpenSSL has to say itself.
    static let outputBytesMax = plainBytesMax + 8 * 1024

    /// Where the network's bytes are received.
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

    /// Offers the first `count` bytes of `inputBuffer`, in place of what was left.
    func offerInput(count: Int) {
        ends.input = UnsafePointer(inputBuffer.baseAddress?.assumingMemoryBound(to: UInt8.self))
        ends.input_count = count
    }

    /// Offers a copy of `bytes`, which are at most `inputBytesMax`.
    func offerInput(_ bytes: [UInt8]) {
        inputBuffer.copyBytes(from: bytes)
        offerInput(count: bytes.count)
    }

    /// What has not been taken of the input.
    var remainingInput: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: ends.input, count: ends.input_count)
    }

    /// How many records were read that held no application data, since this was last asked.
    func takeControlRecordCount() -> Int {
        defer { ends.control_records = 0 }
        return Int(ends.control_records)
    }

    /// What has to be sent.
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
