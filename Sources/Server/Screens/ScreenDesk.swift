import JSON
import Store
import Sync
import Transport

/// Where the screens of one venue are watched: gives the state machine the time and the news, tells
/// those who follow the list, and passes alarms on. Lives on the venue's loop.
final class ScreenDesk {
    private unowned let host: VenueHost
    private unowned let station: Station
    private(set) var watch: ScreenWatch
    private var streams: [ObjectIdentifier: DevicesStream] = [:]
    /// What was encoded in this look, for all who follow.
    private var encoded: [ScreenKey: [UInt8]] = [:]
    private var saidSummary: JSON?
    /// Connections whose signs of life are told next.
    private var refreshing: [ScreenKey] = []
    private var knownAt: Duration?
    private var isAsking = false
    /// Whether the host's page asks for a PIN; `nil` before it is known.
    private var hasPIN: Bool?
    private var webhook: AlarmWebhook?

    /// The list of devices is read again this often while somebody looks at it.
    private static let knownFor = Duration.seconds(10)
    /// When a connection was heard last changes all the time; each is told of every ten seconds, or
    /// as often as this many a second allow.
    private static let refreshedPerSecondMax = 50

    init(host: VenueHost, station: Station) {
        self.host = host
        self.station = station
        watch = ScreenWatch(delays: station.context.options.timing.screens)
    }

    private var now: Moment {
        Moment(elapsed: station.loop.now, wall: station.context.clock.now)
    }

    func begin() {
        watch.shown(host.venue.viewRevisions, at: station.loop.now)
        setWebhook(operatorsWebhook)
        askForDevices()
    }

    // MARK: News

    func connected(_ id: ClientID, as principal: Principal) {
        watch.connected(id, as: principal, from: host.line(of: id)?.address, at: now)
        if watch.screens[principal.device]?.name == nil { knownAt = nil }
    }

    func disconnected(_ id: ClientID, isGoodbye: Bool, silentSince: Duration?) {
        let now = now
        var last: JSON?
        if !isGoodbye, watch.isOnlyConnection(id) {
            last = watch.last(
                of: id, at: now, currentPage: station.context.files.version,
                line: host.line(of: id), subscriptions: host.venue.subscriptions(of: id))
        }
        watch.disconnected(id, isGoodbye: isGoodbye, silentSince: silentSince, last: last, at: now)
    }

    func isSilent(_ id: ClientID, since instant: Duration) { watch.isSilent(id, since: instant) }

    func isHeardAgain(_ id: ClientID) { watch.isHeardAgain(id) }

    func changed(_ id: ClientID) {
        guard watch.connections[id] != nil else { return }
        watch.noteChanged(.connection(id))
    }

    func shown(at instant: Duration) { watch.shown(host.venue.viewRevisions, at: instant) }

    func painted(_ painting: Painting, by id: ClientID) {
        let now = now
        station.context.metrics.painted()
        let isNews = watch.painted(painting, by: id, at: now)
        guard isNews, let receivedAt = host.recentEvents[painting.rev]?.receivedAt else { return }
        let after = now.elapsed - .milliseconds(painting.agoMilliseconds) - receivedAt
        station.context.metrics.painted(after: max(.zero, after), in: host.slug)
    }

    func drifted(_ view: String, by id: ClientID) {
        watch.drifted(view, by: id, at: now)
    }

    // MARK: Devices

    /// The list may be another one than before: a device was made, renamed or revoked.
    func devicesChanged() {
        knownAt = nil
        askForDevices()
    }

    private func askForDevices() {
        guard !isAsking else { return }
        isAsking = true
        let askedAt = station.loop.now
        knownAt = askedAt
        let slug = host.slug
        station.context.history.devices(of: slug, on: station.worker) { station, result in
            station.host(of: slug)?.screens.know(result, askedAt: askedAt)
        }
    }

    private func know(_ result: Result<KnownDevices, StoreError>, askedAt: Duration) {
        isAsking = false
        knownAt = station.loop.now
        guard case .success(let known) = result else { return }
        hasPIN = known.hasPIN
        let wanted = known.webhook.map { Webhook(address: $0, isOperators: false) }
        setWebhook(wanted ?? operatorsWebhook)
        watch.know(known.devices, askedAt: askedAt, at: now)
    }

    /// Calls back when the list is as new as can be.
    func withDevices(_ done: @escaping () -> Void) {
        let slug = host.slug
        let askedAt = station.loop.now
        let done = LoopBound(done, on: station.loop)
        station.context.history.devices(of: slug, on: station.worker) { station, result in
            station.host(of: slug)?.screens.know(result, askedAt: askedAt)
            done.value()
        }
    }

    // MARK: Alarms

    private var operatorsWebhook: Webhook? {
        station.context.options.alarmWebhook.map { Webhook(address: $0, isOperators: true) }
    }

