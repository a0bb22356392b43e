import BoardKit
import JSON

extension RouteAnswer {
    /// The text, or the JSON of a refusal.
    var told: String { members.map { JSON.object($0).canonicalText } ?? text }
}
