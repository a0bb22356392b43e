import JSON
import Sync

/// A notice as the events have made it.
struct Notice: Sendable, Equatable {
    var text: String
    var level: String
    var at: Instant
    /// When time clears it; `nil` when it stays until somebody does.
    var until: Instant?
    var isCleared = false

    /// Reads what `data` writes, and the `data` of a `posted` event; `nil` for what is no notice.
    ///
    /// - Parameter at: when it was posted, if the data does not say so.
    init?(_ data: JSON?, at: Instant) {
        guard let text = data?["text"]?.text, let level = data?["level"]?.text else { return nil }
        self.text = text
        self.level = level
        self.at = data?["at"]?.instant ?? at
        until = data?["until"]?.instant
        isCleared = data?["isCleared"]?.flag ?? false
    }

    /// All that is known of the notice.
    var data: JSON {
        var members = rowMembers
        members["isCleared"] = .bool(isCleared)
        return .object(members)
    }

    /// As every screen shows it.
    var row: JSON { .object(rowMembers) }

    private var rowMembers: [String: JSON] {
        var members: [String: JSON] = [
            "text": .string(text), "level": .string(level), "at": .string(at.description),
        ]
        if let until { members["until"] = .string(until.description) }
        return members
    }
}
