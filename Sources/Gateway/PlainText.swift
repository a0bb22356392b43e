import HTTP
import HTTPTypes
import URIText

/// What somebody gets who speaks plain HTTP to a hub that has a certificate.
enum PlainText {
    /// - Parameter redirects: whether it is sent to the same address under `https`; otherwise it
    ///   is told to go there. A request with content is always told: it was sent in the open, and
    ///   whoever sent it should know.
    static func answer(_ request: Request, redirects: Bool) -> Response {
        let isSafe = [.get, .head].contains(request.method)
        let target = request.head.request.path ?? "/"
        guard redirects, isSafe, !request.authority.isEmpty else {
            let problem = HTTPProblem(
                .badRequest, "This port speaks https; use an address that begins so.")
            return problem.document
        }
        // 308 keeps the method, and is kept by browsers (RFC 9110 section 15.4.9).
        return Response(
            .permanentRedirect,
            fields: [
                .location: "https://\(request.authority)\(PercentCoding.escapeIllegal(in: target))"
            ])
    }
}
