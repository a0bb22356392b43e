import Delivery
import Storage
import Sync

/// Carries out a board's effects, with their sealed data from the store.
struct BoardEffectCarrier: EffectCarrier {
    /// An attempt may outlast the hub; it must not keep the data folder locked.
    weak let storage: (any HubStorage)?
    let board: String
    let worker: any EffectWorker

    func carry(_ effect: WaitingEffect) throws(EffectProblem) {
        guard let opened = try? storage?.openedEffect(effect) else {
            throw EffectProblem(.unreadable)
        }
        try worker.carry(
            opened, key: effect.key, keptAt: effect.keptAt,
            with: SealedSecrets(secrets: storage, board: board, venue: effect.venue))
    }

    func ended(_ effect: WaitingEffect, isDelivered: Bool) {}
}
