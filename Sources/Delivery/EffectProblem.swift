package import Sync

/// Why an effect was not carried out.
package struct EffectProblem: Error {
    package var failure: EffectFailure
    /// Whether another attempt is of any use.
    package var isFinal: Bool
    /// How long the target wants to be left alone; `nil` when it has not said.
    package var pause: Duration?

    package init(_ failure: EffectFailure, isFinal: Bool = false, pause: Duration? = nil) {
        self.failure = failure
        self.isFinal = isFinal
        self.pause = pause
    }
}
