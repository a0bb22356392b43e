import Locks

/// The activity of a loop. Any thread may read it, to find a loop that hangs.
public final class LoopActivity: Sendable {
    private struct State {
        var turn = 0
        var isBusy = false
        var work: String?
    }

    private let state = Locked(State())

    func beginTurn() {
        state.with { state in
            state.turn &+= 1
            state.isBusy = true
            state.work = nil
        }
    }

    func endTurn() { state.with { $0.isBusy = false } }

    /// Records the work that the loop begins in its turn, such as an action or a view.
    public func note(_ work: String) { state.with { $0.work = work } }

    /// The number of the current turn, and the work that last began in it. `nil` if the loop waits
    /// for events.
    public var current: (turn: Int, work: String?)? {
        state.with { $0.isBusy ? ($0.turn, $0.work) : nil }
    }
}
