import Locks
import Metrics
import Transport

extension HubContext {
    /// Adds up the readings of all loops, and passes the sum to `done` on the loop of `hubLoop`.
    func read(_ done: LoopBound<(LoopReading) -> Void>, on hubLoop: HubLoop) {
        let sum = Locked((reading: LoopReading(), missing: hubLoops.count))
        for other in hubLoops {
            other.perform { server in
                let whole = sum.with { sum -> LoopReading? in
                    sum.reading.add(server.reading)
                    sum.missing -= 1
                    return sum.missing == 0 ? sum.reading : nil
                }
                if let whole { hubLoop.perform { _ in done.value(whole) } }
            }
        }
    }
}
