import Locks
import Metrics
import Transport

extension HubContext {
    /// Adds up the readings of all loops, and passes the sum to `done` on the loop of `worker`.
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
