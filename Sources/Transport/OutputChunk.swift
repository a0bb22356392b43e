/// Bytes to send that never change, shared by all connections that they go to.
public final class OutputChunk: Sendable {
    public let bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}
