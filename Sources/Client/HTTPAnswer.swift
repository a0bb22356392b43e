public import HTTPTypes
public import JSON

/// A hub's answer to one request.
public struct HTTPAnswer: Sendable, Equatable {
    public var status: Int
    /// The phrase of the status line, which may be empty.
    public var reasonPhrase: String
    public var fields: HTTPFields
    public var body: [UInt8]

    init(_ head: HTTPResponse, body: [UInt8]) {
        status = head.status.code
        reasonPhrase = head.status.reasonPhrase
        fields = head.headerFields
        self.body = body
    }

    /// The body as JSON, or `nil` if it is not JSON.
    public var json: JSON? { try? JSON(parsing: body) }

    /// The explanation of a refusal: the `detail` or `title` of a problem document (RFC 9457), or
    /// else the phrase of the status line.
    var problemDetail: String {
        let problem = json
        return problem?["detail"]?.text ?? problem?["title"]?.text
            ?? (reasonPhrase.isEmpty ? "no reason was given" : reasonPhrase)
    }

    var refusal: ClientError { .refused(status: status, detail: problemDetail) }
}
