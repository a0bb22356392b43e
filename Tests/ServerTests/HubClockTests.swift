import BoardKit
import Clocks
import Foundation
import JSON
import Operations
import SQLiteStorage
import ShippedBoards
import Sync
import TestSupport
import Testing

@testable import Server

/// A running hub whose machine's clock is set.
@Suite struct HubClockTests {
    private let clocks = TestClock()
    private let log = KeptLog()
    private let hub: LiveHub

    private static let day: Int64 = 86_400

    init() throws {
        hub = try LiveHub(time: clocks, logger: log.logger)
    }

    /// Sets the time of day, and waits until the hub has noticed.
    private func set(ahead seconds: Int64) throws {
        clocks.set(ahead: seconds * 1_000)
        try expectEqual(hub.get("/healthz").status, 200)
    }

    /// Returns how far a party's time of arrival is ahead of the real time, in hours.
    private func hoursAhead(ofParty name: String) throws -> Int {
        try hub.connect(.host).add(name)
        let event = try #require(try hub.journal().last { $0.kind == "added" })
        // Half an hour is added, so the seconds of the test don't matter.
        let milliseconds = event.at.milliseconds(since: WallClock.now) + 1_800_000
        return Int((Double(milliseconds) / 3_600_000).rounded(.down))
    }

    private func jump() throws -> (metric: Bool, document: Int?) {
        let metrics = try hub.get("/metrics", as: .engineer).text
        let devices = try hub.get("/v1/main/devices", as: .engineer)
        return (
            !metrics.contains("tablecast_clock_jump_seconds 0\n"),
            try JSON(parsing: devices.body, depthMax: 64)["clockJumpSeconds"]?.integer
        )
    }

    private func post(until hours: Int64) throws {
        let until = WallClock.now.adding(milliseconds: hours * 3_600_000).description
        let answer = try hub.connect(.host).ask(
            "notice", "notice.post",
            ["text": "Kitchen closes", "level": "info", "until": .string(until)])
        expectEqual(answer["type"], "ack")
    }

    @Test func `a clock that jumps ahead and returns leaves no wrong time in the journal`()
        throws
    {
        try post(until: 2)
        try set(ahead: Self.day)
        try expectEqual(hoursAhead(ofParty: "Ada"), 0)
        let jumped = try jump()
        #expect(jumped.metric)
        expectEqual(jumped.document, 86_400)
        try expectEqual(hub.get("/readyz").status, 200)
        try set(ahead: 0)
        try expectEqual(hoursAhead(ofParty: "Bo"), 0)
        #expect(try jump() == (false, nil))
        // Nothing expired a day early.
        try expectEqual(hub.journal().map(\.kind), ["posted", "added", "added"])
        expectEqual(log.lines(with: "has jumped").count, 1)
        #expect(log.lines(with: "has stayed").isEmpty)
    }

    @Test func `the hub follows a lasting jump after some minutes, and then does what is due`()
        throws
    {
        try post(until: 2)
        try set(ahead: Self.day)
        try expectEqual(hoursAhead(ofParty: "Ada"), 0)
        clocks.move(by: .seconds(200))
        try expectEqual(hoursAhead(ofParty: "Bo"), 24)
        #expect(try hub.journal().map(\.kind).contains("cleared"))
        #expect(try jump() == (false, nil))
        expectEqual(log.lines(with: "has stayed 86400 s ahead").count, 1)

        // The clock returns, and so do the times of events.
        try set(ahead: 0)
        try expectEqual(hoursAhead(ofParty: "Cy"), 24)
        clocks.move(by: .seconds(200))
        try expectEqual(hoursAhead(ofParty: "Di"), 0)
        expectEqual(log.lines(with: "has stayed 86400 s behind").count, 1)
        try expectStepBack()
    }

    /// Checks that the journal has one event for the clock's step back, that its times go back only
    /// there, and that it can be exported and imported.
    private func expectStepBack() throws {
        let events = try hub.journal()
        expectEqual(events.count { $0.recordsSetBack }, 1)
        for (before, event) in zip(events, events.dropFirst()) {
            #expect(event.at >= before.at || event.recordsSetBack)
        }
        let lines = events.map { event in
            event.cloudEvent(venue: "main", epoch: "k3f9").canonical + [UInt8(ascii: "\n")]
        }
        var file = lines.flatMap(\.self)
        let settings = JournalImport.VenueSettings(
            slug: "other", name: "Other", timeZone: "Europe/Rome", labels: .full)
        let last = try JournalImport(SQLiteFolder(LiveHub.newFolder()), boards: .shipped).run(
            settings
        ) {
            defer { file = [] }
            return file
        }
        expectEqual(last, events.count)
    }

    @Test
    func `reports a journal ahead of the clock at the start, and follows a corrected clock soon`()
        throws
    {
        clocks.set(ahead: Self.day * 1_000)
        try hub.restart()
        try expectEqual(hoursAhead(ofParty: "Ada"), 24)
        hub.stop()
        clocks.set(ahead: 0)
        try hub.start()
        try expectEqual(hoursAhead(ofParty: "Bo"), 24)
        expectEqual(log.lines(with: "s behind: the hub goes on without it").count, 1)
        #expect(try jump().metric)
        clocks.move(by: .seconds(200))
        try expectEqual(hoursAhead(ofParty: "Cy"), 0)
        #expect(try !jump().metric)
        try expectStepBack()
    }
}
