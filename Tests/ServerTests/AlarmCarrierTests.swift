import Client
import Dispatch
import Foundation
import JSON
import Locks
import Logging
import Storage
import Sync
import TestSupport
import Testing
import Transport

@testable import Delivery
@testable import Metrics
@testable import SQLiteStorage
@testable import Screens
@testable import Server

/// Delivery of alarms to an address, without a network.
@Suite(.timeLimit(.minutes(5))) final class AlarmCarrierTests {
    private struct Unreachable: Error {}

    private let folder = LiveHub.newFolder()
    private let store: Store
    private let metrics = Metrics()
    private let lines = Locked<[String]>([])

    init() throws {
        store = try Store(folder: folder, creating: true)
        _ = try store.makeVenue(
            slug: "main", name: "Trattoria", timeZone: "Europe/Rome", settings: [:],
            now: Instant(milliseconds: 1_795_197_845_123))
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func carrier(
        to operatorsAddress: String? = "https://example.org/hook",
        _ answer: @escaping @Sendable (_ body: [UInt8], _ webhook: Webhook) throws -> Int
    ) -> AlarmCarrier {
        AlarmCarrier(
            secrets: store, operatorsAddress: operatorsAddress, sender: TestWebhookSender(answer),
            metrics: metrics, logger: Logger(label: "test") { [lines] _ in LineLogHandler(lines) })
    }

    private func alarm(hasEnded: Bool = false) -> ScreenAlarm {
        let since = TimePoint(elapsed: .seconds(9), wall: Instant(milliseconds: 1_795_197_845_123))
        return ScreenAlarm(
            device: "d_1", role: .display, name: "TV at the bar", since: since,
            end: hasEnded ? ScreenAlarm.End(at: since, isDismissed: false) : nil)
    }

    /// An alarm in the form in which the courier passes it on.
    private func waiting(hasEnded: Bool = false) -> WaitingEffect {
        let alarm = alarm(hasEnded: hasEnded)
        let key = AlarmCarrier.key(of: alarm, venue: "main", epoch: "k3f9")
        let effect = AlarmCarrier.effect(of: alarm, venue: "main", key: key)
        return WaitingEffect(
            number: 1, venue: "main", key: key, target: effect.target, data: effect.data,
            keptAt: Instant(milliseconds: 0), until: Instant(milliseconds: .max), tryCount: 0)
    }

    @Test func `posts alarms that begin and end as CloudEvents`() throws {
        let posted = Locked<[(address: String, event: JSON)]>([])
        let carrier = carrier { body, webhook in
            let event = try JSON(parsing: body, depthMax: 32)
            posted.with { $0.append((webhook.address, event)) }
            return 202
        }
        try carrier.carry(waiting())
        try carrier.carry(waiting(hasEnded: true))
        let (first, second) = try posted.with { (try #require($0.first), try #require($0.last)) }
        expectEqual(first.address, "https://example.org/hook")
        expectEqual(first.event["specversion"], "1.0")
        expectEqual(first.event["type"], "tablecast.screen.alarm")
        expectEqual(first.event["source"], "/v1/main/devices")
        expectEqual(first.event["subject"], "d_1")
        #expect(first.event["data"]?["name"] == "TV at the bar")
        #expect(first.event["data"]?["kind"] == "silent")
        expectEqual(first.event["id"]?.text, waiting().key)
        expectEqual(second.event["type"], "tablecast.screen.alarm.ended")
        #expect(second.event["data"]?["endedAt"] != nil)
        #expect(first.event["id"] != second.event["id"])
    }

    @Test func `prefers the owner's address to the operator's, and posts nothing without one`()
        throws
    {
        let addresses = Locked<[String]>([])
        let answer: @Sendable ([UInt8], Webhook) throws -> Int = { _, webhook in
            addresses.with { $0.append(webhook.address) }
            return 204
        }
        try carrier(to: nil, answer).carry(waiting())
        #expect(addresses.with { $0.isEmpty })
        let event = Event(
            rev: 1, at: Instant(milliseconds: 1_795_197_845_123), board: "house",
            kind: "webhook_set", subject: "webhook", data: [:], actor: "owner:d_2",
            mutationID: nil)
        let batch = JournalBatch(
            venue: "main", generation: 0,
            entries: [
                JournalEntry(
                    event: event, fingerprint: nil,
                    access: .setWebhook(address: "https://owner.example/"))
            ])
        let writer = JournalWriter(store: store)
        writer.append(batch) { _ in }
        writer.stop()
        try carrier(answer).carry(waiting())
        expectEqual(addresses.with { $0 }, ["https://owner.example/"])
    }

    @Test func `logs the first failure of a target, and its recovery`() throws {
        let answers = Locked<[Int?]>([nil, 500, 404, 200, 200, 500])
        let carrier = carrier { _, _ in
            guard let status = answers.with({ $0.removeFirst() }) else { throw Unreachable() }
            return status
        }
        for _ in 0..<3 {
            let problem = #expect(throws: EffectProblem.self) { try carrier.carry(waiting()) }
            expectEqual(problem?.isFinal, false)
        }
        try carrier.carry(waiting())
        try carrier.carry(waiting())
        #expect(throws: EffectProblem.self) { try carrier.carry(waiting()) }
        let failure = "an alarm can't be passed on to the webhook; it is tried again"
        expectEqual(lines.with { $0 }, [failure, "alarms reach the webhook again", failure])
        carrier.ended(waiting(), isDelivered: true)
        carrier.ended(waiting(), isDelivered: false)
        expectEqual(metrics.counts.with { $0.webhooks }, [true: 1, false: 1])
    }

    @Test func `checks an address before the first alarm, and forgets a refusal after a call`()
        throws
    {
        let isAllowed = Locked(false)
        let looks = DispatchSemaphore(value: 0)
        let carrier = carrier { _, _ in
            defer { looks.signal() }
            if !isAllowed.with({ $0 }) { throw WebhookRefusal.privateAddress }
            return 204
        }
        carrier.changed(
            to: Webhook(address: "http://10.0.0.7/", isSetByOperator: false), of: "main")
        try #require(looks.wait(timeout: .now() + 10) == .success)
        // The log line is written last.
        while lines.with({ $0 }).isEmpty { usleep(1_000) }
        expectEqual(carrier.refusal(of: "main"), .privateAddress)
        let problem = #expect(throws: EffectProblem.self) { try carrier.carry(waiting()) }
        expectEqual(problem?.failure, .privateAddress)
        isAllowed.with { $0 = true }
        try carrier.carry(waiting())
        expectNil(carrier.refusal(of: "main"))
        expectEqual(lines.with { $0 }, [WebhookRefusal.privateAddress.advice])
        #expect(WebhookRefusal.privateAddress.advice.contains("--allow-private-webhooks"))
        #expect(WebhookRefusal.spelling.advice.contains("owner's page"))
    }

    @Test func `delivers an alarm once, though the target was down and the hub was stopped`()
        throws
    {
        let isUp = Locked(false)
        let arrived = Locked<[JSON]>([])
        let calls = DispatchSemaphore(value: 0)
        let sender = TestWebhookSender { body, _ in
            if body.isEmpty { return 204 }
            defer { calls.signal() }
            guard isUp.with({ $0 }) else { throw Unreachable() }
            let event = try JSON(parsing: body, depthMax: 32)
            arrived.with { $0.append(event) }
            return 204
        }
        var timing = HubTiming()
        timing.silentAfter = .milliseconds(100)
        timing.courier.firstPause = .milliseconds(1)
        let hub = try LiveHub(timing: timing, webhook: sender)
        let screen = try RawWebSocket(hub, .display)
        _ = try screen.next("welcome")
        screen.connection.close()
        for _ in 0..<3 { try #require(calls.wait(timeout: .now() + 20) == .success) }
        try hub.restart()
        isUp.with { $0 = true }
        while arrived.with({ $0.isEmpty }) {
            try #require(calls.wait(timeout: .now() + 20) == .success)
        }
        hub.stop()
        // The restarted hub may find the screen silent again. The same alarm has the same id.
        expectEqual(Set(arrived.with { $0.compactMap { $0["id"]?.text } }).count, 1)
    }
}
