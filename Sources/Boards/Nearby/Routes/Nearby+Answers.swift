import JSON
import Sync

/// Answers over plain HTTP.
extension Nearby {
    static func answer(_ json: JSON, status: Int = 200) -> RouteAnswer {
        RouteAnswer(json.canonicalText, status: status)
    }

    /// - Parameter retryAfter: for how long the source is not asked again, if that is known.
    static func refusal(_ rejection: Rejection, retryAfter: Duration? = nil) -> RouteAnswer {
        var members = rejection.members(isForSender: true)
        let status =
            switch rejection.code {
            case .invalid: 400
            case .notFound: 404
            case .forbidden: 403
            case .conflict: 409
            default: 503
            }
        let seconds = retryAfter.map { max(1, Int($0.components.seconds)) } ?? usualRetrySeconds
        // Programs know these by their own names.
        if rejection.reason?.problem == .noPosition { members["code"] = "no_position" }
        if rejection.reason?.problem == .noAddress { members["code"] = "no_address" }
        return RouteAnswer(
            JSON.object(members).canonicalText, status: status,
            retryInSeconds: status == 503 ? seconds : nil)
    }

    private static let usualRetrySeconds = 10
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
