public import HTTPTypes
public import JSON

/// What a hub answered to one request.
public struct HTTPExchange: Sendable, Equatable {
    public var status: Int
    /// The status line's own words; may be empty.
    public var reasonPhrase: String
    public var fields: HTTPFields
    public var body: [UInt8]

    init(_ head: HTTPResponse, body: [UInt8]) {
        status = head.status.code
        reasonPhrase = head.status.reasonPhrase
        fields = head.headerFields
        self.body = body
    }

    /// The body as JSON; nil when it is none.
    public var json: JSON? { try? JSON(parsing: body) }

    /// What a refusal says: the `detail` or the `title` of a problem document (RFC 9457), or else
    /// the status's own words.
    var problemDetail: String {
        let problem = json
        return problem?["detail"]?.text ?? problem?["title"]?.text
            ?? (reasonPhrase.isEmpty ? "no reason was given" : reasonPhrase)
    }

    var refusal: ClientError { .refused(status: status, detail: problemDetail) }
}
