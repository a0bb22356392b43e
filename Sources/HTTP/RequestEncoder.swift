public import HTTPTypes
import URIText

/// Writes requests, for clients (RFC 9112 section 3).
public enum RequestEncoder {
    /// Returns the request line, the fields and the empty line.
    ///
    /// `Host` is written first, from the request's authority, unless the fields contain it. An
    /// empty path becomes `/`. Spaces, controls and non-ASCII bytes of the path are
    /// percent-encoded.
    public static func head(_ request: HTTPRequest) -> [UInt8] {
        var line = Array(request.method.rawValue.utf8)
        line.append(ASCII.space)
        appendTarget(request.path ?? "", to: &line)
        line.append(contentsOf: " HTTP/1.1".utf8)
        var fields = HTTPFields()
        if !request.headerFields.contains(.http1Host) {
            fields.append(HTTPField(name: .http1Host, value: request.authority ?? ""))
        }
        fields.append(contentsOf: request.headerFields)
        return MessageHead.encode(startLine: line, fields)
    }

    private static func appendTarget(_ target: String, to line: inout [UInt8]) {
        if target.isEmpty {
            line.append(ASCII.slash)
        }
        for byte in target.utf8 {
            if byte > ASCII.space, byte < 0x7F {
                line.append(byte)
            } else {
                PercentCoding.appendEscape(of: byte, to: &line)
            }
        }
    }
}
