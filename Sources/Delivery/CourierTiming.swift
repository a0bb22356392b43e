/// How long the courier tries.
public struct CourierTiming: Sendable {
    /// The pause before the second attempt. Each further pause is twice as long, up to `pauseMax`.
    public var firstPause: Duration = .seconds(1)
    public var pauseMax: Duration = .seconds(300)
    /// An effect is given up after so many failed attempts. If somebody has it tried again, it gets as
    /// many more.
    public var tryCountMax = 200

    public init() {}

    /// - Parameter tryCount: how many attempts went wrong, at least one.
    package func pause(after tryCount: Int) -> Duration {
        tryCount > 20 ? pauseMax : min(firstPause * (1 << (tryCount - 1)), pauseMax)
    }
}
