import JSON
import Storage
import Sync
import Testing

@testable import Screens

/// The watch over screens, without sockets and without a clock.
@Suite struct ScreenWatchTests {
    static let start = TimePoint(
        elapsed: .seconds(1_000), wall: Instant(milliseconds: 1_795_197_845_000))

    var watch = ScreenWatch(silentAfter: .seconds(30))
    var now = Self.start
    let screen = ClientID(number: 1)

    mutating func connect(_ id: ClientID, _ role: Role = .display, device: String = "d_tv") {
        watch.connected(id, as: Principal(role: role, device: device), at: now)
    }

    mutating func disconnect(
        _ id: ClientID, isGoodbye: Bool = false, silentSince: Duration? = nil
    ) {
        watch.disconnected(id, isGoodbye: isGoodbye, silentSince: silentSince, at: now)
    }

    mutating func pass(_ seconds: Int) {
        now = TimePoint(
            elapsed: now.elapsed + .seconds(seconds),
            wall: Instant(milliseconds: now.wall.milliseconds + Int64(seconds) * 1_000))
    }

    /// Returns the alarms of a look, as `silent d_tv`, or `silent d_tv ended`.
    mutating func look() -> [String] {
        watch.look(at: now).map { alarm in
            let end = alarm.end.map { $0.isDismissed ? " dismissed" : " ended" } ?? ""
            return "silent \(alarm.device)\(end)"
        }.sorted()
    }

    // MARK: Silence

    @Test mutating func `a screen that leaves without a goodbye is missed after the delay`() {
        connect(screen)
        disconnect(screen)
        pass(29)
        #expect(look() == [])
        #expect(watch.state(of: "d_tv") == .away)
        pass(1)
        #expect(look() == ["silent d_tv"])
        #expect(watch.state(of: "d_tv") == .silent)
        #expect(watch.alarms.values.first?.since == Self.start)
        pass(60)
        #expect(look() == [])
        connect(ClientID(number: 2))
        #expect(look() == ["silent d_tv ended"])
        #expect(watch.endedAlarms.count == 1)
    }

    /// Passes a list from the store, which was read just now or at the given time.
    mutating func know(_ devices: [Device], askedAt: Duration? = nil) {
        watch.know(devices, askedAt: askedAt ?? now.elapsed, at: now)
    }

    mutating func restart(_ presence: DevicePresence, role: Role = .display) {
        watch = ScreenWatch(silentAfter: .seconds(30))
        know([device(presence, role)])
    }

    private func device(_ presence: DevicePresence, _ role: Role = .display) -> Device {
        var device = Device(
            id: "d_tv", role: role, name: nil, venue: "main", seenAt: Self.start.wall)
        device.presence = presence
        return device
    }

    @Test mutating func `a screen present when the hub ended is missed if it stays away`() {
        restart(.connected)
        pass(29)
        #expect(look() == [])
        pass(1)
        #expect(look() == ["silent d_tv"])
        #expect(watch.alarms.values.first?.since == Self.start)
        connect(screen)
        #expect(look() == ["silent d_tv ended"])
        #expect(watch.takePresences(at: now) == [:])
    }

    @Test mutating func `a screen already missed is missed at once, since the same time`() {
        let lostAt = Instant(milliseconds: Self.start.wall.milliseconds - 90_000)
        restart(.lost(since: lostAt))
        // The two clocks drift slightly. An alarm is identified by its start.
        now.wall = now.wall.adding(milliseconds: 7)
        #expect(look() == ["silent d_tv"])
        #expect(watch.alarms.values.first?.since.wall == lostAt)
        _ = watch.dismiss("d_tv", at: now)
        #expect(watch.takePresences(at: now) == ["d_tv": .away])
    }

    @Test mutating func `a device that had left, is not a screen, or is back is not missed`() {
        restart(.away)
        pass(60)
        #expect(look() == [])
        restart(.connected, role: .engineer)
        pass(60)
        #expect(look() == [])
        watch = ScreenWatch(silentAfter: .seconds(30))
        connect(screen)
        know([device(.connected)])
        pass(60)
        #expect(look() == [])
        // The store's earlier state is not news later on.
        disconnect(screen, isGoodbye: true)
        know([device(.connected)])
        pass(60)
        #expect(look() == [])
    }

