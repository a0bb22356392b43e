/// What a look at a set-up found about one thing.
public struct Finding: Sendable, Equatable {
    public enum Verdict: Sendable {
        case good
        /// It works, but somebody should know.
        case doubtful
        /// It does not work, or soon will not.
        case bad
    }

    public var verdict: Verdict
    /// What was looked at: `disk`.
    public var subject: String
    /// What is the case; and, unless it is good, what to do.
    public var text: String

    public init(_ verdict: Verdict, _ subject: String, _ text: String) {
        self.verdict = verdict
        self.subject = subject
        self.text = text
    }
}
