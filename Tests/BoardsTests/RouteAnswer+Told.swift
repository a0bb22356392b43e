import BoardKit
import JSON

extension RouteAnswer {
    /// The text, or what programs are told of a refusal.
    var told: String { members.map { JSON.object($0).canonicalText } ?? text }
}
