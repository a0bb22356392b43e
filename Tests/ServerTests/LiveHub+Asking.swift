import JSON
import Sync
import Testing

extension LiveHub {
    /// Returns a complete request as text.
    func request(
        _ method: String, _ path: String, as role: Role? = nil, _ fields: [String: String] = [:],
        body: String? = nil, keepsAlive: Bool = true
    ) throws -> String {
        var fields = fields
        fields["Host"] = fields["Host"] ?? authority
        if let role { fields["Authorization"] = "Bearer \(try token(role))" }
        if !keepsAlive { fields["Connection"] = "close" }
        if let body { fields["Content-Length"] = "\(body.utf8.count)" }
        let lines = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
        return "\(method) \(path) HTTP/1.1\r\n\(lines.joined())\r\n\(body ?? "")"
    }

    /// Sends one request on its own connection.
    func ask(
        _ method: String, _ path: String, as role: Role? = nil, _ fields: [String: String] = [:],
        body: String? = nil
    ) throws -> RawAnswer {
        let connection = try RawConnection(self)
        try connection.send(
            request(method, path, as: role, fields, body: body, keepsAlive: false))
        let answer = try connection.answer(isToHead: method == "HEAD")
        // Except for pages, rejections and the first system's addresses, each refusal is a problem
        // document.
        if answer.status >= 400, method != "HEAD",
            answer["content-type"]?.hasPrefix("text/html") != true,
            answer.json?["type"] != "reject", !path.hasPrefix("/api")
        {
            #expect(answer.isProblem, "\(method) \(path): \(answer.status) \(answer.text)")
        }
        return answer
    }

    func get(
        _ path: String, as role: Role? = nil, _ fields: [String: String] = [:]
    ) throws -> RawAnswer {
        try ask("GET", path, as: role, fields)
    }

    /// Gets the document that a page requests when it is opened.
    ///
    /// - Parameter path: the page's own address.
    func document(of path: String, _ fields: [String: String] = [:]) throws -> RawAnswer {
        let named = path.firstMatch(of: /^\/[jt]\/([^.]+)\.|[?&]venue=([^&]*)/)
        let venue = (named?.1 ?? named?.2).map(String.init) ?? "main"
        return try get(
            "/v1/\(venue)/page?of=\(path.replacing("?", with: "&"))", as: nil, fields)
    }
}
