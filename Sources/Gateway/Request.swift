package import Credentials
package import HTTP
package import HTTPTypes
package import Store
import URIText

/// One request, whole.
package struct Request: Sendable {
    package var body: [UInt8]
    /// The devices whose tokens it shows, by these, as of when they were looked up on this loop, in the
    /// same call (`RequestHandler.identify`).
    package var devices: [String: Device] = [:]
    /// Whether it came by TLS.
    package let isSecure: Bool
    private let reading: HeadReading

    init(head: RequestHead, body: [UInt8] = [], isSecure: Bool = false) {
        self.body = body
        self.isSecure = isSecure
        reading = HeadReading(head, isSecure: isSecure)
    }

    package var head: RequestHead { reading.head }
    package var method: HTTPRequest.Method { head.request.method }
    package var fields: HTTPFields { head.request.headerFields }
    package var query: QueryItems { reading.query }
    /// The authority that the client addressed: host and port.
    package var authority: String { head.request.authority ?? "" }

    /// The path's pieces, percent-decoded; `nil` when one can't be decoded, or hides a slash, or when
    /// there are more than any address has.
    package var pathPieces: [String]? { reading.pathPieces }

    /// Whether a person's browser is asking for a page, rather than a program for data.
    package var wantsPage: Bool { reading.wantsPage }

    package var acceptsGzip: Bool { reading.acceptsGzip }

    /// The sign-ins of the browser.
    package var cookie: SignInCookie { reading.cookie }

    /// Whether it says who asks by an `Authorization` field. Then its cookie does not count.
    package var isByToken: Bool { fields[.authorization] != nil }

    /// The secrets by which it says who asks: of the `Authorization` field, or else of the cookie. They
    /// may be anything.
    package var secrets: [String] { reading.secrets }
}

/// The parts of a request's head, each parsed once, when it is first needed.
///
/// `@unchecked Sendable`: a request is on one loop at a time, and moves to another one through the
/// lock of that loop's inbox.
private final class HeadReading: @unchecked Sendable {
    private static let pathPieceCountMax = 32

    let head: RequestHead
    lazy var query = QueryItems(head.query)
    lazy var pathPieces = Self.pieces(of: head.path)
    lazy var wantsPage = Self.wantsPage(accept: fields[.accept])
    lazy var acceptsGzip = AcceptedCodings(fields[.acceptEncoding]).quality(of: "gzip") > 0
    lazy var cookie = SignInCookie(fields[values: .cookie], isSecure: isSecure)
    lazy var secrets =
        if let authorization = fields[.authorization] {
            BearerToken.read(authorization).map { [$0] } ?? []
        } else { cookie.secrets }
    private let isSecure: Bool

    init(_ head: RequestHead, isSecure: Bool) {
        self.head = head
        self.isSecure = isSecure
    }

    private var fields: HTTPFields { head.request.headerFields }

    private static func pieces(of path: String) -> [String]? {
        let pieces = path.utf8.split(
            separator: UInt8(ascii: "/"), maxSplits: pathPieceCountMax + 1,
            omittingEmptySubsequences: false
        ).dropFirst()
        guard pieces.count <= pathPieceCountMax else { return nil }
        var decoded: [String] = []
        for piece in pieces {
            guard let text = PercentCoding.decode(Substring(piece)) else { return nil }
            decoded.append(text)
        }
        return decoded
    }

    private static func wantsPage(accept: String?) -> Bool {
        guard let accept else { return false }
        let types = AcceptedTypes(accept)
        return types.quality(ofType: "text/html") > types.quality(ofType: "application/json")
    }
}

/// The token of an `Authorization` field (RFC 6750, section 2.1).
private enum BearerToken {
    /// Longer than any token or ticket.
    private static let fieldBytesMax = 1_024

    /// `nil` when the field has none.
    static func read(_ authorization: String) -> String? {
        guard authorization.utf8.count <= fieldBytesMax else { return nil }
        let parts = authorization.utf8.split(separator: UInt8(ascii: " "))
        guard parts.count == 2, String(Substring(parts[0])).lowercased() == "bearer" else {
            return nil
        }
        return String(Substring(parts[1]))
    }
}
