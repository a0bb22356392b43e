import BoardKit
import Client
import Delivery
import Dispatch
import Foundation
import Glibc
import JSON
import Locks
import SQLiteStorage
import ShippedBoards
import Storage
import Sync
import Terminal
import TestSupport
import Testing
import Transport

@testable import Server

/// Outcomes of effects in a whole hub: reported to their board, shown to the owner, and kept
/// however the hub ends.
@Suite(.timeLimit(.minutes(5))) struct EffectOutcomeTests {
    /// An external server that records the keys.
    private final class Target: EffectWorker {
        let keys = Locked<[String]>([])
        private let answer: @Sendable (_ attempt: Int) throws(EffectProblem) -> Void

        init(_ answer: @escaping @Sendable (Int) throws(EffectProblem) -> Void) {
            self.answer = answer
        }

        func carry(
            _ effect: Effect, key: String, keptAt: Instant, with secrets: any ConnectorSecrets
        ) throws(EffectProblem) {
            try answer(
                keys.with { keys in
                    keys.append(key)
                    return keys.count
                })
        }
    }

    private static func hub(
        _ target: Target, folder: String = LiveHub.newFolder()
    ) throws -> LiveHub {
        var timing = HubTiming()
        timing.courier.firstPause = .milliseconds(1)
        timing.courier.pauseMax = .milliseconds(2)
        return try LiveHub(timing: timing, folder: folder) { options in
            options.boards = BoardRegistry(BoardRegistry.shipped.modules + [ReminderBoard.module])
            options.carriers.effects["reminder"] = .init(of: "reminder") { _ in target }
            options.sender = { _ in NoSender() }
        }
    }

    /// Waits until a view's document is as wanted.
    private func awaitView(
        _ view: String, of hub: LiveHub, _ isWanted: (JSON) -> Bool
    ) throws -> JSON {
        let http = try hub.http(.owner)
        while true {
            let document = try http.view(view, venue: "main")["doc"] ?? .null
            if isWanted(document) { return document }
            usleep(1_000)
        }
    }

    private func outcomes(of hub: LiveHub) throws -> [Event] {
        try hub.journal().filter { $0.board == "reminder" && $0.kind != "asked" }
    }

    @Test func `the hub journals an outcome with the effect's board, and shows it in the view`()
        throws
    {
        let gate = DispatchSemaphore(value: 0)
        let target = Target { (_) throws(EffectProblem) in gate.wait() }
        let hub = try Self.hub(target)
        let owner = try hub.connect(.owner)
        try expectEqual(owner.ask("a", "reminder.ask")["type"], "ack")
        // The hub does not rest while the effect is under way.
        #expect(throws: HubError.self) { try hub.hub?.rest(within: .milliseconds(50)) }
        gate.signal()
        try hub.hub?.rest()
        try expectEqual(
            hub.http(.owner).view("reminder/host", venue: "main")["doc"],
            ["reminders": ["r_1": "sent"]])
        let event = try #require(try outcomes(of: hub).first)
        #expect(event.actor == .hub && event.rev == 2)
        expectEqual(event.data["effect"]?["id"]?.text, target.keys.with { $0.first })
        // Only the hub may report the outcome.
        let answer = try owner.ask("b", "reminder.note", ["reminder": "r_1"])
        expectEqual(answer["code"], "unknown_action")
        try expectEqual(owner.ask("c", "house.note_effect")["code"], "unknown_action")
    }

    @Test func `failed effects stay in the owner's view, across a restart, until they succeed`()
        throws
    {
        let isUp = Locked(false)
        let target = Target { (_) throws(EffectProblem) in
            if !isUp.with({ $0 }) { throw EffectProblem(.answered(502), pause: .seconds(3_600)) }
        }
        let hub = try Self.hub(target)
        _ = try hub.connect(.host).ask("a", "reminder.ask")
        let shown = try awaitView("house/effects", of: hub) { $0["effects"]?.members?.count == 1 }
        let (id, row) = try #require(shown["effects"]?.members?.first)
        #expect(row["state"] == "waiting" && row["problem"] == "answered" && row["status"] == 502)
        #expect(row["target"] == "reminder" && row["tries"] == 1)
        #expect(row["since"]?.text != nil && row["nextAt"]?.text != nil)
        try expectEqual(hub.get("/v1/main/views/house/effects", as: .host).status, 403)
        try hub.restart()
        // The effect is tried at once, because the hub may have been away for long.
        _ = try awaitView("house/effects", of: hub) { $0["effects"]?[id]?["tries"] == 2 }
        isUp.with { $0 = true }
        let owner = try hub.connect(.owner)
        try expectEqual(owner.ask("r", "house.retry", ["effect": .string(id)])["type"], "ack")
        _ = try awaitView("house/effects", of: hub) { $0 == ["effects": [:]] }
        try expectEqual(outcomes(of: hub).map(\.kind), ["sent"])
        expectEqual(Set(target.keys.with { $0 }), [id])
        try expectEqual(owner.ask("s", "house.retry", ["effect": .string(id)])["code"], "not_found")
    }

    @Test func `drops effects that a restored venue shows but the store lacks`() throws {
        let target = Target { (_) throws(EffectProblem) in
            throw EffectProblem(.answered(502), pause: .seconds(3_600))
        }
        let hub = try Self.hub(target)
        _ = try hub.connect(.host).ask("a", "reminder.ask")
        let shown = try awaitView("house/effects", of: hub) { $0["effects"]?.members?.count == 1 }
        let id = try #require(shown["effects"]?.members?.keys.first)
        hub.stop()
        // This is the state after a restore: the events exist, the waiting effects don't.
        try Store(folder: hub.dataFolder, creating: false).forget(effect: id)
        try hub.start()
        _ = try awaitView("house/effects", of: hub) { $0 == ["effects": [:]] }
        try expectEqual(hub.journal().last?.type, "tablecast.house.effect_dropped")
    }

    @Test func `a hub killed before reporting carries out the effect again, and reports it once`()
        async throws
    {
        let folder = LiveHub.newFolder()
        setenv("TABLECAST_TEST_KILLED", folder, 1)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let folder = String(cString: getenv("TABLECAST_TEST_KILLED"))
            let target = Target { (_) throws(EffectProblem) in
                _ = FileManager.default.createFile(atPath: "\(folder)/carried", contents: nil)
                kill(getpid(), SIGKILL)
            }
            let hub = try EffectOutcomeTests.hub(target, folder: folder)
            _ = try hub.connect(.owner).ask("a", "reminder.ask")
            while hub.port > 0 { sleep(1) }
        }
        #expect(FileManager.default.fileExists(atPath: "\(folder)/carried"))
        let target = Target { (_) throws(EffectProblem) in }
        let hub = try Self.hub(target, folder: folder)
        _ = try awaitView("reminder/host", of: hub) { $0["reminders"]?["r_1"] == "sent" }
        let epoch = try #require(
            try Store(folder: folder, creating: false).venue("main")
        ).epoch
        expectEqual(target.keys.with { $0 }, ["main:\(epoch):1:0"])
        try hub.restart()
        try expectEqual(outcomes(of: hub).map(\.kind), ["sent"])
        expectEqual(target.keys.with { $0.count }, 1)
    }
}
