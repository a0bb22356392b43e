/// The XML bodies of requests.
enum DAVBody {
    static let listed = ["d:getetag", "d:resourcetype"]

    private static let spaces =
        #"xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" "#
        + #"xmlns:s="http://calendarserver.org/ns/""#

    private static func document(_ root: String, _ content: String) -> [UInt8] {
        Array(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<\(root) \(spaces)>\(content)</\(root)>"
                .utf8)
    }

    private static func properties(_ names: [String]) -> String {
        "<d:prop>" + names.map { "<\($0)/>" }.joined() + "</d:prop>"
    }

    static func propfind(_ names: [String]) -> [UInt8] {
        document("d:propfind", properties(names))
    }

    /// Returns a sync-collection report (RFC 6578, section 3.2).
    static func syncCollection(since token: String) -> [UInt8] {
        document(
            "d:sync-collection",
            "<d:sync-token>\(escaped(token))</d:sync-token><d:sync-level>1</d:sync-level>"
                + properties(listed))
    }

    /// Returns a calendar-multiget report (RFC 4791, section 7.9).
    static func multiget(_ paths: some Sequence<String>) -> [UInt8] {
        document(
            "c:calendar-multiget",
            properties(["d:getetag", "c:calendar-data"])
                + paths.map { "<d:href>\(escaped($0))</d:href>" }.joined())
    }

    /// Returns a calendar-query report for the events with a UID (RFC 4791, section 7.8.6).
    static func query(uid: String) -> [UInt8] {
        document(
            "c:calendar-query",
            properties(["d:getetag"])
                + #"<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">"#
                + #"<c:prop-filter name="UID"><c:text-match collation="i;octet">\#(escaped(uid))"#
                + "</c:text-match></c:prop-filter></c:comp-filter></c:comp-filter></c:filter>")
    }

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { "&<>".utf8.contains($0) }) else { return text }
        return text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
