import Transport

/// What the loops know and nobody else counts, as of one moment of each.
struct LoopReading: Sendable {
    var receivedBytes: UInt64 = 0
    var sentBytes: UInt64 = 0
    /// What waits in the hub for connections to take it.
    var queuedBytes = 0
    /// Connections whose output is full.
    var congestedCount = 0
    /// By the view's name.
    var subscriptions: [String: Int] = [:]
    /// Rows of the lists of screens, of all venues.
    var screens: [ScreenCount: Int] = [:]

    mutating func add(_ other: LoopReading) {
        receivedBytes += other.receivedBytes
        sentBytes += other.sentBytes
        queuedBytes += other.queuedBytes
        congestedCount += other.congestedCount
        subscriptions.merge(other.subscriptions, uniquingKeysWith: +)
        screens.merge(other.screens, uniquingKeysWith: +)
    }
}

extension VenueDirectory {
    /// Asks every loop, and calls back on the loop of the one who asked.
    func read(_ done: LoopBound<(LoopReading) -> Void>, on worker: Worker) {
        let sum = Locked((reading: LoopReading(), missing: workers.count))
        for other in workers {
            other.perform { station in
                let whole = sum.with { sum -> LoopReading? in
                    sum.reading.add(station.reading)
                    sum.missing -= 1
                    return sum.missing == 0 ? sum.reading : nil
                }
                if let whole { worker.perform { _ in done.value(whole) } }
            }
        }
    }
}
