import Locks
import Sync

@testable import Clocks
@testable import Server

/// The machine's clocks, which a test sets and lets run ahead.
final class TestClocks: Sendable {
    private struct State {
        var jump: Int64 = 0
        var passed: Int64 = 0
    }

    private let state = Locked(State())

    func reading() -> ClockReading {
        var reading = ClockReading.ofMachine()
        let state = state.with { $0 }
        reading.steadyMilliseconds += state.passed
        reading.wall = reading.wall.adding(milliseconds: state.passed + state.jump)
        return reading
    }

    /// Sets the time of day.
    /// - Parameter seconds: how far it is ahead of what it should be.
    func set(ahead seconds: Int64) { state.with { $0.jump = seconds * 1000 } }

    /// So much time goes by.
    func pass(seconds: Int64) { state.with { $0.passed += seconds * 1000 } }
}
