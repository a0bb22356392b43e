import JSON
import Sync

/// Something about a screen that a person should see to.
struct ScreenAlarm: Sendable, Equatable {
    enum Kind: String, Sendable, CaseIterable {
        /// Nothing is heard of it.
        case silent
        /// It is connected, and what it shows is no longer so.
        case behind
        /// It shows something that never was so.
        case drifted
    }

    /// One device can be in trouble in several ways, but only once in each.
    struct Key: Sendable, Hashable {
        var device: String
        var kind: Kind
    }

    var key: Key
    var role: Role
    /// As whoever made its token has called it.
    var name: String?
    /// Where it connects from, or did last.
    var address: String?
    /// Since when it has been so: earlier than when it was found out.
    var since: Moment
    var end: End?

    struct End: Sendable, Equatable {
        var at: Moment
        /// A person said so; otherwise the screen is well again, or is no longer one of the venue's.
        var isDismissed: Bool
    }

    var json: JSON {
        JSON(present: [
            "device": .string(key.device), "kind": .string(key.kind.rawValue),
            "role": .string(role.rawValue), "name": name.map(JSON.string),
            "address": address.map(JSON.string),
            "since": .string(since.wall.description),
            "endedAt": end.map { .string($0.at.wall.description) },
            "dismissed": end?.isDismissed == true ? true : nil,
        ])
    }
}
