import Clocks
package import JSON
package import Sync

/// The status of a connection's socket.
package struct SocketStatus: Sendable {
    package var address: String
    /// The time at which its last bytes were read.
    var heardAt: Duration
    /// Whether its output is full.
    var isCongested: Bool

    package init(address: String, heardAt: Duration, isCongested: Bool) {
        self.address = address
        self.heardAt = heardAt
        self.isCongested = isCongested
    }
}

extension ScreenWatch {
    func state(of id: ClientID) -> ScreenState {
        guard let connection = connections[id] else { return .away }
        return unanswered[id] != nil && alarms[connection.device] != nil ? .silent : .ok
    }

    /// The state of a device without a connection.
    func state(of device: String) -> ScreenState {
        alarms[device] == nil ? .away : .silent
    }

    /// The number of rows for each role and state.
    package var counts: [ScreenCount: Int] {
        var counts: [ScreenCount: Int] = [:]
        for (id, connection) in connections {
            guard let role = screens[connection.device]?.role else { continue }
            counts[ScreenCount(role: role, state: state(of: id)), default: 0] += 1
        }
        for (device, screen) in screens where screen.connectionCount == 0 {
            counts[ScreenCount(role: screen.role, state: state(of: device)), default: 0] += 1
        }
        return counts
    }

    /// Returns a row of the list; `nil` if it does not exist.
    ///
    /// - Parameters:
    ///  - line: the status of the connection's socket; `nil` for a device.
    ///  - subscriptions: the views that the connection watches.
    package func row(
        _ key: ScreenKey, at now: TimePoint, line: SocketStatus?,
        subscriptions: [(view: String, behindRevs: Int)]
    ) -> JSON? {
        switch key {
        case .device(let device):
            guard let screen = screens[device], screen.connectionCount == 0 else { return nil }
            var members = Self.members(key, device, screen, state(of: device))
            if let loss = lost[device] {
                members["silentSince"] = .string(loss.since.wall.description)
                members["last"] = loss.last
            }
            return .object(members)
        case .connection(let id):
            guard let connection = connections[id], let screen = screens[connection.device] else {
                return nil
            }
            let members = Self.members(key, connection.device, screen, state(of: id))
            let own = self.members(
                of: connection, at: now, line: line,
                subscriptions: subscriptions)
            return .object(members.merging(own) { $1 })
        }
    }

    /// Returns the part of a connection's row that is not about its device; `nil` if the row does
    /// not exist.
    package func last(
        of id: ClientID, at now: TimePoint, line: SocketStatus?,
        subscriptions: [(view: String, behindRevs: Int)]
    ) -> JSON? {
        connections[id].map {
            .object(
                members(
                    of: $0, at: now, line: line,
                    subscriptions: subscriptions))
        }
    }

    private func members(
        of connection: Connection, at now: TimePoint, line: SocketStatus?,
        subscriptions: [(view: String, behindRevs: Int)]
    ) -> [String: JSON] {
        var members: [String: JSON] = ["connectedAt": .string(connection.since.description)]
        if let line {
            members["address"] = .string(line.address)
            members["heardAt"] = .string(now.at(line.heardAt).wall.description)
            members["congested"] = line.isCongested ? true : nil
        }
        members["views"] = .array(
            subscriptions.map { view, behindRevs in
                JSON(present: [
                    "view": .string(view), "behindRevs": behindRevs > 0 ? JSON(behindRevs) : nil,
                ])
            })
        return members
    }

    private static func members(
        _ key: ScreenKey, _ device: String, _ screen: Screen, _ state: ScreenState
    ) -> [String: JSON] {
        var members: [String: JSON] = [
            "id": .string(key.text), "device": .string(device),
            "role": .string(screen.role.rawValue), "state": .string(state.rawValue),
        ]
        members["name"] = screen.name.map(JSON.string)
        members["createdAt"] = screen.createdAt.map { .string($0.description) }
        members["seenAt"] = screen.seenAt.map { .string($0.description) }
        members["lockedOut"] = screen.isLockedOut ? true : nil
        return members
    }
}

/// The key by which rows are counted.
package struct ScreenCount: Sendable, Hashable {
    package var role: Role
    package var state: ScreenState

    package init(role: Role, state: ScreenState) {
        self.role = role
        self.state = state
    }
}
