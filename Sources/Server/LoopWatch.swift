/// Measures how long one loop has been busy with the same turn.
struct LoopWatch {
    /// The times after which a busy loop is logged, counts as hung, and ends the process.
    struct Limits: Sendable {
        var slow: Duration = .seconds(2)
        var hung: Duration = .seconds(10)
        var fatal: Duration = .seconds(60)
    }

    enum Finding: Equatable {
        case slow
        case hung
        case fatal
        /// The loop continues.
        case recovered
    }

    private var turn: Int?
    private(set) var busy: Duration = .zero
    private(set) var isHung = false

    /// Checks the loop once more.
    ///
    /// - Parameters:
    ///   - turn: the loop's turn; `nil` if the loop waits for events.
    ///   - elapsed: the time since the last look.
    /// - Returns: the new finding, if any.
    mutating func look(at turn: Int?, after elapsed: Duration, _ limits: Limits) -> Finding? {
        guard let turn, turn == self.turn else {
            self.turn = turn
            busy = .zero
            defer { isHung = false }
            return isHung ? .recovered : nil
        }
        let before = busy
        // After a longer pause, the process itself was stopped; the loop was not busy.
        busy += min(elapsed, limits.slow)
        func passes(_ limit: Duration) -> Bool { before < limit && busy >= limit }
        if passes(limits.fatal) { return .fatal }
        if passes(limits.hung) {
            isHung = true
            return .hung
        }
        return passes(limits.slow) ? .slow : nil
    }
}
