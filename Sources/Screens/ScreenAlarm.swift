package import JSON
package import Sync

/// A screen that needs a person's attention: it does not answer, or is disconnected.
package struct ScreenAlarm: Sendable, Equatable {
    /// A device can have one alarm at a time.
    package var device: String
    package var role: Role
    /// The name that the device got when its token was made.
    package var name: String?
    /// The address of the screen's current or last connection.
    package var address: String?
    /// The time at which the problem began, which is earlier than when it was noticed.
    package var since: TimePoint
    package var end: End?

    package struct End: Sendable, Equatable {
        package var at: TimePoint
        /// Whether a person dismissed it. Otherwise the screen has recovered, or no longer belongs
        /// to the venue.
        package var isDismissed: Bool
    }

    package var json: JSON {
        JSON(present: [
            "device": .string(device), "kind": "silent",
            "role": .string(role.rawValue), "name": name.map(JSON.string),
            "address": address.map(JSON.string),
            "since": .string(since.wall.description),
            "endedAt": end.map { .string($0.at.wall.description) },
            "dismissed": end?.isDismissed == true ? true : nil,
        ])
    }
}
