import Dispatch
import JSON
import Logging
import Sync
import Transport

/// Passes alarms on to an address that the owner has named, one after the other and in their order,
/// on a thread of its own. What can't be delivered is tried again for some minutes, and then given
/// up: whoever reads alarms wants to hear of now.
final class AlarmWebhook: Sendable {
    private struct State {
        /// Those not yet delivered, the first of which is being tried.
        var waiting: [[UInt8]] = []
        var isRunning = false
        var hasFailed = false
        var refusal: WebhookRefusal?
        var sentCount = 0
    }

    /// More than that nobody reads; the oldest go first.
    private static let waitingCountMax = 256

    let webhook: Webhook
    private let venue: String
    private let timing: WebhookTiming
    private let metrics: Metrics
    private let logger: Logger
    private let sender: any WebhookSender
    private let queue = DispatchQueue(label: "tablecast.webhook")
    private let state = Locked(State())

    init(
        _ webhook: Webhook, venue: String, timing: WebhookTiming, metrics: Metrics, logger: Logger,
        sender: any WebhookSender
    ) {
        self.webhook = webhook
        self.venue = venue
        self.timing = timing
        self.metrics = metrics
        self.logger = logger
        self.sender = sender
        // At once, so that nobody first hears of a refusal when an alarm is lost.
        queue.async { [weak self] in self?.check() }
    }

    /// Why the address is not called, as far as is known.
    var refusal: WebhookRefusal? { state.with { $0.refusal } }

    /// A name that can't be looked up now is no refusal.
    private func check() {
        do {
            try sender.check(webhook)
        } catch let refusal as WebhookRefusal {
            noteRefusal(refusal)
        } catch {
            return
        }
    }

    /// An alarm has begun, or, when it has an end, ended. Returns at once.
    func take(_ alarm: ScreenAlarm, epoch: String) {
        let isFirst = state.with { state in
            state.sentCount += 1
            let document = alarm.cloudEvent(venue: venue, epoch: epoch, number: state.sentCount)
            state.waiting.append(document.canonical)
            if state.waiting.count > Self.waitingCountMax {
                // The one at hand is being tried.
                state.waiting.remove(at: 1)
                metrics.webhookEnded(delivered: false)
            }
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if isFirst { queue.async { [self] in deliver(after: timing.firstPause, since: .now) } }
    }

    /// Tries the first of those that wait.
    ///
    /// - Parameters:
    ///   - pause: before the next attempt, should this one fail.
    ///   - start: when it was tried for the first time.
    private func deliver(after pause: Duration, since start: ContinuousClock.Instant) {
        guard let body = state.with({ $0.waiting.first }) else {
            return state.with { $0.isRunning = false }
        }
        let problem = attempt(body)
        if problem != nil, start.duration(to: .now) < timing.giveUpAfter {
            noteFailure(problem)
            let next = min(pause * 2, timing.pauseMax)
            let wait = DispatchTimeInterval.milliseconds(Int(pause.milliseconds))
            queue.asyncAfter(deadline: .now() + wait) { [weak self] in
                self?.deliver(after: next, since: start)
            }
            return
        }
        noteFailure(problem)
        metrics.webhookEnded(delivered: problem == nil)
        let isDone = state.with { state in
            state.waiting.removeFirst()
            state.isRunning = !state.waiting.isEmpty
            return state.waiting.isEmpty
        }
        if !isDone { queue.async { [self] in deliver(after: timing.firstPause, since: .now) } }
    }

    /// - Returns: what went wrong; `nil` when it was delivered.
    private func attempt(_ body: [UInt8]) -> String? {
        do {
            let status = try sender.post(body, to: webhook, timeout: timing.timeout)
            noteRefusal(nil)
            return (200..<300).contains(status) ? nil : "it answered \(status)"
        } catch {
            noteRefusal(error as? WebhookRefusal)
            return "\(error)"
        }
    }

    /// Logs a refusal once, until the address is called again.
    private func noteRefusal(_ refusal: WebhookRefusal?) {
        let isNews = state.with { state in
            defer { state.refusal = refusal }
            return state.refusal != refusal
        }
        if isNews, let refusal {
            logger.warning("\(refusal.advice)", metadata: ["venue": "\(venue)"])
        }
    }

    /// Said once, until it goes well again. The address may hold a secret.
    private func noteFailure(_ problem: String?) {
        let isNews = state.with { state in
            // A refusal has a line of its own.
            guard state.refusal == nil else { return false }
            defer { state.hasFailed = problem != nil }
            return state.hasFailed != (problem != nil)
        }
        guard isNews else { return }
        if let problem {
            logger.warning(
                "an alarm can't be passed on to the webhook; it is tried again",
                metadata: ["venue": "\(venue)", "problem": "\(problem)"])
        } else {
            logger.notice("alarms reach the webhook again", metadata: ["venue": "\(venue)"])
        }
    }
}

extension ScreenAlarm {
    /// The alarm as a CloudEvents 1.0 document.
    fileprivate func cloudEvent(venue: String, epoch: String, number: Int) -> JSON {
        let at = end?.at ?? since
        return [
            "specversion": "1.0",
            "id": .string(
                "\(epoch):alarm:\(key.device):\(key.kind.rawValue):\(at.wall.milliseconds):\(number)"
            ),
            "source": .string("/v1/\(venue)/devices"),
            "type": .string("tablecast.screen.alarm" + (end == nil ? "" : ".ended")),
            "time": .string(at.wall.description), "subject": .string(key.device),
            "datacontenttype": "application/json", "data": json,
        ]
    }
}
