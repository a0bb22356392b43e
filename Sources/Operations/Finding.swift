/// The result of checking one part of a set-up.
public struct Finding: Sendable, Equatable {
    public enum Verdict: Sendable {
        case good
        /// It works, but needs attention.
        case doubtful
        /// It does not work, or soon will stop working.
        case bad
    }

    public var verdict: Verdict
    /// The subject of the check: `disk`.
    public var subject: String
    /// The result and, unless it is good, what to do.
    public var text: String

    public init(_ verdict: Verdict, _ subject: String, _ text: String) {
        self.verdict = verdict
        self.subject = subject
        self.text = text
    }
}
