import JSON
import ScreenClient

/// A view that a client watches.
struct Watch {
    var copy: ViewCopy
    /// Whether the copy is current: from `live` until it becomes stale.
    var isLive = false

    init(of view: String) { copy = ViewCopy(of: view) }

    /// Returns the message that subscribes, from the copy's revision or afresh.
    mutating func request(resumes: Bool) -> JSON {
        isLive = false
        let since = copy.position.map { position -> JSON in
            ["epoch": .string(position.epoch), "rev": JSON(position.rev)]
        }
        return JSON(present: [
            "type": "subscribe", "view": .string(copy.view), "since": resumes ? since : nil,
        ])
    }
}
