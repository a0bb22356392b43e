import HTTP
import Transport

/// Writes a streamed answer: in chunks or, for HTTP/1.0, until the connection's end.
package final class ResponseBody {
    private weak var connection: Connection?
    private let isChunked: Bool

    init(connection: Connection, isChunked: Bool) {
        self.connection = connection
        self.isChunked = isChunked
    }

    /// Whether so much output waits that no more should be written.
    package var isCongested: Bool { connection?.isCongested ?? false }

    package func write(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        connection?.send(isChunked ? ResponseEncoder.chunk(bytes) : bytes)
    }

    package func finish() {
        if isChunked { connection?.send(ResponseEncoder.lastChunk) }
        connection?.finish()
    }

    package func abort() { connection?.abort() }
}
