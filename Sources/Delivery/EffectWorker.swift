public import Sync

/// Carries out a board's effects of one kind, off the loops.
public protocol EffectWorker: Sendable {
    /// Carries out an effect once. Blocks until the effect is delivered, for a minute at most.
    ///
    /// - Parameters:
    ///  - effect: the effect with its unsealed data.
    ///  - key: the idempotency key. The other side must get it, because an effect is carried out
    ///    again if the hub ends before it has noted the delivery.
    ///  - keptAt: when the event was made.
    ///  - secrets: the board's secrets in the effect's venue.
    func carry(
        _ effect: Effect, key: String, keptAt: Instant, with secrets: any ConnectorSecrets
    ) throws(EffectProblem)
}

/// The reason why an effect was not carried out.
public struct EffectProblem: Error {
    public var failure: EffectFailure
    /// Whether further attempts are useless.
    public var isFinal: Bool
    /// The minimum pause that the target asks for; `nil` if it asks for none.
    public var pause: Duration?

    public init(_ failure: EffectFailure, isFinal: Bool = false, pause: Duration? = nil) {
        self.failure = failure
        self.isFinal = isFinal
        self.pause = pause
    }
}
