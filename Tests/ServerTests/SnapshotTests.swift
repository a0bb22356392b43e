import Foundation
import JSON
import ShippedBoards
import Storage
import Sync
import TestSupport
import Testing
import Time

@testable import SQLiteStorage
@testable import Server
@testable import Venues

/// Snapshots: a hub stores them, opens with them, and works without them.
@Suite struct SnapshotTests {
    private let hub: LiveHub

    init() throws {
        var timing = HubTiming()
        timing.snapshotEvents = 100
        hub = try LiveHub(timing: timing)
    }

    private var file: URL { URL(fileURLWithPath: hub.dataFolder + "/tablecast-main.snapshot") }

    private func store() throws -> Store { try Store(folder: hub.dataFolder, creating: false) }

    /// Adds two events for each party; the last parties wait.
    private func addParties(_ numbers: ClosedRange<Int>) throws {
        let host = try hub.connect(.host)
        for number in numbers {
            let added = try host.ask(
                "add-\(number)", "waitlist.add", ["name": .string("P \(number)"), "size": 2])
            let party = try #require(added["result"]?["party"])
            let action = number < numbers.upperBound - 3 ? "waitlist.seat" : "waitlist.ready"
            _ = try host.ask("then-\(number)", action, ["party": party])
        }
    }

    private func opened(
        tailEventsMax: Int = .max, notice: (String) -> Void = { _ in }
    ) throws -> Venue {
        let store = try store()
        let record = try #require(try store.venues().first)
        return try VenueFactory.open(
            record, journal: store, boards: .shipped,
            tailEventsMax: tailEventsMax,
            notice: notice)
    }

    @Test func `a stopping hub stores a snapshot, and starts from it with the same state`() throws {
        try addParties(1...40)
        let token = try hub.token(.host)
        hub.stop()
        try expectEqual(store().snapshotRev(of: "main"), 80)
        let expected = try opened().savedState()
        try FileManager.default.removeItem(at: file)
        try expectEqual(opened().savedState(), expected)
        _ = try opened(tailEventsMax: 10)

        try hub.start()
        #expect(!token.isEmpty)
        let host = try hub.connect(.host)
        let repeated = try host.ask("add-1", "waitlist.add", ["name": "P 1", "size": 2])
        expectEqual(repeated["replayed"], true)
        #expect(repeated["result"]?["number"] == 1)
        let restored = try host.ask("r", "waitlist.restore", ["party": "p_1"])
        expectEqual(restored["rev"], 81)
        let undone = try host.ask("u", "waitlist.undo", ["rev": 4])
        expectEqual(undone["rev"], 82)
        let refused = try host.ask("n", "waitlist.restore", ["party": "p_2"])
        expectEqual(refused["code"], "not_found")
    }

    @Test(.timeLimit(.minutes(5)))
    func `a running hub stores a snapshot after many events`() throws {
        try addParties(1...80)
        let host = try hub.connect(.host)
        let store = try store()
        while store.snapshotRev(of: "main") == 0 { _ = try host.ping() }
        #expect((101...160).contains(store.snapshotRev(of: "main")))
    }

    @Test(.timeLimit(.minutes(5)))
    func `a running hub stores a snapshot after large events`() throws {
        var timing = HubTiming()
        timing.snapshotBytes = 5_000
        let hub = try LiveHub(timing: timing)
        let host = try hub.connect(.host)
        let text = JSON.string(String(repeating: "x", count: 200))
        for number in 1...30 {
            _ = try host.ask("n-\(number)", "notice.post", ["text": text, "level": "info"])
        }
        let store = try Store(folder: hub.dataFolder, creating: false)
        while store.snapshotRev(of: "main") == 0 { _ = try host.ping() }
    }

    @Test func `makes no snapshot of few events, or without time`() throws {
        try addParties(1...5)
        hub.stop()
        let store = try store()
        expectEqual(store.snapshotRev(of: "main"), 0)
        let record = try #require(try store.venues().first)
        let keeper = SnapshotKeeper(store, boards: .shipped, logger: LiveHub.logger)
        // The deadline has passed, so no snapshot is started or finished.
        keeper.finish(before: MachineTime.monotonic - .seconds(1))
        keeper.keep(of: record)
        keeper.finish(before: MachineTime.monotonic - .seconds(1))
        expectEqual(store.snapshotRev(of: "main"), 0)
        #expect(throws: StoreError.stopped) {
            try VenueFactory.open(
                record, journal: store, boards: .shipped,
                isWanted: { false })
        }
    }

    @Test func `reports and ignores an unusable snapshot`() throws {
        try addParties(1...20)
        hub.stop()
        try expectEqual(store().snapshotRev(of: "main"), 40)
        let expected = try opened().savedState()
        var damaged = try Data(contentsOf: file)
        damaged[damaged.count / 2] ^= 1
        try damaged.write(to: file)
        var notices: [String] = []
        try expectEqual(opened { notices.append($0) }.savedState(), expected)
        expectEqual(notices, ["the snapshot of main is not used: its checksum does not match"])
        // A snapshot is rewritten only if many events follow it.
        notices = []
        try expectEqual(opened(tailEventsMax: 40) { notices.append($0) }.savedState(), expected)
        expectEqual(notices.count, 1)
        _ = try opened(tailEventsMax: 39)
        notices = []
        try expectEqual(opened { notices.append($0) }.savedState(), expected)
        #expect(notices.isEmpty)
    }

    @Test func `reports a state of another version of the program`() throws {
        try addParties(1...20)
        hub.stop()
        var state = try opened().savedState()
        // The version comes first.
        state[0] ^= 0x40
        try store().keepSnapshot(state, of: "main", at: 40)
        var notices: [String] = []
        try expectEqual(opened { notices.append($0) }.rev, 40)
        expectEqual(
            notices,
            [
                "the snapshot of main is not used: it is of another version of the program"
            ])
    }
}
