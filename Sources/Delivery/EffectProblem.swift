package import Sync

/// The reason why an effect was not carried out.
package struct EffectProblem: Error {
    package var failure: EffectFailure
    /// Whether further attempts are useless.
    package var isFinal: Bool
    /// The minimum pause that the target asks for; `nil` if it asks for none.
    package var pause: Duration?

    package init(_ failure: EffectFailure, isFinal: Bool = false, pause: Duration? = nil) {
        self.failure = failure
        self.isFinal = isFinal
        self.pause = pause
    }
}
