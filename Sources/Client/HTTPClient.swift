import HTTP
public import HTTPTypes
public import JSON
import URIText

/// Sends requests to a hub over plain HTTP/1.1. Each request blocks its thread and has its own
/// connection.
public struct HTTPClient {
    /// The limits of answers. A snapshot of a very full evening is far below them.
    private static let limits = HTTPLimits(bodyBytesMax: 64 * 1_024 * 1_024)

    public let address: HubAddress
    private let token: String?
    private let timeout: Duration
    package let surroundings: any Surroundings

    /// - Parameters:
    ///   - address: The hub.
    ///   - token: A bearer token, or `nil` to send none.
    ///   - timeout: The timeout for connecting, and for each wait for more of the answer.
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

    /// Sends one request. Returns the answer whatever its status.
    ///
    /// - Parameter path: The path and query for the request line.
    public func perform(
        _ method: HTTPRequest.Method, _ path: String, fields: HTTPFields = [:], body: [UInt8] = []
    ) throws(ClientError) -> HTTPAnswer {
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
        return HTTPAnswer(head, body: try reader.body(timeout: timeout))
    }

    /// Returns the snapshot message of a view. Throws `refused` if the status is not 200.
    ///
    /// - Parameter rev: The revision of the wanted state; `nil` for the current one.
    public func view(
        _ view: String, venue: String, rev: Int? = nil
    ) throws(ClientError) -> JSON {
        let parts = view.split(separator: "?", maxSplits: 1).map(String.init)
        let path = Self.path(venue: venue, "views/" + Self.encode(path: parts.first ?? ""))
        let items = parts.dropFirst() + (rev.map { ["rev=\($0)"] } ?? [])
        let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
        let response = try perform(.get, path + query, fields: [.accept: "application/json"])
        guard response.status == 200 else { throw response.refusal }
        guard let message = response.json else { throw .violation("a view's answer is not JSON") }
        return message
    }

    /// Sends a `mutate` message and returns the `ack` or `reject`. Throws `refused` if the answer
    /// is neither.
    public func mutate(
        id: String, _ action: String, _ arguments: [String: JSON], ifRev: Int? = nil, venue: String
    ) throws(ClientError) -> MutationAnswer {
        let message = Self.mutation(id: id, action, arguments, ifRev: ifRev)
        let response = try perform(
            .post, Self.path(venue: venue, "mutations"),
            fields: [.contentType: "application/json"], body: message.canonical)
        guard let answer = response.json.flatMap(MutationAnswer.init) else {
            throw response.refusal
        }
        return answer
    }

    /// Returns a `mutate` message.
    package static func mutation(
        id: String, _ action: String, _ arguments: [String: JSON], ifRev: Int?
    ) -> JSON {
        JSON(present: [
            "type": "mutate", "id": .string(id), "action": .string(action),
            "args": .object(arguments), "ifRev": ifRev.map { JSON($0) },
        ])
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

    /// Returns `/v1/<venue>/<rest>`, without encoding `rest`.
    static func path(venue: String, _ rest: String) -> String {
        "/v1/\(PercentCoding.encode(venue))/\(rest)"
    }

    private static func encode(path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { PercentCoding.encode($0) }
            .joined(separator: "/")
    }
}
