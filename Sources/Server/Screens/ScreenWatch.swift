import JSON
import Store
import Sync

/// The screens of one venue, as a state machine: who is connected, what each has painted, and what is
/// wrong with whom. It is given the time, and has no socket and no clock.
///
/// Guests are not watched: they have no device and no name.
struct ScreenWatch {
    struct Connection {
        var device: String
        var since: Instant
        var report: ScreenReport?
    }

    struct Screen: Equatable {
        var role: Role
        var name: String?
        /// Where its newest connection comes from, or came from.
        var address: String?
        var connectionCount = 0
        /// When its newest connection began.
        var connectedAt: Duration?
        /// Whether the store has it among those whose tokens are good.
        var isListed = false
        /// When it was signed in; `nil` until the store has said so, as what follows is.
        var createdAt: Instant?
        /// When it was last known to be there, to the day.
        var seenAt: Instant?
        /// Too many wrong PINs have come from it.
        var isLockedOut = false
    }

    /// How the last connection of a device ended without a goodbye.
    struct Loss {
        /// Since when nothing was heard of it.
        var since: Duration
        /// What its row said of it, beyond what is known of the device.
        var last: JSON?
    }

    let delays: ScreenDelays
    private(set) var connections: [ClientID: Connection] = [:]
    private(set) var screens: [String: Screen] = [:]
    private(set) var timelines: [String: ViewTimeline] = [:]
    /// Devices without a connection whose last one ended without a goodbye.
    private(set) var lost: [String: Loss] = [:]
    /// Connections that do not answer, and since when.
    private(set) var unanswered: [ClientID: Duration] = [:]

    var alarms: [ScreenAlarm.Key: ScreenAlarm] = [:]
    /// The last ones, the newest last.
    var endedAlarms: [ScreenAlarm] = []
    /// What a person has put aside is raised again only after it was well.
    var dismissed: Set<ScreenAlarm.Key> = []
    /// Those of the last look.
    var behind: Set<ClientID> = []
    /// Whether another look could find something that the last one did not.
    var isUnsettled = false
    private var changed: Set<ScreenKey> = []
    /// As the store has them, those that are away left out; `nil` before it has said so.
    private var knownPresences: [String: DevicePresence]?
    /// Devices whose presence may not be what the store has.
    private var unwritten: Set<String> = []

    init(delays: ScreenDelays) { self.delays = delays }

    // MARK: Devices

