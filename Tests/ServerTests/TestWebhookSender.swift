import Delivery
import Locks
import Logging

/// Answers every call as a test wants. A check is a call without a body.
struct TestWebhookSender: WebhookSender {
    private let answer: @Sendable (_ body: [UInt8], _ webhook: Webhook) throws -> Int

    init(_ answer: @escaping @Sendable (_ body: [UInt8], _ webhook: Webhook) throws -> Int) {
        self.answer = answer
    }

    func check(_ webhook: Webhook) throws { _ = try answer([], webhook) }

    func post(_ body: [UInt8], to webhook: Webhook, timeout: Duration) throws -> Int {
        try answer(body, webhook)
    }
}

/// Keeps the logged lines.
struct LineLogHandler: LogHandler {
    private let lines: Locked<[String]>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    init(_ lines: Locked<[String]>) { self.lines = lines }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.with { $0.append(event.message.description) }
    }
}
