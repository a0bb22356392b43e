import HTTP
import HTTPTypes
import URIText

/// Answers plain HTTP requests to a hub that has a certificate.
enum PlainText {
    /// Returns a redirect to the same address under `https`, or a refusal.
    ///
    /// - Parameter redirects: whether to redirect. Only `GET` and `HEAD` requests are redirected:
    ///   the client must know that content was sent unencrypted.
    static func answer(_ request: Request, redirects: Bool) -> Response {
        let isSafe = [.get, .head].contains(request.method)
        let target = request.head.request.path ?? "/"
        guard redirects, isSafe, !request.authority.isEmpty else {
            let problem = HTTPProblem(
                .badRequest, "This port speaks https; use an address that begins so.")
            return problem.document
        }
        // Status 308 keeps the method, and browsers may cache it (RFC 9110, section 15.4.9).
        return Response(
            .permanentRedirect,
            fields: [
                .location: "https://\(request.authority)\(PercentCoding.escapeIllegal(in: target))"
            ])
    }
}
