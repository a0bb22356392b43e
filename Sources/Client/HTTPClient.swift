import HTTP
public import HTTPTypes
public import JSON

/// Asks a hub over plain HTTP/1.1: one connection for each request, one thread, blocking.
public struct HTTPClient {
    /// The longest body that is taken: a snapshot of a very full evening is far below it.
    private static let limits = HTTPLimits(bodyBytesMax: 64 * 1_024 * 1_024)

    public let address: HubAddress
    private let token: String?
    private let timeout: Duration
    private let surroundings: any Surroundings

    /// - Parameters:
    ///   - token: sent as a bearer token; nil to ask without one.
    ///   - timeout: for connecting, and then for each wait for more of the answer.
    public init(_ address: HubAddress, token: String?, timeout: Duration = .seconds(10)) {
        self.init(address, token: token, timeout: timeout, in: SystemSurroundings())
    }

    init(
        _ address: HubAddress, token: String?, timeout: Duration = .seconds(10),
        in surroundings: any Surroundings
    ) {
        self.address = address
        self.token = token
        self.timeout = timeout
        self.surroundings = surroundings
    }

    /// Asks once. Every status is an answer; what throws is that there was none.
    /// - Parameter path: with the query, as it stands in the request line.
    public func perform(
        _ method: HTTPRequest.Method, _ path: String, fields: HTTPFields = [:], body: [UInt8] = []
    ) throws(ClientError) -> HTTPExchange {
        let stream = try surroundings.connect(to: address, timeout: timeout)
        defer { stream.close() }
        var request = Self.request(method, path, at: address, token: token, fields: fields)
        request.headerFields[.connection] = "close"
        if !body.isEmpty || method == .post || method == .put || method == .patch {
            request.headerFields[.contentLength] = String(body.count)
        }
        try stream.write(RequestEncoder.head(request) + body)
        var reader = ResponseReader(stream, requestMethod: method, limits: Self.limits)
        let head = try reader.head(timeout: timeout)
        return HTTPExchange(head, body: try reader.body(timeout: timeout))
    }

    /// The snapshot message of a view.
    ///
    /// Throws `refused` when the hub does not answer 200.
    /// - Parameter rev: to see it as it was after that revision; nil as it is.
    public func view(
        _ view: String, venue: String, rev: Int? = nil
    ) throws(ClientError) -> JSON {
        let path = Self.path(venue: venue, "views/" + Self.encode(path: view))
        let query = rev.map { "?rev=\($0)" } ?? ""
        let exchange = try perform(.get, path + query, fields: [.accept: "application/json"])
        guard exchange.status == 200 else { throw exchange.refusal }
        guard let message = exchange.json else { throw .violation("a view's answer is no JSON") }
        return message
    }

    /// Asks for a mutation by one `mutate` message; answers what came of it, an `ack` or a `reject`.
    ///
    /// Throws `refused` when the answer is neither.
    public func mutate(
        id: String, _ action: String, _ arguments: [String: JSON], ifRev: Int? = nil, venue: String
    ) throws(ClientError) -> MutationAnswer {
        let message = MutationMessage(id: id, action: action, arguments: arguments, ifRev: ifRev)
        let exchange = try perform(
            .post, Self.path(venue: venue, "mutations"),
            fields: [.contentType: "application/json"], body: message.json.canonical)
        guard let answer = exchange.json.flatMap(MutationAnswer.init) else {
            throw exchange.refusal
        }
        return answer
    }

    static func request(
        _ method: HTTPRequest.Method, _ path: String, at address: HubAddress, token: String?,
        fields: HTTPFields
    ) -> HTTPRequest {
        var fields = fields
        if let token { fields[.authorization] = "Bearer \(token)" }
        return HTTPRequest(
            method: method, scheme: "http", authority: address.authority, path: path,
            headerFields: fields)
    }

    /// `/v1/<venue>/<rest>`, with `rest` as it is.
    static func path(venue: String, _ rest: String) -> String {
        "/v1/\(PercentCoding.encode(venue))/\(rest)"
    }

    private static func encode(path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { PercentCoding.encode($0) }
            .joined(separator: "/")
    }
}
