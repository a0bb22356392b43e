/// Posts a document to an address and returns the status that was answered; throws when nobody
/// answered. It may take as long as `timeout` for each thing that it waits for: it is called on a
/// thread of its own. This room knows how to serve only, so whoever makes the hub brings it.
public typealias WebhookPost =
    @Sendable (_ address: String, _ body: [UInt8], _ timeout: Duration) throws -> Int

/// How long somebody tries to pass an alarm on.
public struct WebhookTiming: Sendable {
    /// For connecting, and for each wait for more of the answer.
    public var timeout: Duration = .seconds(10)
    /// Before the second attempt; each further pause is twice as long, up to a minute.
    public var firstPause: Duration = .seconds(1)
    public var pauseMax: Duration = .seconds(60)
    /// After this time an alarm is given up.
    public var giveUpAfter: Duration = .seconds(600)

    public init() {}
}
