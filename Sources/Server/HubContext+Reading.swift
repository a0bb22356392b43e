import Metrics
import Transport

extension HubContext {
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
