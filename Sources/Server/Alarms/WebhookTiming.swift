/// How long the hub tries to pass an alarm on.
public struct WebhookTiming: Sendable {
    /// For one attempt in all.
    public var timeout: Duration = .seconds(10)
    /// Before the second attempt; each further pause is twice as long, up to a minute.
    public var firstPause: Duration = .seconds(1)
    public var pauseMax: Duration = .seconds(60)
    /// After this time an alarm is given up.
    public var giveUpAfter: Duration = .seconds(600)

    public init() {}
}
