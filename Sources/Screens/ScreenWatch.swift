import Credentials
package import JSON
package import Storage
package import Sync

/// The screens of one venue, as a state machine: which are connected, and which have problems. The
/// time is passed in; it has no sockets and no clock.
///
/// Guests are not watched, because they have no device and no name.
package struct ScreenWatch {
    package struct Connection {
        package var device: String
        package var since: Instant
    }

    package struct Screen: Equatable {
        package var role: Role
        package var name: String?
        /// The address of the newest connection.
        package var address: String?
        package var connectionCount = 0
        /// The start of the newest connection.
        var connectedAt: Duration?
        /// Whether the store has a valid token for the device.
        var isListed = false
        /// The time of the sign-in; `nil` until the store was read.
        var createdAt: Instant?
        /// The time at which the device was last connected: the end of its last connection, or the
        /// stored time.
        package var seenAt: Instant?
        /// Whether the device is locked out by wrong PINs.
        var isLockedOut = false
    }

    /// A device's last connection, if it broke off.
    struct Loss {
        /// When the device was last heard. Both clocks are read once, because their difference
        /// varies a little, and an alarm is identified by its beginning.
        var since: TimePoint
        /// The part of the device's row that is not about the device itself.
        var last: JSON?
    }

    /// The delay before a screen that was disconnected or does not answer is an alarm.
    let silentAfter: Duration
    package private(set) var connections = ClientTable<Connection>()
    package private(set) var screens: [String: Screen] = [:]
    /// The devices without a connection whose last one broke off.
    private(set) var lost: [String: Loss] = [:]
    /// The connections that do not answer, with the start of their silence.
    private(set) var unanswered: [ClientID: Duration] = [:]

    package internal(set) var alarms: [String: ScreenAlarm] = [:]
    /// The last alarms that ended, the newest at the end.
    package internal(set) var endedAlarms: [ScreenAlarm] = []
    /// The devices with a dismissed alarm. It is raised again only after the screen recovers.
    var dismissed: Set<String> = []
    /// Whether another look could find something new.
    var isUnsettled = false
    private var changed: Set<ScreenKey> = []
    /// The presences in the store, without devices that are away; `nil` until the store was read.
    private var knownPresences: [String: DevicePresence]?
    /// The devices whose presence may differ from the stored one.
    private var unwritten: Set<String> = []

    package init(silentAfter: Duration) { self.silentAfter = silentAfter }

    // MARK: Devices

    /// Updates the venue's devices.
    ///
    /// - Parameter askedAt: the time at which the store was read. Devices that have connected since
    ///   then belong to the venue even if they are not listed.
    package mutating func know(_ devices: [Device], askedAt: Duration, at now: TimePoint) {
        defer { if knownPresences == nil { missThoseFromBefore(devices, at: now) } }
        var news: Set<String> = []
        for device in devices where device.role != .guest {
            let old = screens[device.id]
            let new = Screen(
                role: device.role, name: device.name, address: old?.address,
                connectionCount: old?.connectionCount ?? 0, connectedAt: old?.connectedAt,
                isListed: true,
                createdAt: device.createdAt,
                seenAt: max(device.seenAt, old?.seenAt ?? device.seenAt),
                isLockedOut: PINPatience.isLockedOut(afterWrong: device.wrongPINCount))
            guard new != old else { continue }
            screens[device.id] = new
            news.insert(device.id)
        }
        let listed = Set(devices.map(\.id))
        for (id, screen) in screens where screen.isListed && !listed.contains(id) {
            if let connectedAt = screen.connectedAt, connectedAt >= askedAt { continue }
            screens[id]?.isListed = false
            forgetIfGone(id)
        }
        if news.isEmpty { return }
        for device in news { changed.insert(.device(device)) }
        for (id, connection) in connections where news.contains(connection.device) {
            changed.insert(.connection(id))
        }
    }

    /// Counts devices as lost that were connected when the hub stopped and have not returned.
    private mutating func missThoseFromBefore(_ devices: [Device], at now: TimePoint) {
        var presences: [String: DevicePresence] = [:]
        for device in devices where device.presence != .away {
            presences[device.id] = device.presence
            guard screens[device.id]?.connectionCount == 0 else { continue }
            var since = now
            if case .lost(let instant) = device.presence {
                since.elapsed -= .milliseconds(max(0, now.wall.milliseconds(since: instant)))
                since.wall = instant
            }
            lost[device.id] = Loss(since: since)
            isUnsettled = true
            changed.insert(.device(device.id))
        }
        knownPresences = presences
    }

    /// Returns the presences to store.
    package mutating func takePresences(at now: TimePoint) -> [String: DevicePresence] {
        guard let known = knownPresences else { return [:] }
        var news: [String: DevicePresence] = [:]
        for device in unwritten {
            guard let screen = screens[device], isMissed(device) else { continue }
            let presence: DevicePresence =
                if screen.connectionCount > 0 {
                    .connected
                } else if let loss = lost[device] {
                    .lost(since: loss.since.wall)
                } else { .away }
            let old = known[device] ?? .away
            if presence == old { continue }
            news[device] = presence
            knownPresences?[device] = presence == .away ? nil : presence
        }
        unwritten = []
        return news
    }

    /// Removes a revoked device as soon as it has no connection.
    private mutating func forgetIfGone(_ device: String) {
        guard let screen = screens[device], !screen.isListed, screen.connectionCount == 0 else {
            return
        }
        screens[device] = nil
        lost[device] = nil
        isUnsettled = true
        changed.insert(.device(device))
    }

    // MARK: Connections

    package mutating func connected(
        _ id: ClientID, as principal: Principal, from address: String? = nil, at now: TimePoint
    ) {
        guard principal.role != .guest else { return }
        let device = principal.device
        connections[id] = Connection(device: device, since: now.wall)
        var screen = screens[device] ?? Screen(role: principal.role, isListed: true)
        screen.connectionCount += 1
        screen.address = address
        screen.connectedAt = now.elapsed
        screens[device] = screen
        if !lost.isEmpty { lost[device] = nil }
        unwritten.insert(device)
        isUnsettled = true
        changed.insert(.connection(id))
        changed.insert(.device(device))
    }

    /// Whether this is the only connection of its device.
    package func isOnlyConnection(_ id: ClientID) -> Bool {
        connections[id].flatMap { screens[$0.device] }?.connectionCount == 1
    }

    /// - Parameters:
    ///  - isGoodbye: whether the page was closed or the program ended properly.
    ///  - heardAt: when the device was last heard, if it was silent before the end.
    ///  - last: the part of the connection's row that is not about the device.
    package mutating func disconnected(
        _ id: ClientID, isGoodbye: Bool, silentSince heardAt: Duration?, last: JSON? = nil,
        at now: TimePoint
    ) {
        guard let connection = connections.remove(id) else { return }
        let device = connection.device
        unanswered[id] = nil
        screens[device]?.connectionCount -= 1
        if screens[device]?.connectionCount == 0 {
            screens[device]?.seenAt = now.at(heardAt ?? now.elapsed).wall
            lost[device] =
                isGoodbye ? nil : Loss(since: now.at(heardAt ?? now.elapsed), last: last)
        }
        isUnsettled = true
        unwritten.insert(device)
        changed.insert(.connection(id))
        changed.insert(.device(device))
        forgetIfGone(device)
    }

    /// Stops expecting the device to return.
    mutating func forgetLoss(of device: String) {
        guard lost.removeValue(forKey: device) != nil else { return }
        unwritten.insert(device)
        noteChanged(device)
    }

    /// Records that the connection has not answered a ping.
    package mutating func stoppedAnswering(_ id: ClientID, since instant: Duration) {
        guard connections.contains(id), unanswered.updateValue(instant, forKey: id) == nil else {
            return
        }
        isUnsettled = true
        changed.insert(.connection(id))
    }

    /// Records that something was received from the connection.
    package mutating func answersAgain(_ id: ClientID) {
        guard unanswered.removeValue(forKey: id) != nil else { return }
        isUnsettled = true
        changed.insert(.connection(id))
    }

    // MARK: What has changed

    package mutating func noteChanged(_ key: ScreenKey) { changed.insert(key) }

    /// Records that an alarm of the device has begun or ended.
    package mutating func noteChanged(_ device: String) {
        changed.insert(.device(device))
        for id in unanswered.keys where connections[id]?.device == device {
            changed.insert(.connection(id))
        }
    }

    package mutating func takeChanged() -> Set<ScreenKey> {
        defer { changed = [] }
        return changed
    }

    /// All rows of the list.
    package var keys: [ScreenKey] {
        connections.ids.map(ScreenKey.connection)
            + screens.filter { $0.value.connectionCount == 0 }.keys.map(ScreenKey.device)
    }
}
