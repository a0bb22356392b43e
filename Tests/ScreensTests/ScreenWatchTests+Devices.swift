import JSON
import Storage
import Sync
import Testing

@testable import Screens

extension ScreenWatchTests {
    // MARK: Dismissal

    @Test mutating func `a dismissed screen counts as missed when it disappears again`() throws {
        connect(screen)
        disconnect(screen)
        pass(30)
        _ = look()
        let answer = watch.dismiss("d_tv", at: now)
        let ended = try #require(answer)
        #expect(ended.map(\.end?.isDismissed) == [true])
        #expect(watch.state(of: "d_tv") == .away)
        pass(60)
        #expect(look() == [])
        connect(ClientID(number: 2))
        disconnect(ClientID(number: 2))
        pass(30)
        #expect(look() == ["silent d_tv"])
        let nobodys = watch.dismiss("d_nobody", at: now)
        #expect(nobodys == nil)
    }

    // MARK: Devices and rows

    @Test mutating func `shows names, disconnected devices as rows, and no revoked devices`() {
        know(
            [
                Device(
                    id: "d_tv", role: .display, name: "TV at the bar", venue: "main",
                    seenAt: now.wall, wrongPINCount: 10),
                Device(
                    id: "d_old", role: .host, name: nil, venue: "main", seenAt: now.wall),
            ])
        connect(screen)
        #expect(Set(watch.keys) == [.connection(screen), .device("d_old")])
        let row = watch.row(
            .connection(screen), at: now, line: nil, subscriptions: [])
        #expect(row?["lockedOut"] == true)
        #expect(row?["createdAt"]?.text == now.wall.description)
        let other = watch.row(
            .device("d_old"), at: now, line: nil, subscriptions: [])
        #expect(other?["lockedOut"] == nil)
        disconnect(screen)
        pass(30)
        #expect(look() == ["silent d_tv"])
        #expect(watch.alarms.values.first?.name == "TV at the bar")
        know([])
        #expect(look() == ["silent d_tv ended"])
        #expect(watch.keys.isEmpty)
    }

    private var tvSeenAt: String? {
        let row = watch.row(
            .device("d_tv"), at: now, line: nil, subscriptions: [])
        return row?["seenAt"]?.text
    }

    /// The store knows the time only to the day.
    @Test mutating func `a device was last seen when its last connection ended`() {
        let listed = Device(
            id: "d_tv", role: .display, name: nil, venue: "main", seenAt: Self.start.wall)
        know([listed])
        #expect(tvSeenAt == Self.start.wall.description)
        pass(3_600)
        connect(screen)
        pass(7_200)
        disconnect(screen, isGoodbye: true)
        let left = now.wall.description
        pass(60)
        know([listed])
        #expect(tvSeenAt == left)
        // A connection that was silent before its end was last heard earlier.
        connect(screen)
        pass(100)
        let heard = now
        pass(20)
        disconnect(screen, silentSince: heard.elapsed)
        #expect(tvSeenAt == heard.wall.description)
    }

    /// A screen that was paired while the store was read.
    @Test mutating func `a list from before a screen connected does not remove it`() {
        let before = now
        pass(1)
        connect(screen)
        know([], askedAt: before.elapsed)
        disconnect(screen)
        pass(30)
        #expect(look() == ["silent d_tv"])
        know([])
        #expect(look() == ["silent d_tv ended"])
        #expect(watch.keys.isEmpty)
    }

    @Test mutating func `reports each row that has changed`() {
        connect(screen)
        #expect(watch.takeChanged() == [.connection(screen), .device("d_tv")])
        #expect(watch.takeChanged() == [])
        watch.stoppedAnswering(screen, since: now.elapsed)
        #expect(watch.takeChanged() == [.connection(screen)])
        disconnect(screen)
        #expect(watch.takeChanged() == [.connection(screen), .device("d_tv")])
    }

    @Test mutating func `ignores guests`() {
        connect(screen, .guest, device: "p_1")
        disconnect(screen)
        #expect(watch.keys.isEmpty)
        #expect(watch.takeChanged() == [])
    }
}
