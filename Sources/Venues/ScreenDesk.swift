import Boards
import Clocks
import Delivery
package import JSON
import Metrics
package import Screens
import SignIn
import Store
package import Sync
import Transport

/// Somebody who follows the list of a venue's screens.
package protocol ScreenListFollower: AnyObject {
    /// Whose token it was asked for with.
    var device: String { get }
    /// Something that is told in any case, and before the rows.
    func take(_ event: [UInt8])
    /// The rows that there are when it begins to follow.
    func takeAll(_ keys: [ScreenKey])
    /// Rows that have changed, of which there may be more every second than go into one.
    func take(_ changed: Set<ScreenKey>)
    func stop()
}

/// Where the screens of one venue are watched: gives the state machine the time and the news, tells
/// those who follow the list, and passes alarms on. Lives on the venue's loop.
package final class ScreenDesk {
    private unowned let runner: VenueRunner
    private unowned let venues: LoopVenues
    private(set) var watch: ScreenWatch
    private var followers: [ObjectIdentifier: any ScreenListFollower] = [:]
    /// What was encoded in this look, for all who follow.
    private var encoded: [ScreenKey: [UInt8]] = [:]
    private var saidSummary: JSON?
    /// Connections whose signs of life are told next.
    private var refreshing: [ScreenKey] = []
    private var knownAt: Duration?
    private var isAsking = false
    /// Whether the host's page asks for a PIN; `nil` before it is known.
    private var hasPIN: Bool?
    /// Where alarms go; `nil` when nowhere.
    private var webhook: Webhook?

    /// The list of devices is read again this often while somebody looks at it.
    private static let knownFor = Duration.seconds(10)
    /// When a connection was heard last changes all the time; each is told of every ten seconds, or
    /// as often as this many a second allow.
    private static let refreshedPerSecondMax = 50

    init(of runner: VenueRunner, among venues: LoopVenues) {
        self.runner = runner
        self.venues = venues
        watch = ScreenWatch(delays: venues.context.options.screenDelays)
    }

    private var now: TimePoint {
        TimePoint(elapsed: venues.loop.now, wall: venues.context.clock.now)
    }

    func begin() {
        watch.shown(runner.venue.viewRevisions, at: venues.loop.now)
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
                of: id, at: now, currentPage: venues.context.options.pageVersion,
                line: runner.line(of: id), subscriptions: runner.venue.subscriptions(of: id))
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
        guard watch.connections[id] != nil else { return }
        watch.noteChanged(.connection(id))
    }

    func shown(at instant: Duration) { watch.shown(runner.venue.viewRevisions, at: instant) }

    func painted(_ painting: Painting, by id: ClientID) {
        let now = now
        venues.context.metrics.painted()
        let isNews = watch.painted(painting, by: id, at: now)
        guard isNews, let receivedAt = runner.recentEvents[painting.rev]?.receivedAt else { return }
        let after = now.elapsed - .milliseconds(painting.agoMilliseconds) - receivedAt
        venues.context.metrics.painted(after: max(.zero, after), in: runner.slug)
    }

    func drifted(_ view: String, by id: ClientID) {
        watch.drifted(view, by: id, at: now)
    }

    // MARK: Devices

    /// The list may be another one than before: a device was made, renamed or revoked.
    package func devicesChanged() {
        knownAt = nil
        askForDevices()
    }

    private func askForDevices() {
        guard !isAsking else { return }
        isAsking = true
        let askedAt = venues.loop.now
        knownAt = askedAt
        let slug = runner.slug
        venues.withRoster(of: slug) { venues, result in
            venues.runner(of: slug)?.screens.know(result, askedAt: askedAt)
        }
    }

    private func know(_ result: Result<DeviceRoster, StoreError>, askedAt: Duration) {
        isAsking = false
        knownAt = venues.loop.now
        guard case .success(let known) = result else { return }
        hasPIN = known.hasPIN
        setWebhook(known.webhook)
        watch.know(known.devices, askedAt: askedAt, at: now)
    }

    /// Calls back when the list is as new as can be.
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

    /// - Parameter ownersAddress: what the owner has named.
    private func setWebhook(_ ownersAddress: String?) {
        guard let carrier = venues.context.alarms else { return }
        let wanted = carrier.webhook(ownersAddress)
        guard wanted != webhook else { return }
        webhook = wanted
        carrier.changed(to: wanted, of: runner.slug)
    }

    /// - Returns: false when there is no such device.
    package func dismiss(_ device: String) -> Bool {
        guard let ended = watch.dismiss(device, at: now) else { return false }
        tell(of: ended)
        return true
    }

    private func tell(of alarms: [ScreenAlarm]) {
        for alarm in alarms {
            if alarm.end == nil { venues.context.metrics.alarmed(alarm.key.kind) }
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
        tell(of: watch.look(at: now) { [runner] in runner.venue.watches($0, $1) })
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

    /// So that who does not come back after a restart is missed.
    private func notePresences(at now: TimePoint) {
        let presences = watch.takePresences(at: now)
        if !presences.isEmpty { venues.context.writer.note(presences: presences) }
    }

    private func refresh() {
        if refreshing.isEmpty { refreshing = watch.connections.keys.map(ScreenKey.connection) }
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

    /// The device's access was revoked or changed.
    func signedOut(_ device: String) {
        for follower in Array(followers.values) where follower.device == device {
            follower.stop()
        }
    }

    /// A row as it is now, or that it is gone.
    package func event(of key: ScreenKey) -> [UInt8] {
        if let known = encoded[key] { return known }
        let bytes =
            row(key, at: now).map { event("device", $0) }
            ?? event("gone", ["id": .string(key.text)])
        encoded[key] = bytes
        return bytes
    }

    private func row(_ key: ScreenKey, at now: TimePoint) -> JSON? {
        var line: ScreenLine?
        var subscriptions: [String] = []
        if case .connection(let id) = key {
            line = runner.line(of: id)
            subscriptions = runner.venue.subscriptions(of: id)
        }
        return watch.row(
            key, at: now, currentPage: venues.context.options.pageVersion, line: line,
            subscriptions: subscriptions)
    }

    /// All at once.
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
        return JSON(present: [
            "venue": .string(runner.slug), "page": .string(venues.context.options.pageVersion),
            "house": [
                "name": .string(runner.settings.name),
                "timeZone": .string(runner.settings.timeZone),
            ],
            "counts": .object(states.mapValues { JSON($0) }),
            "guests": JSON(runner.venue.clientCounts[.guest] ?? 0),
            "alarmCount": JSON(watch.alarms.count),
            "clockJumpSeconds": venues.context.clock.jumpSeconds.map { JSON($0) },
            "hasPIN": hasPIN.map(JSON.bool), "hasWebhook": .bool(webhook != nil),
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