    @Test mutating func `stores the presence of each expected screen once`() {
        connect(screen)
        #expect(watch.takePresences(at: now) == [:])
        know([device(.away)])
        #expect(watch.takePresences(at: now) == ["d_tv": .connected])
        #expect(watch.takePresences(at: now) == [:])
        disconnect(screen)
        #expect(watch.takePresences(at: now) == ["d_tv": .lost(since: now.wall)])
        pass(60)
        #expect(watch.takePresences(at: now) == [:])
        connect(ClientID(number: 2))
        #expect(watch.takePresences(at: now) == ["d_tv": .connected])
        disconnect(ClientID(number: 2), isGoodbye: true)
        #expect(watch.takePresences(at: now) == ["d_tv": .away])
    }

    @Test mutating func `a screen that returns in time or said goodbye is not missed`() {
        connect(screen)
        disconnect(screen)
        pass(20)
        connect(ClientID(number: 2))
        pass(60)
        #expect(look() == [])
        disconnect(ClientID(number: 2), isGoodbye: true)
        pass(600)
        #expect(look() == [])
    }

    @Test mutating func `engineers and owners are not missed`() {
        connect(screen, .engineer)
        connect(ClientID(number: 2), .owner, device: "d_desk")
        disconnect(screen)
        disconnect(ClientID(number: 2))
        pass(600)
        #expect(look() == [])
    }

    @Test mutating func `a silent screen is missed before its connection ends`() {
        connect(screen)
        let heardAt = now.elapsed
        pass(29)
        watch.stoppedAnswering(screen, since: heardAt)
        #expect(look() == [])
        pass(1)
        #expect(look() == ["silent d_tv"])
        #expect(watch.state(of: screen) == .silent)
        pass(5)
        // The hub has closed the connection, which does not change the silence.
        disconnect(screen, silentSince: heardAt)
        #expect(look() == [])
        #expect(watch.state(of: "d_tv") == .silent)
        connect(ClientID(number: 2))
        #expect(look() == ["silent d_tv ended"])
    }

    @Test mutating func `a silent earlier connection does not count beside a living one`() {
        connect(screen)
        connect(ClientID(number: 2))
        watch.stoppedAnswering(screen, since: now.elapsed)
        pass(40)
        #expect(look() == [])
        disconnect(screen, silentSince: Self.start.elapsed)
        pass(40)
        #expect(look() == [])
        watch.stoppedAnswering(ClientID(number: 2), since: now.elapsed)
        pass(40)
        #expect(look() == ["silent d_tv"])
        watch.answersAgain(ClientID(number: 2))
        #expect(look() == ["silent d_tv ended"])
    }

    @Test mutating func `a lost screen's row keeps its last values until it is back`() throws {
        let line = SocketStatus(
            address: "192.168.1.23", heardAt: now.elapsed, isCongested: false)
        watch.connected(
            screen, as: Principal(role: .display, device: "d_tv"), from: line.address, at: now)
        pass(3)
        let last = watch.last(
            of: screen, at: now, line: line,
            subscriptions: [("waitlist/display", 2), ("notice/display", 0)])
        watch.disconnected(screen, isGoodbye: false, silentSince: nil, last: last, at: now)
        pass(30)
        #expect(look() == ["silent d_tv"])
        #expect(watch.alarms.values.first?.json["address"] == "192.168.1.23")
        let lost = watch.row(.device("d_tv"), at: now, line: nil, subscriptions: [])
        let told = try #require(lost?["last"])
        #expect(told["address"] == "192.168.1.23")
        #expect(told["connectedAt"]?.text == Self.start.wall.description)
        #expect(told["heardAt"]?.text == Self.start.wall.description)
        #expect(
            told["views"]
                == [["view": "waitlist/display", "behindRevs": 2], ["view": "notice/display"]])
        #expect(told["device"] == nil)
        connect(ClientID(number: 2))
        disconnect(ClientID(number: 2), isGoodbye: true)
        let away = watch.row(.device("d_tv"), at: now, line: nil, subscriptions: [])
        #expect(away?["last"] == nil)
    }
}
