import JSON
import Sync

/// Answers over plain HTTP.
extension Nearby {
    static func answer(_ json: JSON, status: Int = 200) -> RouteAnswer {
        RouteAnswer(json.canonicalText, status: status)
    }

    static func refusal(_ rejection: Rejection) -> RouteAnswer {
        var members = rejection.members(isForSender: true)
        let status =
            switch rejection.code {
            case .invalid: 400
            case .notFound: 404
            case .forbidden: 403
            case .conflict: 409
            default: 503
            }
        // Programs know this one by its own name.
        if rejection.reason?.problem == .noPosition { members["code"] = "no_position" }
        return RouteAnswer(
            JSON.object(members).canonicalText, status: status,
            retryInSeconds: status == 503 ? retrySeconds : nil)
    }

    /// After which time it is worth trying again.
    private static let retrySeconds = 10
}

extension Arguments {
    /// Parameters of an address. Others than these are left alone.
    ///
    /// - Parameter numbers: those that are numbers.
    init(query: [String: String], _ texts: [String], numbers: [String]) {
        var members: [String: JSON] = [:]
        for name in texts + numbers {
            guard let text = query[name] else { continue }
            let number = numbers.contains(name) ? Double(decimal: text) : nil
            members[name] = number.map(JSON.number) ?? .string(text)
        }
        self.init(members)
    }
}