    /// Where alarms are sent from now on; `nil` sends them nowhere. What waits for an earlier address
    /// is not sent any more.
    private func setWebhook(_ wanted: Webhook?) {
        guard wanted != webhook?.webhook else { return }
        webhook = nil
        guard let wanted, let sender = station.context.options.webhookSender else { return }
        webhook = AlarmWebhook(
            wanted, venue: host.slug, timing: station.context.options.timing.webhook,
            metrics: station.context.metrics, logger: station.context.logger, sender: sender)
    }

    /// - Returns: false when there is no such device.
    func dismiss(_ device: String) -> Bool {
        guard let ended = watch.dismiss(device, at: now) else { return false }
        tell(of: ended)
        return true
    }

    private func tell(of alarms: [ScreenAlarm]) {
        for alarm in alarms {
            if alarm.end == nil { station.context.metrics.alarmed(alarm.key.kind) }
            webhook?.take(alarm, epoch: host.venue.record.epoch)
            for stream in streams.values { stream.take(event("alarm", alarm.json)) }
        }
    }

    // MARK: Every second

    func sweep(at instant: Duration) {
        let now = now
        let isSeen = !streams.isEmpty
        if knownAt.map({ (isSeen || !watch.alarms.isEmpty) && instant - $0 >= Self.knownFor })
            ?? true
        {
            askForDevices()
        }
        tell(of: watch.look(at: now) { [host] in host.venue.watches($0, $1) })
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
        for stream in streams.values {
            if isNews { stream.take(event("summary", stamped(summary, at: now))) }
            stream.take(changed)
        }
    }

    /// So that who does not come back after a restart is missed.
    private func notePresences(at now: Moment) {
        let presences = watch.takePresences(at: now)
        if !presences.isEmpty { station.context.writer.note(presences: presences) }
    }

    private func refresh() {
        if refreshing.isEmpty { refreshing = watch.connections.keys.map(ScreenKey.connection) }
        let count = min((watch.connections.count + 9) / 10, Self.refreshedPerSecondMax)
        for key in refreshing.suffix(count) { watch.noteChanged(key) }
        refreshing.removeLast(min(count, refreshing.count))
    }

    // MARK: The list

    func follow(_ stream: DevicesStream) {
        streams[ObjectIdentifier(stream)] = stream
        let now = now
        stream.take(event("list", stamped(summary(at: now), at: now)))
        for alarm in watch.endedAlarms + watch.alarms.values {
            stream.take(event("alarm", alarm.json))
        }
        stream.takeAll(watch.keys)
    }

    func unfollow(_ stream: DevicesStream) { streams[ObjectIdentifier(stream)] = nil }

    /// What the device was let in as is not so any more.
    func signedOut(_ device: String) {
        for stream in Array(streams.values) where stream.device == device { stream.stop() }
    }

    /// A row as it is now, or that it is gone.
    func event(of key: ScreenKey) -> [UInt8] {
        if let known = encoded[key] { return known }
        let bytes =
            row(key, at: now).map { event("device", $0) }
            ?? event("gone", ["id": .string(key.text)])
        encoded[key] = bytes
        return bytes
    }

    private func row(_ key: ScreenKey, at now: Moment) -> JSON? {
        var line: ScreenLine?
        var subscriptions: [String] = []
        if case .connection(let id) = key {
            line = host.line(of: id)
            subscriptions = host.venue.subscriptions(of: id)
        }
        return watch.row(
            key, at: now, currentPage: station.context.files.version, line: line,
            subscriptions: subscriptions)
    }

    /// All at once.
    var document: JSON {
        let now = now
        guard case .object(var members) = stamped(summary(at: now), at: now) else { return .null }
        members["alarms"] = .array(
            watch.alarms.values.sorted { $0.since.elapsed < $1.since.elapsed }.map(\.json))
        members["endedAlarms"] = .array(watch.endedAlarms.map(\.json))
        members["devices"] = .array(
            watch.keys.sorted { $0.text < $1.text }.compactMap { row($0, at: now) })
        return .object(members)
    }

    private func summary(at now: Moment) -> JSON {
        var states: [String: Int] = [:]
        for (count, number) in watch.counts { states[count.state.rawValue, default: 0] += number }
        return JSON(present: [
            "venue": .string(host.slug), "page": .string(station.context.files.version),
            "house": [
                "name": .string(host.settings.name), "timeZone": .string(host.settings.timeZone),
            ],
            "counts": .object(states.mapValues { JSON($0) }),
            "guests": JSON(host.venue.clientCounts[.guest] ?? 0),
            "alarmCount": JSON(watch.alarms.count),
            "clockJumpSeconds": station.context.clock.jumpSeconds.map { JSON($0) },
            "hasPIN": hasPIN.map(JSON.bool), "hasWebhook": .bool(webhook != nil),
            "webhookRefusal": (webhook?.refusal?.rawValue).map(JSON.string),
        ])
    }

    private func stamped(_ summary: JSON, at now: Moment) -> JSON {
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
