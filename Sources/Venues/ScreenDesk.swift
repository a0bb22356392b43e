import BoardKit
import Clocks
import Delivery
package import JSON
import Metrics
package import Screens
import SignIn
import Storage
package import Sync
import Transport

/// A stream that follows the list of a venue's screens.
package protocol ScreenListFollower: AnyObject {
    /// The device whose token the stream was requested with.
    var device: String { get }
    /// Takes an event that must be sent, before any rows.
    func take(_ event: [UInt8])
    /// Takes the keys of all rows, when the stream begins.
    func takeAll(_ keys: [ScreenKey])
    /// Takes the keys of changed rows. There may be more every second than can be sent.
    func take(_ changed: Set<ScreenKey>)
    func stop()
}

/// Watches the screens of one venue: passes time and news to the state machine, informs the
/// followers of the list, and posts alarms. Lives on the venue's loop.
package final class ScreenDesk {
    private unowned let runner: VenueRunner
    private unowned let venues: LoopVenues
    private(set) var watch: ScreenWatch
    private var followers: [ObjectIdentifier: any ScreenListFollower] = [:]
    /// The rows encoded since the last sweep, shared by all followers.
    private var encoded: [ScreenKey: [UInt8]] = [:]
    private var saidSummary: JSON?
    /// The connections whose rows are sent again in the next seconds.
    private var refreshing: [ScreenKey] = []
    private var knownAt: Duration?
    private var isAsking = false
    /// Whether the venue has a PIN; `nil` until it is known.
    private var hasPIN: Bool?
    /// The webhook that alarms are posted to; `nil` if there is none.
    private var webhook: Webhook?

    /// The interval at which the list of devices is read again while somebody follows the list of
    /// screens.
    private static let knownFor = Duration.seconds(10)
    /// The maximum number of rows sent per second for no other reason than a new time of the last
    /// message. Each row is sent every ten seconds, or less often if there are too many.
    private static let refreshedPerSecondMax = 50

    init(of runner: VenueRunner, among venues: LoopVenues) {
        self.runner = runner
        self.venues = venues
        watch = ScreenWatch(silentAfter: venues.context.options.silentAfter)
    }

    private var now: TimePoint {
        TimePoint(elapsed: venues.loop.now, wall: venues.context.clock.now)
    }

    func begin() {
        setWebhook(nil)
        askForDevices()
    }

    // MARK: News

    func connected(_ id: ClientID, as principal: Principal) {
        watch.connected(id, as: principal, from: runner.line(of: id)?.address, at: now)
        if watch.screens[principal.device]?.name == nil { knownAt = nil }
    }

    func disconnected(_ id: ClientID, isGoodbye: Bool, silentSince: Duration?) {
        let now = now
        var last: JSON?
        if !isGoodbye, watch.isOnlyConnection(id) {
            last = watch.last(
                of: id, at: now, line: runner.line(of: id),
                subscriptions: runner.venue.subscriptions(of: id))
        }
        let device = watch.connections[id]?.device
        watch.disconnected(id, isGoodbye: isGoodbye, silentSince: silentSince, last: last, at: now)
        if let device, let screen = watch.screens[device], screen.connectionCount == 0,
            let seenAt = screen.seenAt
        {
            venues.context.writer.noteSeen(device: device, now: seenAt)
        }
    }

    package func stoppedAnswering(_ id: ClientID, since instant: Duration) {
        watch.stoppedAnswering(id, since: instant)
    }

    package func answersAgain(_ id: ClientID) { watch.answersAgain(id) }

    func changed(_ id: ClientID) {
        guard watch.connections.contains(id) else { return }
        watch.noteChanged(.connection(id))
    }

    // MARK: Devices

    /// Reads the list of devices again, after a device was made, renamed or revoked.
    package func devicesChanged() {
        knownAt = nil
        askForDevices()
    }

    private func askForDevices() {
        guard !isAsking else { return }
        isAsking = true
        knownAt = venues.loop.now
        withDevices {}
    }

    private func know(_ result: Result<DeviceRoster, StoreError>, askedAt: Duration) {
        isAsking = false
        knownAt = venues.loop.now
        guard case .success(let known) = result else { return }
        hasPIN = known.hasPIN
        setWebhook(known.webhook)
        watch.know(known.devices, askedAt: askedAt, at: now)
    }

    /// Reads the list of devices, and calls back when it was read or can't be read.
    package func withDevices(_ done: @escaping () -> Void) {
        let slug = runner.slug
        let askedAt = venues.loop.now
        let done = LoopBound(done, on: venues.loop)
        venues.withRoster(of: slug) { venues, result in
            venues.runner(of: slug)?.screens.know(result, askedAt: askedAt)
            done.value()
        }
    }

    // MARK: Alarms

    /// Sets the webhook for alarms.
    ///
    /// - Parameter ownersAddress: the address that the venue's owner has set.
    private func setWebhook(_ ownersAddress: String?) {
        guard let carrier = venues.context.alarms else { return }
        let wanted = carrier.webhook(ownersAddress)
        guard wanted != webhook else { return }
        webhook = wanted
        carrier.changed(to: wanted, of: runner.slug)
    }

    /// Dismisses the alarms of a device.
    ///
    /// - Returns: `false` if the device does not exist.
    package func dismiss(_ device: String) -> Bool {
        guard let ended = watch.dismiss(device, at: now) else { return false }
        tell(of: ended)
        return true
    }

    private func tell(of alarms: [ScreenAlarm]) {
        for alarm in alarms {
            if alarm.end == nil { venues.context.metrics.alarmed() }
            if webhook != nil { post(alarm) }
            for follower in followers.values { follower.take(event("alarm", alarm.json)) }
        }
    }

    private func post(_ alarm: ScreenAlarm) {
        let key = AlarmCarrier.key(
            of: alarm, venue: runner.slug, epoch: runner.venue.record.epoch)
        venues.context.courier.post(
            AlarmCarrier.effect(of: alarm, venue: runner.slug, key: key), key: key, in: runner.slug)
    }

    // MARK: Every second

    func sweep(at instant: Duration) {
        let now = now
        let isSeen = !followers.isEmpty
        if knownAt.map({ (isSeen || !watch.alarms.isEmpty) && instant - $0 >= Self.knownFor })
            ?? true
        {
            askForDevices()
        }
        tell(of: watch.look(at: now))
        notePresences(at: now)
        guard isSeen else {
            _ = watch.takeChanged()
            return
        }
        encoded = [:]
        refresh()
        let changed = watch.takeChanged()
        let summary = summary(at: now)
        let isNews = summary != saidSummary
        saidSummary = summary
        for follower in followers.values {
            if isNews { follower.take(event("summary", stamped(summary, at: now))) }
            follower.take(changed)
        }
    }

    /// Stores which screens are present, so that screens which do not return after a restart are
    /// missed.
    private func notePresences(at now: TimePoint) {
        let presences = watch.takePresences(at: now)
        if !presences.isEmpty { venues.context.writer.note(presences: presences) }
    }

    private func refresh() {
        if refreshing.isEmpty { refreshing = watch.connections.ids.map(ScreenKey.connection) }
        let count = min((watch.connections.count + 9) / 10, Self.refreshedPerSecondMax)
        for key in refreshing.suffix(count) { watch.noteChanged(key) }
        refreshing.removeLast(min(count, refreshing.count))
    }

    // MARK: The list

    package func follow(_ follower: any ScreenListFollower) {
        followers[ObjectIdentifier(follower)] = follower
        let now = now
        follower.take(event("list", stamped(summary(at: now), at: now)))
        for alarm in watch.endedAlarms + watch.alarms.values {
            follower.take(event("alarm", alarm.json))
        }
        follower.takeAll(watch.keys)
    }

    package func unfollow(_ follower: any ScreenListFollower) {
        followers[ObjectIdentifier(follower)] = nil
    }

    /// Stops the streams of a device whose access was revoked or changed.
    func signedOut(_ device: String) {
        for follower in Array(followers.values) where follower.device == device {
            follower.stop()
        }
    }

    /// Returns an event with the current content of a row, or with the information that the row is
    /// gone.
    package func event(of key: ScreenKey) -> [UInt8] {
        if let known = encoded[key] { return known }
        let bytes =
            row(key, at: now).map { event("device", $0) }
            ?? event("gone", ["id": .string(key.text)])
        encoded[key] = bytes
        return bytes
    }

    private func row(_ key: ScreenKey, at now: TimePoint) -> JSON? {
        var line: SocketStatus?
        var subscriptions: [(view: String, behindRevs: Int)] = []
        if case .connection(let id) = key {
            line = runner.line(of: id)
            subscriptions = runner.venue.subscriptions(of: id)
        }
        return watch.row(key, at: now, line: line, subscriptions: subscriptions)
    }

    /// The summary, alarms and rows in one document.
    package var document: JSON {
        let now = now
        guard case .object(var members) = stamped(summary(at: now), at: now) else { return .null }
        members["alarms"] = .array(
            watch.alarms.values.sorted { $0.since.elapsed < $1.since.elapsed }.map(\.json))
        members["endedAlarms"] = .array(watch.endedAlarms.map(\.json))
        members["devices"] = .array(
            watch.keys.sorted { $0.text < $1.text }.compactMap { row($0, at: now) })
        return .object(members)
    }

    private func summary(at now: TimePoint) -> JSON {
        var states: [String: Int] = [:]
        for (count, number) in watch.counts { states[count.state.rawValue, default: 0] += number }
        let setAside = runner.setAside
        return JSON(present: [
            "venue": .string(runner.slug),
            "house": [
                "name": .string(runner.settings.name),
                "timeZone": .string(runner.settings.timeZone),
            ],
            "counts": .object(states.mapValues { JSON($0) }),
            "guests": JSON(runner.venue.clientCounts[.guest] ?? 0),
            "alarmCount": JSON(watch.alarms.count),
            "clockJumpSeconds": venues.context.clock.jumpSeconds.map { JSON($0) },
            "hasPIN": hasPIN.map(JSON.bool), "hasWebhook": .bool(webhook != nil),
            "setAside": setAside.isEmpty ? nil : .array(setAside.map(JSON.string)),
            "webhookRefusal": webhook.flatMap { _ in
                venues.context.alarms?.refusal(of: runner.slug).map { .string($0.rawValue) }
            },
        ])
    }

    private func stamped(_ summary: JSON, at now: TimePoint) -> JSON {
        guard case .object(var members) = summary else { return summary }
        members["now"] = .string(now.wall.description)
        return .object(members)
    }

    private func event(_ name: String, _ data: JSON) -> [UInt8] {
        var bytes = Array("event: \(name)\ndata: ".utf8)
        data.write(to: &bytes)
        bytes += "\n\n".utf8
        return bytes
    }
}
