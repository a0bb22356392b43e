package import Storage

/// Carries out the effects for one kind of target.
package protocol EffectCarrier: Sendable {
    /// Carries out an effect, and returns when it is delivered.
    ///
    /// Called again with the same effect if the hub stops before it has noted the delivery. So the
    /// target must get the effect's key, by which it can recognize repetitions.
    ///
    /// Called on a thread that may block. Should take a few seconds at most.
    func carry(_ effect: WaitingEffect) throws(EffectProblem)

    /// Notes that an effect was delivered or given up, and is not tried again.
    func ended(_ effect: WaitingEffect, isDelivered: Bool)
}
