import BoardKit
import JSON
import Sync

/// Imports and exports files through the board's HTTP routes.
extension VenueBench where Board == BenchedPlanner {
    mutating func importFile(
        _ file: String, _ query: [String: String] = [:], by principal: Principal = host
    ) -> (status: Int, json: JSON) {
        let answer = request(.post, "import", query, content: Array(file.utf8), by: principal)
        return (answer?.status ?? 404, answer?.json ?? .null)
    }

    /// Returns the unfolded lines of a calendar's export.
    func exported(_ calendar: String) -> [String] {
        Self.lines(read("export.ics", ["calendar": calendar])?.text)
    }

    /// Returns the lines of the feed at an address, or `nil` if there is no such feed.
    func feed(at address: String?) -> [String]? {
        guard let path = address?.split(separator: "planner/").last.map(String.init) else {
            return nil
        }
        return read(path, by: nil).map { Self.lines($0.text) }
    }

    private static func lines(_ text: String?) -> [String] {
        (text ?? "").replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
    }

    /// Returns a file with these events, each given as lines.
    static func file(_ events: [String]...) -> String { file(events: events) }

    static func file(events: [[String]]) -> String {
        let inner = events.map { event in
            (["BEGIN:VEVENT", "DTSTAMP:20260101T000000Z"] + event + ["END:VEVENT"])
                .joined(separator: "\r\n")
        }
        return (["BEGIN:VCALENDAR", "VERSION:2.0"] + inner + ["END:VCALENDAR", ""])
            .joined(separator: "\r\n")
    }
}
