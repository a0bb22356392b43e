import Clocks
package import JSON
package import Sync

/// What a connection's socket knows.
package struct SocketStatus: Sendable {
    package var address: String
    /// When its last bytes were read.
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
        if unanswered[id] != nil,
            alarms[ScreenAlarm.Key(device: connection.device, kind: .silent)] != nil
        {
            return .silent
        }
        if connection.report?.views.contains(where: { $0.driftedAt != nil }) == true {
            return .drifted
        }
        return behind.contains(id) ? .behind : .ok
    }

    /// The state of a device without a connection.
    func state(of device: String) -> ScreenState {
        alarms[ScreenAlarm.Key(device: device, kind: .silent)] == nil ? .away : .silent
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

    /// A row of the list; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - currentPage: the version of the pages that the hub serves.
    ///   - line: what the connection's socket knows; `nil` for a device.
    package func row(
        _ key: ScreenKey, at now: TimePoint, currentPage: String, line: SocketStatus?,
        subscriptions: [String]
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
                of: connection, at: now, currentPage: currentPage, line: line,
                subscriptions: subscriptions)
            return .object(members.merging(own) { $1 })
        }
    }

    /// The part of a connection's row that is not about its device; `nil` if there is no such row.
    package func last(
        of id: ClientID, at now: TimePoint, currentPage: String, line: SocketStatus?,
        subscriptions: [String]
    ) -> JSON? {
        connections[id].map {
            .object(
                members(
                    of: $0, at: now, currentPage: currentPage, line: line,
                    subscriptions: subscriptions))
        }
    }

    private func members(
        of connection: Connection, at now: TimePoint, currentPage: String, line: SocketStatus?,
        subscriptions: [String]
    ) -> [String: JSON] {
        var members: [String: JSON] = ["connectedAt": .string(connection.since.description)]
        if let line {
            members["address"] = .string(line.address)
            members["heardAt"] = .string(now.at(line.heardAt).wall.description)
            members["congested"] = line.isCongested ? true : nil
        }
        let report = connection.report
        members["page"] = report?.page.map(JSON.string)
        members["pageIsCurrent"] = report?.page.map { .bool($0 == currentPage) }
        members["hidden"] = report?.isHidden == true ? true : nil
        members["views"] = .array(subscriptions.map { row(of: $0, report?[$0], at: now) })
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

    /// A view that a connection watches, with what it has painted.
    private func row(of view: String, _ report: ScreenReport.View?, at now: TimePoint) -> JSON {
        let rev = timelines[view]?.rev ?? 0
        guard let painted = report?.painted else {
            return JSON(present: [
                "view": .string(view), "rev": JSON(rev),
                "drifted": report?.driftedAt == nil ? nil : true,
            ])
        }
        let passed = timelines[view]?.passed(painted.rev)
        return JSON(present: [
            "view": .string(view), "rev": JSON(rev),
            "painted": [
                "rev": JSON(painted.rev), "hash": .string(Document.hash(ofSum: painted.hash)),
                "at": .string(painted.at.wall.description),
            ],
            "behindRevs": passed == nil ? nil : JSON(rev - painted.rev),
            "behindMs": passed.map { JSON(Int((now.elapsed - $0).milliseconds)) },
            "drifted": report?.driftedAt == nil ? nil : true,
        ])
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
