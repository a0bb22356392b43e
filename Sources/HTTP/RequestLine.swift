import HTTPTypes

/// The first line of a request: method, target and version, separated by single spaces (RFC 9112
/// section 3). The RFC allows other white space too, but that has been used to smuggle requests.
struct RequestLine: Sendable {
    var method: HTTPRequest.Method
    var target: RequestTarget
    var minorVersion: Int

    static func parse(_ line: ArraySlice<UInt8>) throws(HTTPFailure) -> RequestLine {
        guard let first = line.firstIndex(of: ASCII.space),
            let second = line[(first + 1)...].firstIndex(of: ASCII.space),
            first > line.startIndex, second > first + 1, second + 1 < line.endIndex,
            !line[(second + 1)...].contains(ASCII.space)
        else {
            throw .malformed(
                "The request line must be method, target and version with single spaces between.")
        }
        let method = try method(line[..<first])
        let minorVersion = try HTTPVersion.minor(of: line[(second + 1)...])
        if method == .connect {
            throw HTTPFailure(status: .notImplemented, message: "This server is not a proxy.")
        }
        let target = try RequestTarget.parse(line[(first + 1)..<second], method: method)
        return RequestLine(method: method, target: target, minorVersion: minorVersion)
    }

    private static func method(
        _ token: ArraySlice<UInt8>
    ) throws(HTTPFailure) -> HTTPRequest.Method {
        // The most common method needs no new value.
        if token.elementsEqual("GET".utf8) { return .get }
        guard let method = HTTPRequest.Method(String(decoding: token, as: UTF8.self)) else {
            throw .malformed("The request method must be a token.")
        }
        return method
    }

    /// Parses the method and the beginning of the target of a line that is too long. Returns `nil`
    /// if they can't be read.
    static func parse(cutOff line: [UInt8]) -> RequestLine? {
        let parts = line.split(separator: ASCII.space, maxSplits: 1)
        guard parts.count == 2,
            let method = HTTPRequest.Method(String(decoding: parts[0], as: UTF8.self)),
            let target = try? RequestTarget.parse(parts[1], method: method)
        else { return nil }
        return RequestLine(method: method, target: target, minorVersion: 1)
    }
}
