public import HTTPTypes

/// Writes responses (RFC 9112 sections 4, 5 and 7).
///
/// It writes the fields that it is given, exactly and in order, and adds none: whoever answers says
/// how the content is framed. Field names and values can't hold a line end; `HTTPField` sees to it.
public enum ResponseEncoder {
    /// The status line, the fields and the empty line.
    /// - Parameter reasonPhrase: what goes in place of the status' own phrase. Characters that a
    ///   reason can't hold become spaces.
    public static func head(_ response: HTTPResponse, reasonPhrase: String? = nil) -> [UInt8] {
        let status = reasonPhrase.map {
            HTTPResponse.Status(code: response.status.code, reasonPhrase: $0)
        }
        return MessageHead.encode(
            startLine: startLine(status ?? response.status), response.headerFields)
    }

    /// `bytes` as one chunk; nothing at all for no bytes, as an empty chunk would end the body.
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

    /// What ends a chunked body that has no trailers.
    public static let lastChunk = Array("0\r\n\r\n".utf8)

    /// What tells a client that its content is welcome (RFC 9110 section 15.2.1).
    public static let continueInterim = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    private static func startLine(_ status: HTTPResponse.Status) -> [UInt8] {
        let code = status.code
        var line = Array("HTTP/1.1 ".utf8)
        line.append(contentsOf: [code / 100, code / 10 % 10, code % 10].map { UInt8($0) + 0x30 })
        line.append(ASCII.space)
        let phrase = status.reasonPhrase
        if phrase.utf8.allSatisfy({ $0 < 0x80 }) {
            line.append(contentsOf: phrase.utf8)
        } else {
            // Phrases are Latin-1: `HTTPResponse.Status` lets nothing else in.
            line.append(
                contentsOf: phrase.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        }
        return line
    }
}
