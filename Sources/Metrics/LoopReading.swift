package import Screens

/// The counts that only the loops have, each read at one moment.
package struct LoopReading: Sendable {
    package var receivedBytes: UInt64 = 0
    package var sentBytes: UInt64 = 0
    /// The bytes queued in the hub for all connections.
    package var queuedBytes = 0
    /// Connections whose output is full.
    package var congestedCount = 0
    /// The number of subscriptions by view.
    package var subscriptions: [String: Int] = [:]
    /// The number of rows in the lists of screens of all venues.
    package var screens: [ScreenCount: Int] = [:]

    package init() {}

    package mutating func add(_ other: LoopReading) {
        receivedBytes += other.receivedBytes
        sentBytes += other.sentBytes
        queuedBytes += other.queuedBytes
        congestedCount += other.congestedCount
        subscriptions.merge(other.subscriptions, uniquingKeysWith: +)
        screens.merge(other.screens, uniquingKeysWith: +)
    }
}
