package import Sync

/// The effects that wait to be carried out. Effects of events, and changes of effects, come with
/// the journal's batches, in the transactions of their events.
///
/// Calls block until they have a result, so event loops must not make them.
package protocol EffectOutbox: Sendable {
    /// Stores an effect that belongs to no event. Does nothing if an effect with this key was stored
    /// before, even if it has ended since.
    ///
    /// - Throws: `noVenue`, or an error of the disk.
    func keep(
        _ effect: Effect, key: String, in venue: String, now: Instant
    ) throws(StoreError)
    /// Returns the waiting effects, in the order in which they were stored.
    ///
    /// - Parameter number: the number after which to begin.
    func waitingEffects(after number: Int64, limit: Int) throws(StoreError) -> [WaitingEffect]
    /// Returns the effect with this key; `nil` if it is not kept.
    func keptEffect(_ key: String) throws(StoreError) -> KeptEffect?
    /// Removes an effect that was carried out, without an event.
    func forget(effect key: String) throws(StoreError)
    /// Returns an effect as its board has made it, with its sealed data.
    ///
    /// - Throws: `secretsUnreadable` if the data can't be opened.
    func openedEffect(_ waiting: WaitingEffect) throws(StoreError) -> Effect
}
