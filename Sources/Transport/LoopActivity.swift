import Locks

/// What a loop is doing. Any thread may read it, to find a loop that hangs.
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

    /// Notes what the loop begins to do in its turn, such as an action or a view.
    public func note(_ work: String) { state.with { $0.work = work } }

    /// The number of the current turn, and what the loop last began to do in it. Returns `nil` if
    /// the loop waits for events.
    public var current: (turn: Int, work: String?)? {
        state.with { $0.isBusy ? ($0.turn, $0.work) : nil }
    }
}
