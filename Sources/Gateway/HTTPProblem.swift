package import HTTPTypes
import JSON

/// What a guest is told of a problem: the name of a template in `Public/problem/index.html`.
package enum GuestAdvice: String, Sendable {
    /// Nothing is at the address.
    case address
    /// A link or a ticket that leads to no place on the list.
    case link
    /// The phone has not opened its link yet.
    case place
}

/// What is wrong with a request, as a problem document (RFC 9457) for programs and as a page for
/// people.
package struct HTTPProblem: Error, Sendable {
    package var status: HTTPResponse.Status
    /// Says what is wrong and what to do.
    package var detail: String
    /// Where that kind of problem is described (RFC 9457, section 3.1.1): for programs that have to
    /// know it from others of the same status.
    package var type: String
    package var fields: HTTPFields
    /// What a person reads of it in the own language, where it may be a guest; `nil` for what only
    /// those meet who work with the hub.
    package var advice: GuestAdvice?

    package init(
        _ status: HTTPResponse.Status, _ detail: String, type: String = "about:blank",
        fields: HTTPFields = [:], advice: GuestAdvice? = nil
    ) {
        self.status = status
        self.detail = detail
        self.type = type
        self.fields = fields
        self.advice = advice
    }

    package static let notFound = HTTPProblem(
        .notFound, "There is nothing at this address.", advice: .address)

    /// Other changes wait for the disk already.
    package static let tooMuchToWrite = HTTPProblem(
        .serviceUnavailable, "Too much is to be written at once; try again in a moment.",
        fields: [.retryAfter: "1"])

    /// RFC 9110, section 9.1.
    package static let unknownMethod = HTTPProblem(
        .notImplemented, "No address here takes this method.")

    package static func methodNotAllowed(_ allowed: String) -> HTTPProblem {
        HTTPProblem(
            .methodNotAllowed, "This address takes \(allowed) only.", fields: [.allow: allowed])
    }

    /// What it is called where a person reads it.
    package var title: String { status == .unauthorized ? "Please sign in" : status.reasonPhrase }

    package var document: Response {
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
