public import HTTPTypes

/// Writes responses (RFC 9112 sections 4, 5 and 7).
///
/// Writes exactly the given fields, in order; the caller has to declare how the content is framed.
/// `HTTPField` ensures that names and values contain no line end.
public enum ResponseEncoder {
    /// Returns the status line, the fields and the empty line.
    ///
    /// - Parameter reasonPhrase: Replaces the status' own phrase. Characters that are not allowed
    ///   in it become spaces.
    public static func head(_ response: HTTPResponse, reasonPhrase: String? = nil) -> [UInt8] {
        let status = reasonPhrase.map {
            HTTPResponse.Status(code: response.status.code, reasonPhrase: $0)
        }
        return MessageHead.encode(
            startLine: startLine(status ?? response.status), response.headerFields)
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
        let code = status.code
        var line = Array("HTTP/1.1 ".utf8)
        for digit in [code / 100, code / 10 % 10, code % 10] { line.append(UInt8(digit) + 0x30) }
        line.append(ASCII.space)
        let phrase = status.reasonPhrase
        if phrase.utf8.allSatisfy({ $0 < 0x80 }) {
            line.append(contentsOf: phrase.utf8)
        } else {
            // Phrases are Latin-1; `HTTPResponse.Status` ensures it.
            line.append(
                contentsOf: phrase.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        }
        return line
    }
}
