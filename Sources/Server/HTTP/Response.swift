import HTTPTypes
import JSON

/// The answer to one request.
struct Response: Sendable {
    var status: HTTPResponse.Status
    var fields: HTTPFields
    var body: [UInt8]

    init(_ status: HTTPResponse.Status, fields: HTTPFields = [:], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status, fields: [.contentType: "text/plain; charset=utf-8"], body: Array(text.utf8))
    }

    static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status, fields: [.contentType: "application/json", .cacheControl: "no-store"],
            body: bytes)
    }

    static func redirect(to location: String) -> Response {
        Response(.seeOther, fields: [.location: location, .cacheControl: "no-store"])
    }

    func adding(_ name: HTTPField.Name, _ value: String) -> Response {
        var response = self
        response.fields[name] = value
        return response
    }
}

/// What is wrong with a request, as a problem document (RFC 9457) for programs and as a page for
/// people.
struct Problem: Error, Sendable {
    var status: HTTPResponse.Status
    /// Says what is wrong and what to do.
    var detail: String
    /// Where that kind of problem is described (RFC 9457, section 3.1.1): for programs that have to
    /// know it from others of the same status.
    var type: String
    var fields: HTTPFields

    init(
        _ status: HTTPResponse.Status, _ detail: String, type: String = "about:blank",
        fields: HTTPFields = [:]
    ) {
        self.status = status
        self.detail = detail
        self.type = type
        self.fields = fields
    }

    static let notFound = Problem(.notFound, "There is nothing at this address.")

    /// Other changes wait for the disk already.
    static let tooMuchToWrite = Problem(
        .serviceUnavailable, "Too much is to be written at once; try again in a moment.",
        fields: [.retryAfter: "1"])

    /// RFC 9110, section 9.1.
    static let unknownMethod = Problem(.notImplemented, "No address here takes this method.")

    static func methodNotAllowed(_ allowed: String) -> Problem {
        Problem(
            .methodNotAllowed, "This address takes \(allowed) only.", fields: [.allow: allowed])
    }

    /// What it is called where a person reads it.
    var title: String { status == .unauthorized ? "Please sign in" : status.reasonPhrase }

    var document: Response {
        let body: JSON = [
            "type": .string(type), "title": .string(status.reasonPhrase),
            "status": JSON(status.code), "detail": .string(detail),
        ]
        var response = Response(status, fields: fields, body: body.canonical)
        response.fields[.contentType] = "application/problem+json"
        response.fields[.cacheControl] = "no-store"
        return response
    }
}
