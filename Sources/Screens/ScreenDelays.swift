/// The delays before alarms about screens are raised.
public struct ScreenDelays: Sendable {
    /// The delay for a screen that was disconnected or does not answer.
    public var silent: Duration = .seconds(30)
    /// The delay for a connected screen that shows an old document.
    public var behind: Duration = .seconds(10)
    /// How long a wrong copy is reported, unless the screen paints a right one.
    public var driftedFor: Duration = .seconds(300)

    public init() {}
}
