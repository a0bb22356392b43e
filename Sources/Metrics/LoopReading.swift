package import Screens

/// What only the loops count, read from each at one moment.
package struct LoopReading: Sendable {
    package var receivedBytes: UInt64 = 0
    package var sentBytes: UInt64 = 0
    /// Bytes that wait in the hub for connections to take them.
    package var queuedBytes = 0
    /// Connections whose output is full.
    package var congestedCount = 0
    /// By the view's name.
    package var subscriptions: [String: Int] = [:]
    /// The rows in the lists of screens of all venues.
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
