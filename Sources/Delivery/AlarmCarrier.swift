import Dispatch
import JSON
import Locks
package import Logging
package import Metrics
package import Screens
package import Storage
package import Sync
import Transport

/// Posts alarms to the webhook that the venue's owner has set or, without one, to the operator's.
package final class AlarmCarrier: EffectCarrier {
    /// The target of effects that carry alarms.
    package static let target = "webhook"
    /// The time after which an undelivered alarm is given up. The next day, it is no longer useful.
    private static let lifetime = Duration.seconds(86_400)

    private struct State {
        var refusals: [String: WebhookRefusal] = [:]
        /// The venues whose last alarm failed, as logged.
        var failing: Set<String> = []
    }

    private let secrets: any Secrets
    private let operatorsAddress: String?
    private let sender: any WebhookSender
    private let metrics: Metrics
    private let logger: Logger
    private let state = Locked(State())
    private let checks = DispatchQueue(label: "tablecast.webhook")

    /// - Parameter operatorsAddress: the webhook for venues whose owners have set none; `nil` for
    ///   no such webhook.
    package init(
        secrets: any Secrets, operatorsAddress: String?, sender: any WebhookSender,
        metrics: Metrics, logger: Logger
    ) {
        self.secrets = secrets
        self.operatorsAddress = operatorsAddress
        self.sender = sender
        self.metrics = metrics
        self.logger = logger
    }

    /// Returns the effect that posts an alarm: that it began or, if it has an end, that it ended.
    ///
    /// - Parameter key: the id of the CloudEvent, from `key(of:venue:epoch:)`.
    package static func effect(of alarm: ScreenAlarm, venue: String, key: String) -> Effect {
        Effect(
            target: target, data: alarm.cloudEvent(venue: venue, id: key), lifetime: lifetime)
    }

    /// Returns the idempotency key of an alarm. It depends on the arguments only, so that no alarm
    /// is posted twice.
    package static func key(of alarm: ScreenAlarm, venue: String, epoch: String) -> String {
        let since = alarm.since.wall.milliseconds
        return "\(venue):\(epoch):alarm:\(alarm.device):silent:\(since)"
            + (alarm.end == nil ? "" : ":ended")
    }

    /// Returns the webhook that a venue's alarms are posted to; `nil` if there is none.
    ///
    /// - Parameter ownersAddress: the address that the venue's owner has set.
    package func webhook(_ ownersAddress: String?) -> Webhook? {
        if let ownersAddress { return Webhook(address: ownersAddress, isSetByOperator: false) }
        return operatorsAddress.map { Webhook(address: $0, isSetByOperator: true) }
    }

    /// Returns why the webhook of a venue is not called; `nil` if no reason is known.
    package func refusal(of venue: String) -> WebhookRefusal? { state.with { $0.refusals[venue] } }

    /// Notes that alarms of a venue go to another webhook from now on. Starts checking the new
    /// address, so that a refusal is known before the first alarm. Does not wait for the check.
    package func changed(to webhook: Webhook?, of venue: String) {
        state.with { $0.refusals[venue] = nil }
        guard let webhook else { return }
        checks.async { [weak self] in self?.check(webhook, of: venue) }
    }

    /// Notes a refused address. A name that can't be resolved at the moment is not a refusal.
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
            ownersAddress = try secrets.webhook(of: effect.venue)
        } catch {
            throw EffectProblem(.unreadable)
        }
        // Alarms are no longer wanted.
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

    /// Notes whether the address was refused. Logs each refusal once, until the address is called
    /// again.
    private func note(_ refusal: WebhookRefusal?, of venue: String) {
        let isNews = state.with { state in
            defer { state.refusals[venue] = refusal }
            return state.refusals[venue] != refusal
        }
        if isNews, let refusal {
            logger.warning("\(refusal.advice)", metadata: ["venue": "\(venue)"])
        }
    }

    /// Logs the first failure, and the success that ends a series of failures. The log does not
    /// name the address, because it may contain a secret.
    private func noteFailure(_ failure: EffectFailure?, of venue: String) {
        let isNews = state.with { state in
            // Refusals are logged by `note`.
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
            "time": .string(at.wall.description), "subject": .string(device),
            "datacontenttype": "application/json", "data": json,
        ]
    }
}
