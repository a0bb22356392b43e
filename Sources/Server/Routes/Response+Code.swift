import Gateway
import HTTPTypes
import JSON
import QRCode

extension Response {
    /// Returns an image of the QR code that leads a phone to a path of this hub, such as `/t/…`.
    ///
    /// - Throws: 409 if no other device can reach the hub, 414 if its address is too long.
    static func code(
        of path: String, for request: Request, _ context: HubContext
    ) throws(HTTPProblem) -> Response {
        guard let origin = context.outsideOrigin(for: request) else {
            throw HTTPProblem(
                .conflict, "No phone reaches this hub: it answers on its own machine only.")
        }
        guard let code = QRCode(origin + path) else {
            throw HTTPProblem(.uriTooLong, "The address of the hub is too long for a QR code.")
        }
        return Response(
            .ok, fields: [.contentType: "image/svg+xml", .cacheControl: "no-store"],
            body: Array(code.svg().utf8))
    }

    /// Returns a guest's ticket and its address for other devices, or for this machine if no other
    /// device can reach the hub.
    static func ticket(
        _ ticket: String, for request: Request, _ context: HubContext
    ) -> Response {
        let own = "\(request.isSecure ? "https" : "http")://\(request.authority)"
        let origin = context.outsideOrigin(for: request) ?? own
        let answer: JSON = ["ticket": .string(ticket), "url": .string("\(origin)/t/\(ticket)")]
        return .json(answer.canonical)
    }
}
