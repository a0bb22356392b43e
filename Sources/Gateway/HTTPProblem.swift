package import HTTPTypes
package import JSON

/// The advice about a problem, on a page in the reader's language. The raw value names its texts in
/// `Public/problem`.
package enum ProblemAdvice: String, Sendable {
    /// There is nothing at the address.
    case address
    /// The page belongs to a board that the venue does not use.
    case unused
    /// The link or ticket does not lead to a place on the list.
    case link
    /// The phone has not opened its link yet.
    case place
    /// The browser is not signed in for the page. The problem has a command.
    case signIn
    /// The sign-in link was used before. The problem has a command.
    case usedLink
    /// The sign-in link has expired. The problem has a command.
    case expiredLink
    /// There is no such sign-in link. The problem has a command.
    case unknownLink
}

/// A problem with a request, which programs get as a problem document (RFC 9457) and people as a
/// page.
package struct HTTPProblem: Error, Sendable {
    package var status: HTTPResponse.Status
    /// A description of the problem and its remedy.
    package var detail: String
    /// The URI of the problem's type (RFC 9457, section 3.1.1), for problems that programs must
    /// distinguish from others with the same status.
    package var type: String
    /// Additional members (RFC 9457, section 3.2): the `code` of a board's problem.
    package var members: [String: JSON]
    package var fields: HTTPFields
    /// The advice on a page for people. Without it the page has `detail`, in English.
    package var advice: ProblemAdvice?
    /// The command that helps, for the page.
    package var command: String

    package init(
        _ status: HTTPResponse.Status, _ detail: String, type: String = "about:blank",
        members: [String: JSON] = [:], fields: HTTPFields = [:], advice: ProblemAdvice? = nil,
        command: String = ""
    ) {
        self.status = status
        self.detail = detail
        self.type = type
        self.members = members
        self.fields = fields
        self.advice = advice
        self.command = command
    }

    package static let notFound = HTTPProblem(
        .notFound, "There is nothing at this address.", advice: .address)

    /// Too many changes already wait for the disk.
    package static let tooMuchToWrite = HTTPProblem(
        .serviceUnavailable, "The hub has too much to write; try again in a moment.",
        fields: [.retryAfter: "1"])

    /// The answer to an unknown method (RFC 9110, section 9.1).
    package static let unknownMethod = HTTPProblem(
        .notImplemented, "No address here takes this method.")

    package static func methodNotAllowed(_ allowed: String) -> HTTPProblem {
        HTTPProblem(
            .methodNotAllowed, "This address takes \(allowed) only.", fields: [.allow: allowed])
    }

    /// The problem as a problem document (RFC 9457).
    package var document: Response {
        var body = members
        body["type"] = .string(type)
        body["title"] = .string(status.reasonPhrase)
        body["status"] = JSON(status.code)
        body["detail"] = .string(detail)
        var response = Response(status, fields: fields, body: JSON.object(body).canonical)
        response.fields[.contentType] = "application/problem+json"
        response.fields[.cacheControl] = "no-store"
        return response
    }
}

extension HTTPResponse.Status {
    /// Creates the status with this code, and with its phrase if boards use it.
    package init(ofBoard code: Int) {
        let known: [Self] = [
            .ok, .badRequest, .forbidden, .notFound, .conflict, .unsupportedMediaType,
            .unprocessableContent, .tooManyRequests, .serviceUnavailable, .gatewayTimeout,
        ]
        self = known.first { $0.code == code } ?? Self(code: code)
    }
}

extension HTTPFields {
    /// Sets the `Retry-After` field (RFC 9110, section 10.2.3). Rounds up to whole seconds, so that
    /// clients don't return too early.
    package mutating func retryAfter(milliseconds: Int64) {
        self[.retryAfter] = String((milliseconds + 999) / 1_000)
    }
}
