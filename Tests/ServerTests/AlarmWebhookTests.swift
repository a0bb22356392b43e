import Client
import Dispatch
import Glibc
import JSON
import Logging
import Sync
import Testing
import Transport

@testable import Server

/// Alarms on their way to an address, without a network.
@Suite struct AlarmWebhookTests {
    /// Answers what it is told to, and keeps what was posted.
    private final class Receiver: WebhookSender {
        let posted = Locked<[(address: String, event: JSON)]>([])
        /// Of the attempts to come; then 204 for ever.
        let answers: Locked<[Int?]>
        let arrival = DispatchSemaphore(value: 0)
        /// Held while the receiver is to be slow.
        let gate = DispatchSemaphore(value: 0)
        let isSlow: Bool

        struct Unreachable: Error {}

        init(_ answers: [Int?] = [], isSlow: Bool = false) {
            self.answers = Locked(answers)
            self.isSlow = isSlow
        }

        func check(_: Webhook) throws {}

        func post(_ body: [UInt8], to webhook: Webhook, timeout _: Duration) throws -> Int {
            if isSlow { gate.wait() }
            let event = try JSON(parsing: body, depthMax: 32)
            posted.with { $0.append((webhook.address, event)) }
            defer { arrival.signal() }
            let answer = answers.with { $0.isEmpty ? 204 : $0.removeFirst() }
            guard let answer else { throw Unreachable() }
            return answer
        }

        func await(_ count: Int) throws {
            for _ in 0..<count {
                try #require(arrival.wait(timeout: .now() + 10) == .success)
            }
        }
    }

    private let metrics = Metrics()

    private func webhook(_ receiver: Receiver, giveUpAfter: Duration = .seconds(60)) -> AlarmWebhook
    {
        var timing = WebhookTiming()
        timing.firstPause = .milliseconds(1)
        timing.pauseMax = .milliseconds(4)
        timing.giveUpAfter = giveUpAfter
        return AlarmWebhook(
            Webhook(address: "https://example.org/hook", isOperators: false), venue: "main",
            timing: timing, metrics: metrics, logger: LiveHub.logger, sender: receiver)
    }

    private func alarm(_ device: String, hasEnded: Bool = false) -> ScreenAlarm {
        let since = Moment(elapsed: .seconds(9), wall: Instant(milliseconds: 1_795_197_845_123))
        return ScreenAlarm(
            key: ScreenAlarm.Key(device: device, kind: .silent), role: .display,
            name: "TV at the bar", since: since,
            end: hasEnded ? ScreenAlarm.End(at: since, isDismissed: false) : nil)
    }

    private func outcome(_ name: String) -> Int {
        metrics.counts.with { $0.webhooks[name == "delivered"] ?? 0 }
    }

    @Test func `alarms that begin and end are CloudEvents, in their order`() throws {
        let receiver = Receiver()
        let webhook = webhook(receiver)
        webhook.take(alarm("d_1"), epoch: "k3f9")
        webhook.take(alarm("d_1", hasEnded: true), epoch: "k3f9")
        try receiver.await(2)
        let posted = receiver.posted.with { $0 }
        #expect(posted.map(\.address) == ["https://example.org/hook", "https://example.org/hook"])
        let first = posted[0].event
        #expect(first["specversion"] == "1.0")
        #expect(first["type"] == "tablecast.screen.alarm")
        #expect(first["source"] == "/v1/main/devices")
        #expect(first["subject"] == "d_1")
        #expect(first["data"]?["name"] == "TV at the bar")
        #expect(first["data"]?["kind"] == "silent")
        #expect(posted[1].event["type"] == "tablecast.screen.alarm.ended")
        #expect(posted[1].event["data"]?["endedAt"] != nil)
        #expect(posted[0].event["id"] != posted[1].event["id"])
    }

