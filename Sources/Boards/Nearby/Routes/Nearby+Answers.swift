import BoardKit
import JSON
import Sync

/// Answers over plain HTTP.
extension Nearby {
    /// - Parameter retryAfter: for how long the source is not asked again, if that is known.
    static func refusal(_ rejection: Rejection, retryAfter: Duration? = nil) -> RouteAnswer {
        let seconds = retryAfter.map { max(1, Int($0.components.seconds)) } ?? usualRetrySeconds
        // Programs know these by their own names.
        let code: JSON? =
            switch rejection.reason?.problem {
            case .noPosition: "no_position"
            case .noAddress: "no_address"
            default: nil
            }
        return .refusal(
            rejection, adding: code.map { ["code": $0] } ?? [:],
            // Parameters of an address, rather than content.
            status: rejection.code == .invalid ? 400 : nil,
            retryInSeconds: rejection.code == .unavailable ? seconds : nil)
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
