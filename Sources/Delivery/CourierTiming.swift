/// The number and the duration of a courier's attempts at an effect.
public struct CourierTiming: Sendable {
    /// The pause before the second attempt. Each further pause is twice as long, up to `pauseMax`.
    public var firstPause: Duration = .seconds(1)
    public var pauseMax: Duration = .seconds(300)
    /// The number of failed attempts after which an effect is given up. A retry allows as many
    /// again.
    public var tryCountMax = 200

    public init() {}

    /// Returns the pause before the next attempt.
    ///
    /// - Parameter tryCount: the number of failed attempts, at least one.
    package func pause(after tryCount: Int) -> Duration {
        firstPause.doubled(tryCount - 1, max: pauseMax)
    }
}
