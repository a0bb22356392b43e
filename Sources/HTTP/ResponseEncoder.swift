public import HTTPTypes

/// Writes responses (RFC 9112 sections 4, 5 and 7).
///
/// Writes exactly the given fields, in order; the caller has to declare how the content is framed.
/// `HTTPField` ensures that names and values contain no line end.
public enum ResponseEncoder {
    /// Returns the status line, the fields and the empty line.
    public static func head(_ response: HTTPResponse) -> [UInt8] {
        MessageHead.encode(startLine: startLine(response.status), response.headerFields)
    }

    /// Returns `bytes` as one chunk. Returns nothing if they are empty, because an empty chunk
    /// would end the body.
    public static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        var chunk: [UInt8] = []
        chunk.reserveCapacity(bytes.count + 20)
        chunk.append(contentsOf: String(bytes.count, radix: 16).utf8)
        chunk.append(contentsOf: "\r\n".utf8)
        chunk.append(contentsOf: bytes)
        chunk.append(contentsOf: "\r\n".utf8)
        return chunk
    }

    /// The end of a chunked body without trailers.
    public static let lastChunk = Array("0\r\n\r\n".utf8)

    /// The response that tells a client to send its content (RFC 9110 section 15.2.1).
    public static let continueInterim = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    private static func startLine(_ status: HTTPResponse.Status) -> [UInt8] {
        var line = Array("HTTP/1.1 ".utf8)
        line.reserveCapacity(48)
        line.append(contentsOf: String(1_000 + status.code).utf8.dropFirst())
        line.append(ASCII.space)
        // Phrases are Latin-1; `HTTPResponse.Status` ensures it.
        for scalar in status.reasonPhrase.unicodeScalars {
            line.append(UInt8(truncatingIfNeeded: scalar.value))
        }
        return line
    }
}
