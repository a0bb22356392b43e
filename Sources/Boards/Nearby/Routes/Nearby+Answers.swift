import BoardKit
import JSON
import Sync

/// Answers over plain HTTP.
extension Nearby {
    /// - Parameter retryAfter: the time in which the source is not asked again, if known.
    static func refusal(_ rejection: Rejection, retryAfter: Duration? = nil) -> RouteAnswer {
        let seconds = retryAfter.map { max(1, Int($0.components.seconds)) } ?? usualRetrySeconds
        // Programs know these problems by their own codes.
        let code: JSON? =
            switch rejection.reason?.problem {
            case .noPosition: "no_position"
            case .noAddress: "no_address"
            default: nil
            }
        return .refusal(
            rejection, adding: code.map { ["code": $0] } ?? [:],
            // The problem is in a URL's parameters, not in content.
            status: rejection.code == .invalid ? 400 : nil,
            retryInSeconds: rejection.code == .unavailable ? seconds : nil)
    }

    private static let usualRetrySeconds = 10
}

extension Arguments {
    /// Reads parameters of a URL. Ignores all others.
    ///
    /// - Parameter numbers: the names of those that are numbers.
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
