import Sync

extension ScreenWatch {
    /// How many alarms that have ended are remembered.
    private static let endedAlarmCountMax = 20
    /// Every screen is behind for a moment; from here on the list says so, without an alarm yet.
    private static let lagShownAfter = Duration.seconds(2)

    /// Looks at everybody, and says which alarms have begun or ended.
    ///
    /// - Parameter watches: whether a connection still watches a view.
    mutating func look(
        at now: Moment, watches: (ClientID, String) -> Bool
    ) -> [ScreenAlarm] {
        guard isUnsettled else { return [] }
        isUnsettled = false
        var wrong: [ScreenAlarm.Key: Duration] = [:]
        lookAtReports(at: now, watches: watches, &wrong)
        lookForSilence(at: now, &wrong)
        dismissed.formIntersection(wrong.keys)
        // Of one that is silent nobody knows what it paints.
        for key in Array(wrong.keys) where key.kind == .silent {
            wrong[ScreenAlarm.Key(device: key.device, kind: .behind)] = nil
        }
        var news: [ScreenAlarm] = []
        // What begins comes first, so that nobody takes the end of another alarm for all being well.
        for (key, since) in wrong where alarms[key] == nil && !dismissed.contains(key) {
            guard let screen = screens[key.device] else { continue }
            let alarm = ScreenAlarm(
                key: key, role: screen.role, name: screen.name, address: screen.address,
                since: now.at(since))
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
        at now: Moment, watches: (ClientID, String) -> Bool,
        _ wrong: inout [ScreenAlarm.Key: Duration]
    ) {
        let wasBehind = behind
        behind = []
        for (id, connection) in connections {
            guard let report = connection.report else { continue }
            let isDisplay = screens[connection.device]?.role == .display
            for view in report.views {
                // One copy may be wrong, and old as well.
                if let at = view.driftedAt {
                    driftsLook(at, of: id, connection.device, now.elapsed, &wrong)
                }
                guard let painted = view.painted,
                    let passed = timelines[view.name]?.passed(painted.rev)
                else { continue }
                isUnsettled = true
                let lag = now.elapsed - passed
                // A tablet that lies in a drawer shows nothing, and so nothing wrong.
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
        at now: Moment, _ wrong: inout [ScreenAlarm.Key: Duration]
    ) {
        for (device, loss) in lost where isMissed(device) {
            isUnsettled = true
            guard now.elapsed - loss.since >= delays.silent else { continue }
            note(loss.since, ScreenAlarm.Key(device: device, kind: .silent), &wrong)
        }
        var silentCounts: [String: Int] = [:]
        for (id, since) in unanswered {
            isUnsettled = true
            guard let device = connections[id]?.device, isMissed(device),
                now.elapsed - since >= delays.silent
            else { continue }
            silentCounts[device, default: 0] += 1
            // Another connection of the device is well: this one is what is left of an earlier one.
            guard silentCounts[device] == screens[device]?.connectionCount else { continue }
            note(since, ScreenAlarm.Key(device: device, kind: .silent), &wrong)
        }
    }

    /// Whether somebody counts on it: an engineer's desk comes and goes.
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
        _ key: ScreenAlarm.Key, at now: Moment, isDismissed: Bool
    ) -> ScreenAlarm? {
        guard var alarm = alarms.removeValue(forKey: key) else { return nil }
        alarm.end = ScreenAlarm.End(at: now, isDismissed: isDismissed)
        endedAlarms.append(alarm)
        if endedAlarms.count > Self.endedAlarmCountMax { endedAlarms.removeFirst() }
        noteChanged(key.device)
        return alarm
    }

    /// A person says that all is well with a device, or that nobody counts on it any more.
    ///
    /// - Returns: the alarms that end by that; `nil` when there is no such device.
    mutating func dismiss(_ device: String, at now: Moment) -> [ScreenAlarm]? {
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
