package import Credentials
package import HTTPTypes

/// The answer to one request.
package struct Response: Sendable {
    package var status: HTTPResponse.Status
    package var fields: HTTPFields
    package var body: [UInt8]
    /// The origins besides the hub's from which the page's images come.
    package var imageOrigins: [String] = []

    package init(_ status: HTTPResponse.Status, fields: HTTPFields = [:], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    package static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status, fields: [.contentType: "text/plain; charset=utf-8"], body: Array(text.utf8))
    }

    package static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status, fields: [.contentType: "application/json", .cacheControl: "no-store"],
            body: bytes)
    }

    package static func redirect(to location: String) -> Response {
        Response(.seeOther, fields: [.location: location, .cacheControl: "no-store"])
    }

    package func adding(_ name: HTTPField.Name, _ value: String) -> Response {
        var response = self
        response.fields[name] = value
        return response
    }

    package func setting(_ cookie: SignInCookie) -> Response {
        var response = self
        for value in cookie.setValues {
            response.fields.append(HTTPField(name: .setCookie, value: value))
        }
        return response
    }
}
