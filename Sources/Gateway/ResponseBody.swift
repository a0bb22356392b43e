import HTTP
import Transport

/// Where a streamed answer is written to: in chunks, or until the connection's end for HTTP/1.0.
package final class ResponseBody {
    private weak var connection: Connection?
    private let isChunked: Bool

    init(connection: Connection, isChunked: Bool) {
        self.connection = connection
        self.isChunked = isChunked
    }

    /// What was written waits for its reader.
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
