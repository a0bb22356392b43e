package import Store

/// Carries out the effects of one kind of target.
package protocol EffectCarrier: Sendable {
    /// Carries out one effect; returns when that is done. It may come a second time with the same key,
    /// when the hub ended before it could write down that it was done: the target has to be shown the
    /// key.
    ///
    /// Runs on a thread that may block, and takes seconds at most.
    func carry(_ effect: WaitingEffect) throws(EffectProblem)

    /// The effect was carried out, or will not be.
    func ended(_ effect: WaitingEffect, isDelivered: Bool)
}
