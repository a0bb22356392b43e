import Sync

/// The address that a venue's alarms are posted to.
public struct Webhook: Sendable, Equatable {
    public var address: String
    /// Whether the hub's operator has set the address, rather than the venue's owner on a page.
    public var isSetByOperator: Bool

    public init(address: String, isSetByOperator: Bool) {
        self.address = address
        self.isSetByOperator = isSetByOperator
    }
}

/// The reason why the hub does not call a webhook. Pages are told the raw value.
public enum WebhookRefusal: String, Error, Sendable {
    /// The address leads into a private network, or is not that of a single machine, and the
    /// operator has not allowed it.
    case privateAddress = "private_address"
    /// The address is written in a way that the hub no longer accepts.
    case spelling

    var failure: EffectFailure {
        switch self {
        case .privateAddress: .privateAddress
        case .spelling: .badAddress
        }
    }

    /// The text for the log: the problem, and how to fix it.
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

/// The webhook did not answer in time.
public struct WebhookTimedOut: Error {
    public init() {}
}

/// Posts alarms to webhooks. The hub's creator passes it in, because the hub itself only serves.
/// Both methods block, and are called on threads that may block.
public protocol WebhookSender: Sendable {
    /// Checks whether an address may be called. Throws `WebhookRefusal` if not.
    func check(_ webhook: Webhook) throws

    /// Posts a CloudEvent in structured mode, and returns the status code of the answer.
    ///
    /// - Parameter timeout: the time for everything, from connecting to the end of the answer.
    /// - Throws: `WebhookRefusal` if the address may not be called, `WebhookTimedOut` if there was
    ///   no answer in time, any other error if the webhook can't be reached.
    func post(_ body: [UInt8], to webhook: Webhook, timeout: Duration) throws -> Int
}
