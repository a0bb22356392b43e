import Sync

/// Where alarms of a venue are posted to.
public struct Webhook: Sendable, Equatable {
    public var address: String
    /// Whether whoever runs the hub has named it, and not the venue's owner on a page.
    public var isOperators: Bool

    public init(address: String, isOperators: Bool) {
        self.address = address
        self.isOperators = isOperators
    }
}

/// Why the hub does not call a webhook; the raw value is what pages are told.
public enum WebhookRefusal: String, Error, Sendable {
    /// It leads into a private network, or to no single machine, and the operator has not allowed it.
    case privateAddress = "private_address"
    /// It is spelled in a way that the hub no longer takes.
    case spelling

    var failure: EffectFailure {
        switch self {
        case .privateAddress: .privateAddress
        case .spelling: .badAddress
        }
    }

    /// For the log: what is the matter, and what to do about it.
    var advice: String {
        switch self {
        case .privateAddress:
            "alarms are not posted: the webhook's address is a private one. To allow it, start the "
                + "hub with --allow-private-webhooks, or name the address with --alarm-webhook"
        case .spelling:
            "alarms are not posted: the webhook's address is not spelled plainly. Set it again on "
                + "the owner's page, like https://example.org/hook"
        }
    }
}

/// There was no answer in time.
public struct WebhookTimedOut: Error {
    public init() {}
}

/// How alarms leave the hub. This module only serves, so whoever makes the hub brings it. Both calls
/// block, on a thread of their own.
public protocol WebhookSender: Sendable {
    /// Throws `WebhookRefusal` when the address may not be called.
    func check(_ webhook: Webhook) throws

    /// Posts a CloudEvent (structured mode) and returns the status that was answered. Throws
    /// `WebhookRefusal` when the address may not be called, `WebhookTimedOut` when there was no answer
    /// in time, and anything else when nobody answered.
    ///
    /// - Parameter timeout: for all of it, from connecting to the end of the answer.
    func post(_ body: [UInt8], to webhook: Webhook, timeout: Duration) throws -> Int
}
