import JSON
import ScreenClient

/// One view that a client watches.
struct Watch {
    var copy: ViewCopy
    /// Between `live` and whatever makes it stale again.
    var isLive = false

    init(of view: String) { copy = ViewCopy(of: view) }

    /// The message that subscribes, from where the copy stands or afresh.
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
