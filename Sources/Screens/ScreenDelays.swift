/// The delays before alarms about screens.
public struct ScreenDelays: Sendable {
    /// For a screen that broke off or does not answer.
    public var silent: Duration = .seconds(30)
    /// For a connected screen that shows an old document.
    public var behind: Duration = .seconds(10)
    /// How long a wrong copy is reported if nothing says that it is right again.
    public var driftedFor: Duration = .seconds(300)

    public init() {}
}
