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
        var connectionCount = 0
        /// Whether the store has it among those whose tokens are good.
        var isListed = false
        /// When it was signed in; `nil` until the store has said so, as what follows is.
        var createdAt: Instant?
        /// When it was last known to be there, to the day.
        var seenAt: Instant?
        /// Too many wrong PINs have come from it.
        var isLockedOut = false
    }

    let delays: ScreenDelays
    private(set) var connections: [ClientID: Connection] = [:]
    private(set) var screens: [String: Screen] = [:]
    private(set) var timelines: [String: ViewTimeline] = [:]
    /// Devices without a connection whose last one ended without a goodbye, and since when nothing
    /// was heard of them.
    private(set) var lost: [String: Duration] = [:]
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

    init(delays: ScreenDelays) { self.delays = delays }

    // MARK: Devices

    /// These are the venue's devices, and no others.
    mutating func know(_ devices: [Device], at now: Moment) {
        var news: Set<String> = []
        for device in devices where device.role != .guest {
            let old = screens[device.id]
            let new = Screen(
                role: device.role, name: device.name,
                connectionCount: old?.connectionCount ?? 0, isListed: true,
                createdAt: device.createdAt, seenAt: device.seenAt,
                isLockedOut: PINPatience.isLockedOut(afterWrong: device.wrongPINCount))
            guard new != old else { continue }
            screens[device.id] = new
            news.insert(device.id)
        }
        let listed = Set(devices.map(\.id))
        for (id, screen) in screens where screen.isListed && !listed.contains(id) {
            screens[id]?.isListed = false
            forgetIfGone(id)
        }
        if news.isEmpty { return }
        for device in news { changed.insert(.device(device)) }
        for (id, connection) in connections where news.contains(connection.device) {
            changed.insert(.connection(id))
        }
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

    mutating func connected(_ id: ClientID, as principal: Principal, at now: Moment) {
        guard principal.role != .guest else { return }
        let device = principal.device
        connections[id] = Connection(device: device, since: now.wall)
        screens[device, default: Screen(role: principal.role, isListed: true)]
            .connectionCount += 1
        lost[device] = nil
        isUnsettled = true
        changed.insert(.connection(id))
        changed.insert(.device(device))
    }

    /// - Parameters:
    ///   - isGoodbye: the page was left or the program ended, as is its right.
    ///   - heardAt: when something was heard last, where it was silent before its end.
    mutating func disconnected(
        _ id: ClientID, isGoodbye: Bool, silentSince heardAt: Duration?, at now: Moment
    ) {
        guard let connection = connections.removeValue(forKey: id) else { return }
        let device = connection.device
        unanswered[id] = nil
        behind.remove(id)
        screens[device]?.connectionCount -= 1
        if screens[device]?.connectionCount == 0 {
            lost[device] = isGoodbye ? nil : heardAt ?? now.elapsed
        }
        isUnsettled = true
        changed.insert(.connection(id))
        changed.insert(.device(device))
        forgetIfGone(device)
    }

    /// Nobody waits for it to come back.
    mutating func forgetLoss(of device: String) {
        if lost.removeValue(forKey: device) != nil { noteChanged(device) }
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
