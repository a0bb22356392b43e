import HTTP
import HTTPTypes

/// One request, whole.
struct Request: Sendable {
    var head: RequestHead
    var body: [UInt8]
    /// Whether it came by TLS.
    var isSecure = false

    var method: HTTPRequest.Method { head.request.method }
    var fields: HTTPFields { head.request.headerFields }
    var query: QueryItems { QueryItems(head.query) }
    /// The authority that the client addressed: host and port.
    var authority: String { head.request.authority ?? "" }

    /// The path's pieces, percent-decoded; `nil` when one can't be decoded, or hides a slash.
    var pathPieces: [String]? {
        var pieces: [String] = []
        for piece in head.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            guard let decoded = PercentCoding.decode(piece) else { return nil }
            pieces.append(decoded)
        }
        return pieces
    }

    /// Whether a person's browser is asking for a page, rather than a program for data.
    var wantsPage: Bool {
        let types = AcceptedTypes(fields[.accept])
        return fields[.accept] != nil
            && types.quality(ofType: "text/html") > types.quality(ofType: "application/json")
    }

    var acceptsGzip: Bool {
        AcceptedCodings(fields[.acceptEncoding]).quality(of: "gzip") > 0
    }
}
