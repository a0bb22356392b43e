import JSON
import Store
import Sync
import Testing

@testable import Screens

/// The watch over screens, without sockets and without a clock.
@Suite struct ScreenWatchTests {
    static let start = TimePoint(
        elapsed: .seconds(1_000), wall: Instant(milliseconds: 1_795_197_845_000))
    static let view = "waitlist/display"

    var watch = ScreenWatch(delays: ScreenDelays())
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

    mutating func show(_ rev: Int) {
        watch.shown([(Self.view, rev)], at: now.elapsed)
    }

    @discardableResult
    mutating func paint(
        _ rev: Int, by id: ClientID, isRight: Bool? = true, isHidden: Bool = false
    ) -> Bool {
        watch.painted(
            Painting(view: Self.view, rev: rev, hash: 7, isRight: isRight, isHidden: isHidden),
            by: id, at: now)
    }

    mutating func pass(_ seconds: Int) {
        now = TimePoint(
            elapsed: now.elapsed + .seconds(seconds),
            wall: Instant(milliseconds: now.wall.milliseconds + Int64(seconds) * 1_000))
    }

    /// What a look finds, as `silent d_tv`, or `silent d_tv ended`.
    mutating func look() -> [String] {
        watch.look(at: now) { _, _ in true }.map { alarm in
            let end = alarm.end.map { $0.isDismissed ? " dismissed" : " ended" } ?? ""
            return "\(alarm.key.kind.rawValue) \(alarm.key.device)\(end)"
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
        watch = ScreenWatch(delays: ScreenDelays())
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
        watch = ScreenWatch(delays: ScreenDelays())
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

    @Test mutating func `one that is silent is no longer behind, for nobody knows what it paints`()
    {
        connect(screen)
        show(1)
        paint(1, by: screen)
        show(2)
        let heardAt = now.elapsed
        pass(10)
        #expect(look() == ["behind d_tv"])
        watch.stoppedAnswering(screen, since: heardAt)
        pass(20)
        let news = watch.look(at: now) { _, _ in true }
        // The end comes last: it is not well in between.
        #expect(news.map(\.key.kind) == [.silent, .behind])
        #expect(news.map { $0.end == nil } == [true, false])
        watch.answersAgain(screen)
        #expect(look() == ["behind d_tv", "silent d_tv ended"])
    }

    @Test mutating func `a lost screen keeps what its row said, until it is back`() throws {
        let subscriptions = [Self.view]
        let line = SocketStatus(
            address: "192.168.1.23", heardAt: now.elapsed, isCongested: false)
        watch.connected(
            screen, as: Principal(role: .display, device: "d_tv"), from: line.address, at: now)
        show(5)
        paint(5, by: screen)
        show(6)
        pass(3)
        let last = watch.last(
            of: screen, at: now, currentPage: "", line: line, subscriptions: subscriptions)
        watch.disconnected(screen, isGoodbye: false, silentSince: nil, last: last, at: now)
        pass(30)
        #expect(look() == ["silent d_tv"])
        #expect(watch.alarms.values.first?.json["address"] == "192.168.1.23")
        let lost = watch.row(
            .device("d_tv"), at: now, currentPage: "", line: nil, subscriptions: [])
        let told = try #require(lost?["last"])
        #expect(told["address"] == "192.168.1.23")
        #expect(told["connectedAt"]?.text == Self.start.wall.description)
        #expect(told["heardAt"]?.text == Self.start.wall.description)
        let view = try #require(told["views"]?.elements?.first)
        #expect(view["painted"]?["rev"] == 5)
        #expect(view["rev"] == 6)
        #expect(told["device"] == nil)
        connect(ClientID(number: 2))
        disconnect(ClientID(number: 2), isGoodbye: true)
        let away = watch.row(
            .device("d_tv"), at: now, currentPage: "", line: nil, subscriptions: [])
        #expect(away?["last"] == nil)
    }

    // MARK: Lag

    @Test mutating func `a screen that paints no longer is behind after the delay`() {
        connect(screen)
        show(5)
        paint(5, by: screen)
        pass(100)
        #expect(look() == [])
        show(6)
        pass(9)
        #expect(look() == [])
        pass(1)
        #expect(look() == ["behind d_tv"])
        #expect(watch.state(of: screen) == .behind)
        paint(6, by: screen)
        #expect(look() == ["behind d_tv ended"])
        #expect(watch.state(of: screen) == .ok)
    }

    @Test mutating func `one that is always a second behind a busy evening keeps up`() {
        connect(screen)
        show(0)
        paint(0, by: screen)
        for rev in 1...60 {
            show(rev)
            pass(1)
            paint(rev - 1, by: screen, isRight: nil)
            #expect(look() == [])
        }
    }

    @Test mutating func `time counts from the first revision that was missed, not from the last`() {
        connect(screen)
        show(1)
        paint(1, by: screen)
        for rev in 2...11 {
            pass(1)
            show(rev)
            #expect(look() == [])
        }
        pass(1)
        #expect(look() == ["behind d_tv"])
        #expect(watch.alarms.values.first?.since.elapsed == Self.start.elapsed + .seconds(1))
    }

    @Test mutating func `who has never painted, or watches the view no more, is not behind`() {
        connect(screen)
        show(1)
        connect(ClientID(number: 2), device: "d_2")
        paint(1, by: ClientID(number: 2))
        show(2)
        pass(60)
        let news = watch.look(at: now) { id, _ in id == screen }
        #expect(news.isEmpty)
    }

    @Test
    mutating func `a tablet that lies in a drawer is not behind; a television out of sight is`() {
        let tablet = ClientID(number: 2)
        connect(screen)
        connect(tablet, .host, device: "d_tablet")
        show(1)
        for id in [screen, tablet] { paint(1, by: id, isHidden: true) }
        show(2)
        pass(20)
        #expect(look() == ["behind d_tv"])
    }

    // MARK: Drift

    @Test mutating func `a wrong copy is an alarm until a right one is painted`() {
        connect(screen)
        show(1)
        paint(1, by: screen, isRight: false)
        #expect(look() == ["drifted d_tv"])
        #expect(watch.state(of: screen) == .drifted)
        pass(10)
        #expect(look() == [])
        paint(1, by: screen)
        #expect(look() == ["drifted d_tv ended"])
    }

    @Test mutating func `a copy that the page itself found wrong is one; it is forgotten in time`()
    {
        connect(screen)
        watch.drifted(Self.view, by: screen, at: now)
        #expect(look() == ["drifted d_tv"])
        pass(299)
        #expect(look() == [])
        pass(1)
        #expect(look() == ["drifted d_tv ended"])
        #expect(watch.state(of: screen) == .ok)
    }

    @Test mutating func `with its connection a wrong copy is gone`() {
        connect(screen)
        paint(0, by: screen, isRight: false)
        _ = look()
        disconnect(screen, isGoodbye: true)
        #expect(look() == ["drifted d_tv ended"])
    }
}
