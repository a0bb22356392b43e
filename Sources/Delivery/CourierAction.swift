package import Store
package import Sync

/// What a courier has done for it, in this order.
package enum CourierAction: Sendable {
    /// Read the effects that wait after this number, and tell `found`; `readFailed` when that fails.
    case read(after: Int64)
    /// Look an effect up, and tell `lookedUp`; `lookUpFailed` when that fails.
    case lookUp(key: String, venue: String)
    /// Try to carry an effect out, and tell `tried`.
    case attempt(WaitingEffect)
    /// Nobody wants to know of this effect any more: it was carried out, or will not be.
    case ended(WaitingEffect, isDelivered: Bool)
    /// Send a report to a venue.
    ///
    /// - Parameter key: of the effect whose outcome it is: `told` wants to know what became of the
    ///   report. `nil` for a report that the next one makes up for.
    case tell(Mutation, venue: String, settling: String?)
    /// Remove an effect from the store, without an event; tell `forgetFailed` when that fails.
    case forget(key: String)
    /// Tell `timerEnded` after this time.
    case wait(Duration, timer: Int)
}
