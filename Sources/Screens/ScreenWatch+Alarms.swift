package import Sync

extension ScreenWatch {
    /// The number of ended alarms that are remembered.
    private static let endedAlarmCountMax = 20
    /// Every screen is behind for a moment. After this time the list shows it, without an alarm.
    private static let lagShownAfter = Duration.seconds(2)

    /// Checks all screens, and returns the alarms that have begun or ended.
    ///
    /// - Parameter watches: whether a connection still watches a view.
    package mutating func look(
        at now: TimePoint, watches: (ClientID, String) -> Bool
    ) -> [ScreenAlarm] {
        guard isUnsettled else { return [] }
        isUnsettled = false
        var wrong: [ScreenAlarm.Key: Duration] = [:]
        lookAtReports(at: now, watches: watches, &wrong)
        lookForSilence(at: now, &wrong)
        dismissed.formIntersection(wrong.keys)
        // Nobody knows what a silent screen shows.
        for key in Array(wrong.keys) where key.kind == .silent {
            wrong[ScreenAlarm.Key(device: key.device, kind: .behind)] = nil
        }
        var news: [ScreenAlarm] = []
        // New alarms come first, so that the end of another alarm does not look like the all-clear.
        for (key, since) in wrong where alarms[key] == nil && !dismissed.contains(key) {
            guard let screen = screens[key.device] else { continue }
            let loss = lost[key.device]?.since
            let alarm = ScreenAlarm(
                key: key, role: screen.role, name: screen.name, address: screen.address,
                since: loss.flatMap { $0.elapsed == since ? $0 : nil } ?? now.at(since))
            alarms[key] = alarm
            noteChanged(key.device)
            news.append(alarm)
        }
        for key in Array(alarms.keys) where wrong[key] == nil {
            if let ended = end(key, at: now, isDismissed: false) { news.append(ended) }
        }
        return news
    }

    private mutating func lookAtReports(
        at now: TimePoint, watches: (ClientID, String) -> Bool,
        _ wrong: inout [ScreenAlarm.Key: Duration]
    ) {
        let wasBehind = behind
        behind = []
        for (id, connection) in connections {
            guard let report = connection.report else { continue }
            let isDisplay = screens[connection.device]?.role == .display
            for view in report.views {
                // A copy may be both wrong and old.
                if let at = view.driftedAt {
                    driftsLook(at, of: id, connection.device, now.elapsed, &wrong)
                }
                guard let painted = view.painted,
                    let passed = timelines[view.name]?.passed(painted.rev)
                else { continue }
                isUnsettled = true
                let lag = now.elapsed - passed
                // A hidden page on a tablet shows nothing, so it can't be behind.
                if lag < Self.lagShownAfter || (report.isHidden && !isDisplay) { continue }
                noteChanged(.connection(id))
                guard lag >= delays.behind, watches(id, view.name) else { continue }
                behind.insert(id)
                note(passed, ScreenAlarm.Key(device: connection.device, kind: .behind), &wrong)
            }
        }
        for id in behind.symmetricDifference(wasBehind) { noteChanged(.connection(id)) }
    }

    private mutating func driftsLook(
        _ at: Duration, of id: ClientID, _ device: String, _ now: Duration,
        _ wrong: inout [ScreenAlarm.Key: Duration]
    ) {
        isUnsettled = true
        if now - at >= delays.driftedFor {
            connections[id]?.report?.forgetDrifts(until: at)
            noteChanged(.connection(id))
        } else {
            note(at, ScreenAlarm.Key(device: device, kind: .drifted), &wrong)
        }
    }

    private mutating func lookForSilence(
        at now: TimePoint, _ wrong: inout [ScreenAlarm.Key: Duration]
    ) {
        for (device, loss) in lost where isMissed(device) {
            isUnsettled = true
            guard now.elapsed - loss.since.elapsed >= delays.silent else { continue }
            note(loss.since.elapsed, ScreenAlarm.Key(device: device, kind: .silent), &wrong)
        }
        var silentCounts: [String: Int] = [:]
        for (id, since) in unanswered {
            isUnsettled = true
            guard let device = connections[id]?.device, isMissed(device),
                now.elapsed - since >= delays.silent
            else { continue }
            silentCounts[device, default: 0] += 1
            // If another connection of the device answers, this one is just an old one.
            guard silentCounts[device] == screens[device]?.connectionCount else { continue }
            note(since, ScreenAlarm.Key(device: device, kind: .silent), &wrong)
        }
    }

    /// Whether the device is expected to be connected. Engineers come and go.
    func isMissed(_ device: String) -> Bool {
        guard let role = screens[device]?.role else { return false }
        return role == .display || role == .host
    }

    private func note(
        _ since: Duration, _ key: ScreenAlarm.Key, _ wrong: inout [ScreenAlarm.Key: Duration]
    ) {
        wrong[key] = min(since, wrong[key] ?? since)
    }

    private mutating func end(
        _ key: ScreenAlarm.Key, at now: TimePoint, isDismissed: Bool
    ) -> ScreenAlarm? {
        guard var alarm = alarms.removeValue(forKey: key) else { return nil }
        alarm.end = ScreenAlarm.End(at: now, isDismissed: isDismissed)
        endedAlarms.append(alarm)
        if endedAlarms.count > Self.endedAlarmCountMax { endedAlarms.removeFirst() }
        noteChanged(key.device)
        return alarm
    }

    /// Dismisses the alarms of a device, because a person says that they need no attention.
    ///
    /// - Returns: the alarms that end; `nil` if there is no such device.
    package mutating func dismiss(_ device: String, at now: TimePoint) -> [ScreenAlarm]? {
        guard screens[device] != nil else { return nil }
        forgetLoss(of: device)
        return ScreenAlarm.Kind.allCases.compactMap { kind in
            let key = ScreenAlarm.Key(device: device, kind: kind)
            guard let ended = end(key, at: now, isDismissed: true) else { return nil }
            dismissed.insert(key)
            isUnsettled = true
            return ended
        }
    }
}
