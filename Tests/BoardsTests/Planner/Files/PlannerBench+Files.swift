import BoardKit
import JSON
import PlannerBoard
import ShippedBoards
import Sync

/// Files over the board's plain HTTP routes.
extension PlannerBench {
    /// The answer to a request below `/v1/main/planner/`, or `nil` if there is no route.
    ///
    /// - Parameter principal: `nil` for somebody who is not signed in.
    mutating func request(
        _ method: BoardRoute.Method, _ path: String, _ query: [String: String] = [:],
        content: [UInt8] = [], by principal: Principal? = host
    ) -> (status: Int, text: String)? {
        let components = path.split(separator: "/").map(String.init)
        guard let address = BoardRegistry.shipped.address(of: "planner", at: components),
            let route = address.routes.first(where: { $0.method == method })
        else { return nil }
        if case .roles(let roles) = route.access {
            guard let principal, roles.contains(principal.role) else { return (403, "") }
        }
        let request = BoardRoute.Request(
            query: query, content: content, components: address.components, principal: principal,
            at: now)
        var outcome = route.outcome(request, venue)
        while true {
            switch outcome {
            case .answer(let answer): return (answer.status, answer.told)
            case .work(let work): outcome = work()(venue)
            case .mutation(let action, let arguments, _, let next):
                guard let principal else { return nil }
                do throws(Rejection) {
                    let result = try ask(action, arguments, by: principal)
                    let change = AcceptedChange(rev: rev, result: result == .null ? nil : result)
                    outcome = next(.success(change), venue)
                } catch {
                    outcome = next(.failure(error), venue)
                }
            case .lookup(_, _, let next): outcome = next(.unfinished, venue)
            case .wake: return (200, "")
            case .redirect(let path): return (303, path)
            case .code(let path): return (200, path)
            case .nothing, .computation, .later, .problem, .ticket: return nil
            }
        }
    }

    /// The text at an address below `/v1/main/planner/`, or `nil` if there is none.
    func read(
        _ path: String, _ query: [String: String] = [:], by principal: Principal? = host
    ) -> (status: Int, text: String)? {
        var copy = self
        return copy.request(.get, path, query, by: principal)
    }

    /// Imports a file.
    mutating func importFile(
        _ file: String, _ query: [String: String] = [:], by principal: Principal = host
    ) -> (status: Int, json: JSON) {
        let answer = request(.post, "import", query, content: Array(file.utf8), by: principal)
        let json = answer.flatMap { try? JSON(parsing: $0.text) }
        return (answer?.status ?? 404, json ?? .null)
    }

    /// A calendar as a file, its lines unfolded.
    func exported(_ calendar: String) -> [String] {
        Self.lines(read("export.ics", ["calendar": calendar])?.text)
    }

    /// The lines of the feed at an address, or `nil` if there is none.
    func feed(at address: String?) -> [String]? {
        guard let path = address?.split(separator: "planner/").last.map(String.init) else {
            return nil
        }
        return read(path, by: nil).map { Self.lines($0.text) }
    }

    private static func lines(_ text: String?) -> [String] {
        (text ?? "").replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
    }

    /// A file with these events, each as lines.
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
