import Delivery
import Store
import Sync

/// Carries out a board's effects, with what the store keeps sealed.
struct BoardEffectCarrier: EffectCarrier {
    /// An attempt may outlast the hub; it must not keep the data folder locked.
    weak let store: Store?
    let board: String
    let worker: any EffectWorker

    func carry(_ effect: WaitingEffect) throws(EffectProblem) {
        guard let opened = try? store?.openedEffect(effect) else {
            throw EffectProblem(.unreadable)
        }
        try worker.carry(
            opened, key: effect.key, keptAt: effect.keptAt,
            with: SealedSecrets(store: store, board: board, venue: effect.venue))
    }

    func ended(_ effect: WaitingEffect, isDelivered: Bool) {}
}
