package import Credentials
package import HTTP
package import HTTPTypes
package import Storage
import URIText

/// A complete request.
package struct Request: Sendable {
    var content = RequestContent()
    /// The devices whose tokens the request shows, with these tokens. Valid only during the call in
    /// which `RoutedRequest.identify` passes the request on.
    package var devices: [(secret: String, device: Device)] = []
    /// The content's share of the hub's account.
    var contentShare: ContentShare?
    /// Whether the request came over TLS.
    package let isSecure: Bool
    private let reading: HeadReading

    init(head: RequestHead, isSecure: Bool = false) {
        self.isSecure = isSecure
        reading = HeadReading(head, isSecure: isSecure)
    }

    package var head: RequestHead { reading.head }
    /// The whole content. Each access copies it if it came in several pieces.
    package var body: [UInt8] { content.bytes }
    /// Releases the content.
    package mutating func dropContent() { content = RequestContent() }

    package var method: HTTPRequest.Method { head.request.method }
    package var fields: HTTPFields { head.request.headerFields }
    package var query: QueryItems { reading.query }
    /// The authority that the client addressed: the host, and the port if there is one.
    package var authority: String { head.request.authority ?? "" }

    /// The percent-decoded segments of the path; `nil` if a segment can't be decoded, or if there
    /// are more segments than any address has.
    package var pathPieces: [String]? { reading.pathPieces }

    /// Whether a person's browser asks for a page, rather than a program for data: `Accept` prefers
    /// HTML to JSON.
    package var wantsPage: Bool { reading.wantsPage }

    package var prefersGzip: Bool { reading.prefersGzip }

    /// The browser's sign-ins.
    package var cookie: SignInCookie { reading.cookie }

    /// The device with this token, if the request shows it.
    package func device(of secret: String) -> Device? {
        devices.first { $0.secret == secret }?.device
    }

    /// Whether the request has an `Authorization` field. If so, its cookies are ignored.
    package var isByToken: Bool { !reading.authorizations.isEmpty }

    /// The secrets that the client presents: the one in `Authorization` or, without it, those in
    /// the cookies. They are not validated.
    package var secrets: [String] { reading.secrets }
}

/// The parts of a request's head, each parsed once, when it is first needed.
///
/// `@unchecked Sendable`: a request is used by one loop at a time, and moves to another through the
/// lock of that loop's inbox.
private final class HeadReading: @unchecked Sendable {
    private static let pathPieceCountMax = 32

    let head: RequestHead
    lazy var query = QueryItems(head.query)
    lazy var pathPieces = Self.pieces(of: head.path)
    lazy var wantsPage = Self.wantsPage(accept: fields[.accept])
    lazy var prefersGzip = AcceptedCodings(fields[.acceptEncoding]).prefers("gzip")
    lazy var cookie = SignInCookie(fields[values: .cookie], isSecure: isSecure)
    lazy var authorizations = fields[values: .authorization]
    lazy var secrets: [String] =
        switch authorizations.count {
        case 0: cookie.secrets
        case 1: BearerToken.read(authorizations[0]).map { [$0] } ?? []
        default: []
        }
    private let isSecure: Bool

    init(_ head: RequestHead, isSecure: Bool) {
        self.head = head
        self.isSecure = isSecure
    }

    private var fields: HTTPFields { head.request.headerFields }

    private static func pieces(of path: String) -> [String]? {
        let slash = UInt8(ascii: "/")
        var pieces: [String] = []
        pieces.reserveCapacity(4)
        var end = path.utf8.firstIndex(of: slash) ?? path.endIndex
        while end < path.endIndex {
            let start = path.utf8.index(after: end)
            end = path.utf8[start...].firstIndex(of: slash) ?? path.endIndex
            guard pieces.count < pathPieceCountMax,
                let piece = PercentCoding.decode(path[start..<end])
            else { return nil }
            pieces.append(piece)
        }
        return pieces
    }

    private static func wantsPage(accept: String?) -> Bool {
        guard let accept else { return false }
        let types = AcceptedTypes(accept)
        return types.quality(ofType: "text/html") > types.quality(ofType: "application/json")
    }
}

/// The token of an `Authorization` field (RFC 6750, section 2.1).
private enum BearerToken {
    /// The maximum size of the field. Tokens and tickets are shorter.
    private static let fieldBytesMax = 1_024
    private static let scheme = "bearer "

    /// Returns the token; `nil` if the field has none.
    static func read(_ authorization: String) -> String? {
        let bytes = authorization.utf8
        // The scheme is in any case of letters (RFC 9110, section 11.1).
        guard bytes.count <= fieldBytesMax,
            bytes.prefix(scheme.utf8.count).elementsEqual(scheme.utf8, by: { $0 | 0x20 == $1 })
        else { return nil }
        let token = bytes.dropFirst(scheme.utf8.count).drop { $0 == UInt8(ascii: " ") }
        return token.contains(UInt8(ascii: " ")) ? nil : String(Substring(token))
    }
}
