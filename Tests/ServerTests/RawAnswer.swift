import JSON

/// An HTTP answer as received over the wire.
struct RawAnswer {
    var status: Int
    /// The fields by lower-case names. Fields with the same name are joined with a line feed.
    var fields: [String: String]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    var json: JSON? { try? JSON(parsing: body, depthMax: 64) }
    subscript(name: String) -> String? { fields[name] }

    /// Whether the answer is a problem document (RFC 9457) with the answer's status.
    var isProblem: Bool {
        fields["content-type"] == "application/problem+json"
            && json?["status"]?.integer == status && json?["detail"]?.text?.isEmpty == false
            && json?["title"]?.text?.isEmpty == false
    }

    /// - Parameter head: the head without the empty line.
    init?(head: [UInt8]) {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        guard let first = lines.first, first.hasPrefix("HTTP/1.1 "),
            let status = Int(first.dropFirst(9).prefix(3))
        else { return nil }
        self.status = status
        fields = [:]
        body = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            fields[name] = fields[name].map { "\($0)\n\(value)" } ?? String(value)
        }
    }
}