    /// These are the venue's devices, and no others.
    ///
    /// - Parameter askedAt: when the store was asked for them. Who has connected since is one, whether
    ///   the answer has it or not.
    mutating func know(_ devices: [Device], askedAt: Duration, at now: Moment) {
        defer { if knownPresences == nil { missThoseFromBefore(devices, at: now) } }
        var news: Set<String> = []
        for device in devices where device.role != .guest {
            let old = screens[device.id]
            let new = Screen(
                role: device.role, name: device.name, address: old?.address,
                connectionCount: old?.connectionCount ?? 0, connectedAt: old?.connectedAt,
                isListed: true,
                createdAt: device.createdAt, seenAt: device.seenAt,
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

    /// Who was counted on when the hub ended, and has not come back since, is missed.
    private mutating func missThoseFromBefore(_ devices: [Device], at now: Moment) {
        var presences: [String: DevicePresence] = [:]
        for device in devices where device.presence != .away {
            presences[device.id] = device.presence
            guard screens[device.id]?.connectionCount == 0 else { continue }
            var since = now.elapsed
            if case .lost(let instant) = device.presence {
                since -= .milliseconds(max(0, now.wall.milliseconds(since: instant)))
            }
            lost[device.id] = Loss(since: since)
            isUnsettled = true
            changed.insert(.device(device.id))
        }
        knownPresences = presences
    }

    /// What the store does not know yet of who is counted on.
    mutating func takePresences(at now: Moment) -> [String: DevicePresence] {
        guard let known = knownPresences else { return [:] }
        var news: [String: DevicePresence] = [:]
        for device in unwritten {
            guard let screen = screens[device], isMissed(device) else { continue }
            let presence: DevicePresence =
                if screen.connectionCount > 0 {
                    .connected
                } else if let loss = lost[device] {
                    .lost(since: now.at(loss.since).wall)
                } else { .away }
            let old = known[device] ?? .away
            // A loss is written down once: the two clocks differ by a little each time.
            if case (.lost, .lost) = (old, presence) { continue }
            if presence == old { continue }
            news[device] = presence
            knownPresences?[device] = presence == .away ? nil : presence
        }
        unwritten = []
        return news
    }

    /// A device that was revoked is left out as soon as it has no connection.
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

    mutating func connected(
        _ id: ClientID, as principal: Principal, from address: String? = nil, at now: Moment
    ) {
        guard principal.role != .guest else { return }
        let device = principal.device
        connections[id] = Connection(device: device, since: now.wall)
        screens[device, default: Screen(role: principal.role, isListed: true)]
            .connectionCount += 1
        screens[device]?.address = address
        screens[device]?.connectedAt = now.elapsed
        lost[device] = nil
        unwritten.insert(device)
        isUnsettled = true
        changed.insert(.connection(id))
        changed.insert(.device(device))
    }

    /// Whether its device has no other one.
    func isOnlyConnection(_ id: ClientID) -> Bool {
        connections[id].flatMap { screens[$0.device] }?.connectionCount == 1
    }

    /// - Parameters:
    ///   - isGoodbye: the page was left or the program ended, as is its right.
    ///   - heardAt: when something was heard last, where it was silent before its end.
    ///   - last: what its row said of it.
    mutating func disconnected(
        _ id: ClientID, isGoodbye: Bool, silentSince heardAt: Duration?, last: JSON? = nil,
        at now: Moment
    ) {
        guard let connection = connections.removeValue(forKey: id) else { return }
        let device = connection.device
        unanswered[id] = nil
        behind.remove(id)
        screens[device]?.connectionCount -= 1
        if screens[device]?.connectionCount == 0 {
            lost[device] = isGoodbye ? nil : Loss(since: heardAt ?? now.elapsed, last: last)
        }
        isUnsettled = true
        unwritten.insert(device)
        changed.insert(.connection(id))
        changed.insert(.device(device))
        forgetIfGone(device)
    }

    /// Nobody waits for it to come back.
    mutating func forgetLoss(of device: String) {
        guard lost.removeValue(forKey: device) != nil else { return }
        unwritten.insert(device)
        noteChanged(device)
    }

    /// It was asked whether it is there, and has not answered.
    mutating func isSilent(_ id: ClientID, since instant: Duration) {
        guard connections[id] != nil, unanswered.updateValue(instant, forKey: id) == nil else {
            return
        }
        isUnsettled = true
        changed.insert(.connection(id))
    }

    mutating func isHeardAgain(_ id: ClientID) {
        guard unanswered.removeValue(forKey: id) != nil else { return }
        isUnsettled = true
        changed.insert(.connection(id))
    }

    // MARK: Reports

    /// The views have these revisions.
    mutating func shown(_ revisions: [(view: String, rev: Int)], at now: Duration) {
        for (view, rev) in revisions {
            timelines[view, default: ViewTimeline()].reached(rev, at: now)
        }
        isUnsettled = true
    }

    /// - Returns: whether it is news that came on the way from a tap.
    mutating func painted(_ painting: Painting, by id: ClientID, at now: Moment) -> Bool {
        report(of: id) { $0.take(painting, at: now) } ?? false
    }

    mutating func drifted(_ view: String, by id: ClientID, at now: Moment) {
        _ = report(of: id) { $0.drifted(view, at: now.elapsed) }
    }

    private mutating func report<Result>(
        of id: ClientID, _ change: (ScreenReport) -> Result
    ) -> Result? {
        guard let connection = connections[id] else { return nil }
        let report = connection.report ?? ScreenReport()
        if connection.report == nil { connections[id]?.report = report }
        isUnsettled = true
        changed.insert(.connection(id))
        return change(report)
    }

    // MARK: What has changed

    mutating func noteChanged(_ key: ScreenKey) { changed.insert(key) }

    /// An alarm of the device has begun or ended.
    mutating func noteChanged(_ device: String) {
        changed.insert(.device(device))
        for id in unanswered.keys where connections[id]?.device == device {
            changed.insert(.connection(id))
        }
    }

    mutating func takeChanged() -> Set<ScreenKey> {
        defer { changed = [] }
        return changed
    }

    /// Every row of the list.
    var keys: [ScreenKey] {
        connections.keys.map(ScreenKey.connection)
            + screens.filter { $0.value.connectionCount == 0 }.keys.map(ScreenKey.device)
    }
}
