public import HTTPTypes
public import JSON

/// What a hub answered to one request.
public struct HTTPExchange: Sendable, Equatable {
    public var status: Int
    public var fields: HTTPFields
    public var body: [UInt8]

    /// The body as JSON; nil when it is none.
    public var json: JSON? { try? JSON(parsing: body) }

    /// What a refusal says: the `detail` or the `title` of a problem document (RFC 9457), or else
    /// the status's own words.
    var problemDetail: String {
        let problem = json
        return problem?["detail"]?.text ?? problem?["title"]?.text
            ?? HTTPResponse.Status(code: status).reasonPhrase
    }

    var refusal: ClientError { .refused(status: status, detail: problemDetail) }
}
