import Dispatch
import JSON
package import Logging
package import Metrics
package import Screens
package import Store
package import Sync
import Transport

/// Posts alarms to where each venue's owner, or whoever runs the hub, wants them.
package final class AlarmCarrier: EffectCarrier {
    /// The target of effects that are alarms.
    package static let target = "webhook"
    /// An alarm of yesterday is of no use.
    private static let lifetime = Duration.seconds(86_400)

    private struct State {
        var refusals: [String: WebhookRefusal] = [:]
        /// Venues whose alarms do not arrive, as was said.
        var failing: Set<String> = []
    }

    private let store: Store
    private let operatorsAddress: String?
    private let sender: any WebhookSender
    private let metrics: Metrics
    private let logger: Logger
    private let state = Locked(State())
    private let checks = DispatchQueue(label: "tablecast.webhook")

    /// - Parameter operatorsAddress: where alarms of venues go whose owners have named none.
    package init(
        store: Store, operatorsAddress: String?, sender: any WebhookSender, metrics: Metrics,
        logger: Logger
    ) {
        self.store = store
        self.operatorsAddress = operatorsAddress
        self.sender = sender
        self.metrics = metrics
        self.logger = logger
    }

    /// An alarm that has begun or, when it has an end, ended.
    package static func effect(of alarm: ScreenAlarm, venue: String, key: String) -> Effect {
        Effect(
            target: target, data: alarm.cloudEvent(venue: venue, id: key), lifetime: lifetime)
    }

    /// The same whenever it is made, so that an alarm is not posted twice.
    package static func key(of alarm: ScreenAlarm, venue: String, epoch: String) -> String {
        let since = alarm.since.wall.milliseconds
        return "\(venue):\(epoch):alarm:\(alarm.key.device):\(alarm.key.kind.rawValue):\(since)"
            + (alarm.end == nil ? "" : ":ended")
    }

    /// Where a venue's alarms go; `nil` when nowhere.
    ///
    /// - Parameter ownersAddress: what its owner has named.
    package func webhook(_ ownersAddress: String?) -> Webhook? {
        if let ownersAddress { return Webhook(address: ownersAddress, isOperators: false) }
        return operatorsAddress.map { Webhook(address: $0, isOperators: true) }
    }

    /// Why the address of a venue is not called, as far as is known.
    package func refusal(of venue: String) -> WebhookRefusal? { state.with { $0.refusals[venue] } }

    /// Alarms of a venue go somewhere else from now on. Whether the address would be refused is found
    /// out at once, so that nobody first hears of it when an alarm is late. Returns at once.
    package func changed(to webhook: Webhook?, of venue: String) {
        state.with { $0.refusals[venue] = nil }
        guard let webhook else { return }
        checks.async { [weak self] in self?.check(webhook, of: venue) }
    }

    /// A name that can't be looked up now is no refusal.
    private func check(_ webhook: Webhook, of venue: String) {
        do {
            try sender.check(webhook)
        } catch let refusal as WebhookRefusal {
            note(refusal, of: venue)
        } catch {
            return
        }
    }

    // MARK: EffectCarrier

    package func carry(_ effect: WaitingEffect) throws(EffectProblem) {
        let ownersAddress: String?
        do {
            ownersAddress = try store.webhook(of: effect.venue)
        } catch {
            throw EffectProblem(.unreadable)
        }
        // Nobody wants alarms any more.
        guard let webhook = webhook(ownersAddress) else { return }
        do throws(EffectProblem) {
            try post(effect, to: webhook)
            noteFailure(nil, of: effect.venue)
        } catch {
            noteFailure(error.failure, of: effect.venue)
            throw error
        }
    }

    package func ended(_ effect: WaitingEffect, isDelivered: Bool) {
        metrics.webhookEnded(delivered: isDelivered)
    }

    private static let timeout = Duration.seconds(10)

    private func post(_ effect: WaitingEffect, to webhook: Webhook) throws(EffectProblem) {
        let status: Int
        do {
            status = try sender.post(effect.data.canonical, to: webhook, timeout: Self.timeout)
            note(nil, of: effect.venue)
        } catch let refusal as WebhookRefusal {
            note(refusal, of: effect.venue)
            throw EffectProblem(refusal.failure)
        } catch {
            note(nil, of: effect.venue)
            throw EffectProblem(error is WebhookTimedOut ? .timedOut : .unreachable)
        }
        guard (200..<300).contains(status) else { throw EffectProblem(.answered(status)) }
    }

    /// Logs a refusal once, until the address is called again.
    private func note(_ refusal: WebhookRefusal?, of venue: String) {
        let isNews = state.with { state in
            defer { state.refusals[venue] = refusal }
            return state.refusals[venue] != refusal
        }
        if isNews, let refusal {
            logger.warning("\(refusal.advice)", metadata: ["venue": "\(venue)"])
        }
    }

    /// Said once, until it goes well again. The address may hold a secret.
    private func noteFailure(_ failure: EffectFailure?, of venue: String) {
        let isNews = state.with { state in
            // A refusal has a line of its own.
            guard state.refusals[venue] == nil else { return false }
            if failure == nil { return state.failing.remove(venue) != nil }
            return state.failing.insert(venue).inserted
        }
        guard isNews else { return }
        if let failure {
            logger.warning(
                "an alarm can't be passed on to the webhook; it is tried again",
                metadata: ["venue": "\(venue)", "problem": "\(failure.text)"])
        } else {
            logger.notice("alarms reach the webhook again", metadata: ["venue": "\(venue)"])
        }
    }
}

extension ScreenAlarm {
    /// The alarm as a CloudEvents 1.0 document.
    fileprivate func cloudEvent(venue: String, id: String) -> JSON {
        let at = end?.at ?? since
        return [
            "specversion": "1.0",
            "id": .string(id),
            "source": .string("/v1/\(venue)/devices"),
            "type": .string("tablecast.screen.alarm" + (end == nil ? "" : ".ended")),
            "time": .string(at.wall.description), "subject": .string(key.device),
            "datacontenttype": "application/json", "data": json,
        ]
    }
}
