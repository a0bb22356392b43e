package import JSON
package import Sync

/// The values that other boards have stored with an item of this board, by name, through their
/// extensions of its actions.
package struct Extras: Sendable, Equatable {
    package private(set) var members: [String: JSON] = [:]

    package init() {}

    /// Reads the values from an event's or an item's data.
    package init(in data: JSON) { members = data[Event.extrasMember]?.members ?? [:] }

    /// Applies an event's changes. `null` removes a value.
    package mutating func change(by event: Event) {
        for (name, value) in event.extras { members[name] = value.isNull ? nil : value }
    }

    /// The values for an item's data; `nil` if there are none.
    package var json: JSON? { members.isEmpty ? nil : .object(members) }
}

extension Extras: SavedValue {
    package func write(to writer: inout StateWriter) {
        writer.write(members)
    }

    package init(from reader: inout StateReader) throws(StateError) {
        members = try reader.read()
    }

    package func isSame(as other: Extras) -> Bool { self == other }
}
