import Sync

extension ScreenWatch {
    /// The number of ended alarms that are remembered.
    private static let endedAlarmCountMax = 20

    /// Checks all screens, and returns the alarms that have begun or ended.
    package mutating func look(at now: TimePoint) -> [ScreenAlarm] {
        guard isUnsettled else { return [] }
        isUnsettled = false
        let silent = silentDevices(at: now)
        dismissed.formIntersection(silent.keys)
        var news: [ScreenAlarm] = []
        // New alarms come first, so that the end of another alarm does not look like the all-clear.
        for (device, since) in silent where alarms[device] == nil && !dismissed.contains(device) {
            guard let screen = screens[device] else { continue }
            let loss = lost[device]?.since
            let alarm = ScreenAlarm(
                device: device, role: screen.role, name: screen.name, address: screen.address,
                since: loss.flatMap { $0.elapsed == since ? $0 : nil } ?? now.at(since))
            alarms[device] = alarm
            noteChanged(device)
            news.append(alarm)
        }
        for device in Array(alarms.keys) where silent[device] == nil {
            if let ended = end(device, at: now, isDismissed: false) { news.append(ended) }
        }
        return news
    }

    /// The devices that have been silent for too long, and since when.
    private mutating func silentDevices(at now: TimePoint) -> [String: Duration] {
        var silent: [String: Duration] = [:]
        for (device, loss) in lost where isMissed(device) {
            isUnsettled = true
            guard now.elapsed - loss.since.elapsed >= silentAfter else { continue }
            silent[device] = loss.since.elapsed
        }
        var silentCounts: [String: Int] = [:]
        for (id, since) in unanswered {
            isUnsettled = true
            guard let device = connections[id]?.device, isMissed(device),
                now.elapsed - since >= silentAfter
            else { continue }
            silentCounts[device, default: 0] += 1
            // If another connection of the device answers, this one is only an old one.
            guard silentCounts[device] == screens[device]?.connectionCount else { continue }
            silent[device] = min(since, silent[device] ?? since)
        }
        return silent
    }

    /// Whether the device is expected to be connected. Engineers' devices come and go.
    func isMissed(_ device: String) -> Bool {
        guard let role = screens[device]?.role else { return false }
        return role == .display || role == .host
    }

    private mutating func end(
        _ device: String, at now: TimePoint, isDismissed: Bool
    ) -> ScreenAlarm? {
        guard var alarm = alarms.removeValue(forKey: device) else { return nil }
        alarm.end = ScreenAlarm.End(at: now, isDismissed: isDismissed)
        endedAlarms.append(alarm)
        if endedAlarms.count > Self.endedAlarmCountMax { endedAlarms.removeFirst() }
        noteChanged(device)
        return alarm
    }

    /// Dismisses the alarm of a device, because a person says that it needs no attention.
    ///
    /// - Returns: the alarm that ends, if there was one; `nil` if there is no such device.
    package mutating func dismiss(_ device: String, at now: TimePoint) -> [ScreenAlarm]? {
        guard screens[device] != nil else { return nil }
        forgetLoss(of: device)
        guard let ended = end(device, at: now, isDismissed: true) else { return [] }
        dismissed.insert(device)
        isUnsettled = true
        return [ended]
    }
}
