/// How long a screen may be other than it should before somebody is told.
public struct ScreenDelays: Sendable {
    /// Gone without a goodbye, or there without an answer.
    public var silent: Duration = .seconds(30)
    /// Connected, and showing what is no longer so.
    public var behind: Duration = .seconds(10)
    /// For so long a copy that was wrong is spoken of when nobody says that it is right again.
    public var driftedFor: Duration = .seconds(300)

    public init() {}
}