    @Test func `what fails is tried again, and what comes after it waits`() throws {
        let receiver = Receiver([nil, 500, 404, 200])
        let webhook = webhook(receiver)
        webhook.take(alarm("d_1"), epoch: "k3f9")
        webhook.take(alarm("d_2"), epoch: "k3f9")
        try receiver.await(5)
        let subjects = receiver.posted.with { $0.map { $0.event["subject"]?.text } }
        #expect(subjects == ["d_1", "d_1", "d_1", "d_1", "d_2"])
        #expect(Set(receiver.posted.with { $0.prefix(4).map { $0.event["id"]?.text } }).count == 1)
    }

    @Test func `what can't be delivered in time is given up, and counted`() throws {
        let receiver = Receiver([500, nil])
        let webhook = webhook(receiver, giveUpAfter: .zero)
        webhook.take(alarm("d_1"), epoch: "k3f9")
        webhook.take(alarm("d_2"), epoch: "k3f9")
        webhook.take(alarm("d_3"), epoch: "k3f9")
        try receiver.await(3)
        while outcome("delivered") == 0 { usleep(1_000) }
        #expect(outcome("given up") == 2)
        #expect(outcome("delivered") == 1)
    }

    @Test func `a slow receiver keeps nobody waiting, and what waits for it is bounded`() throws {
        let receiver = Receiver(isSlow: true)
        let webhook = webhook(receiver)
        for number in 0..<1_000 { webhook.take(alarm("d_\(number)"), epoch: "k3f9") }
        #expect(outcome("given up") == 744)
        for _ in 0..<256 { receiver.gate.signal() }
        try receiver.await(256)
        let subjects = receiver.posted.with { $0.map { $0.event["subject"]?.text } }
        #expect(subjects.first == "d_0")
        #expect(subjects.last == "d_999")
    }

    @Test func `a refused address is known before any alarm, and forgotten once it is called`()
        throws
    {
        let isAllowed = Locked(false)
        let looks = DispatchSemaphore(value: 0)
        let lines = Locked<[String]>([])
        let sender = TestWebhookSender { body, _ in
            defer { looks.signal() }
            if !isAllowed.with({ $0 }) { throw WebhookRefusal.privateAddress }
            // A name that leads nowhere while it is only looked at is no refusal.
            return body.isEmpty ? 0 : 204
        }
        var timing = WebhookTiming()
        timing.firstPause = .milliseconds(1)
        let webhook = AlarmWebhook(
            Webhook(address: "http://10.0.0.7/", isOperators: false), venue: "main",
            timing: timing, metrics: metrics,
            logger: Logger(label: "test") { _ in LineLogHandler(lines) }, sender: sender)
        try #require(looks.wait(timeout: .now() + 10) == .success)
        while webhook.refusal == nil { usleep(1_000) }
        #expect(webhook.refusal == .privateAddress)
        webhook.take(alarm("d_1"), epoch: "k3f9")
        try #require(looks.wait(timeout: .now() + 10) == .success)
        isAllowed.with { $0 = true }
        while outcome("delivered") == 0 { usleep(1_000) }
        #expect(webhook.refusal == nil)
        #expect(lines.with { $0 } == [WebhookRefusal.privateAddress.advice])
        #expect(WebhookRefusal.privateAddress.advice.contains("--allow-private-webhooks"))
        #expect(WebhookRefusal.spelling.advice.contains("owner's page"))
    }

    @Test func `a hub passes its alarms on`() throws {
        let receiver = Receiver()
        var timing = HubTiming()
        timing.screens.silent = .milliseconds(100)
        let hub = try LiveHub(timing: timing, webhook: receiver)
        let screen = try RawWebSocket(hub, .display)
        _ = try screen.next("welcome")
        screen.connection.close()
        try receiver.await(1)
        let back = try hub.connect(.display)
        try receiver.await(1)
        let types = receiver.posted.with { $0.map { $0.event["type"]?.text } }
        #expect(types == ["tablecast.screen.alarm", "tablecast.screen.alarm.ended"])
        back.close()
    }
}
