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

    /// What a look finds, as `silent d_tv`, or `silent d_tv ended`.
    mutating func look() -> [String] {
        watch.look(at: now).map { alarm in
            let end = alarm.end.map { $0.isDismissed ? " dismissed" : " ended" } ?? ""
            return "silent \(alarm.device)\(end)"
        }.sorted()
    }

    // MARK: Silence

    @Test mutating func `a screen that is gone without a goodbye is missed after the delay`() {
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

    /// The store was asked a moment ago, or when it is said.
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

    @Test mutating func `who was there when the hub ended, and does not come back, is missed`() {
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

    @Test mutating func `who was missed already is missed at once, since the same time`() {
        let lostAt = Instant(milliseconds: Self.start.wall.milliseconds - 90_000)
        restart(.lost(since: lostAt))
        // The two clocks never go quite alike. An alarm is known by when it began.
        now.wall = now.wall.adding(milliseconds: 7)
        #expect(look() == ["silent d_tv"])
        #expect(watch.alarms.values.first?.since.wall == lostAt)
        _ = watch.dismiss("d_tv", at: now)
        #expect(watch.takePresences(at: now) == ["d_tv": .away])
    }

    @Test mutating func `nobody is missed who had left, is no screen, or is back already`() {
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
        // What the store has from before is no news later on.
        disconnect(screen, isGoodbye: true)
        know([device(.connected)])
        pass(60)
        #expect(look() == [])
    }

    @Test mutating func `what is written down is who is counted on, once`() {
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

    @Test mutating func `one that is back in time, or said goodbye, is not missed`() {
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

    @Test mutating func `an engineer and an owner may go as they like`() {
        connect(screen, .engineer)
        connect(ClientID(number: 2), .owner, device: "d_desk")
        disconnect(screen)
        disconnect(ClientID(number: 2))
        pass(600)
        #expect(look() == [])
    }

    @Test mutating func `one that does not answer is missed before its connection has ended`() {
        connect(screen)
        let heardAt = now.elapsed
        pass(29)
        watch.stoppedAnswering(screen, since: heardAt)
        #expect(look() == [])
        pass(1)
        #expect(look() == ["silent d_tv"])
        #expect(watch.state(of: screen) == .silent)
        pass(5)
        // The hub has given it up: it is as silent as before.
        disconnect(screen, silentSince: heardAt)
        #expect(look() == [])
        #expect(watch.state(of: "d_tv") == .silent)
        connect(ClientID(number: 2))
        #expect(look() == ["silent d_tv ended"])
    }

    @Test mutating func `what is left of an earlier connection does not count beside a living one`()
    {
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

    @Test mutating func `a lost screen keeps what its row said, until it is back`() throws {
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
