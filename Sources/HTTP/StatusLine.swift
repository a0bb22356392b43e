import HTTPTypes

/// The first line of a response (RFC 9112 section 4).
struct StatusLine: Sendable {
    var status: HTTPResponse.Status
    var minorVersion: Int

    static func parse(_ line: ArraySlice<UInt8>) throws(HTTPFailure) -> StatusLine {
        // A space after the code is required even without a reason, but not all servers send it.
        let parts = line.split(
            separator: ASCII.space, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2 else {
            throw .malformed("The status line must be version, code and reason.")
        }
        let minorVersion = try HTTPVersion.minor(of: parts[0])
        guard parts[1].count == 3, parts[1].allSatisfy(ASCII.isDigit),
            let code = Int(String(decoding: parts[1], as: UTF8.self)), code >= 100
        else {
            throw .malformed("The status code must be three digits.")
        }
        let reason = parts.count == 3 ? parts[2] : []
        guard reason.allSatisfy(ASCII.isText) else {
            throw .malformed("The reason phrase must not hold control characters.")
        }
        // The bytes of a reason are Latin-1, as `HTTPResponse.Status` requires.
        var phrase = String.UnicodeScalarView()
        phrase.append(contentsOf: reason.map { Unicode.Scalar($0) })
        return StatusLine(
            status: HTTPResponse.Status(code: code, reasonPhrase: String(phrase)),
            minorVersion: minorVersion)
    }
}
