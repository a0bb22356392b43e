package import Storage
package import Sync

/// An action that a `CourierState` asks for. Actions are carried out in order.
package enum CourierAction: Sendable {
    /// Read the effects after this number from the store; then call `found`, or `readFailed`.
    case read(after: Int64)
    /// Look up an effect in the store; then call `lookedUp`, or `lookUpFailed`.
    case lookUp(key: String, venue: String)
    /// Try to carry out an effect; then call `tried`.
    case attempt(WaitingEffect)
    /// Tell the carrier that an effect was delivered or given up.
    case ended(WaitingEffect, isDelivered: Bool)
    /// Send a report to a venue.
    ///
    /// - Parameter settling: the key of the effect whose outcome is reported; call `told` with the
    ///   answer. `nil` for a report that needs no answer, because the next one replaces it.
    case tell(Mutation, venue: String, settling: String?)
    /// Remove an effect from the store without an event. If that fails, call `forgetFailed`.
    case forget(key: String)
    /// Call `timerEnded` after this time.
    case wait(Duration, timer: Int)
}
