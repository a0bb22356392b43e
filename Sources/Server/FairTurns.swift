import DequeModule
import Transport

/// Answering takes turns with all else that happens on a loop: so much time of each of the loop's
/// turns, and what is left waits for the next ones, in the order in which it was asked. Somebody who
/// asks for a thousand pages at once keeps those waiting who ask for pages, by one page for each, and
/// no screen.
final class RequestTurns {
    /// Of one turn. The last answer that is begun in time may take longer.
    private static let timePerTurn = Duration.milliseconds(2)

    private let loop: EventLoop
    private var waiting = Deque<() -> Void>()
    private var timeSpent = Duration.zero

    init(on loop: EventLoop) { self.loop = loop }

    /// Carries `answer` out, now if there is time.
    func take(_ answer: @escaping () -> Void) {
        guard waiting.isEmpty, timeSpent < Self.timePerTurn else { return waiting.append(answer) }
        spendTime(on: answer)
    }

    /// For the end of each turn of the loop.
    func turnEnds() {
        while timeSpent < Self.timePerTurn, let answer = waiting.popFirst() {
            spendTime(on: answer)
        }
        timeSpent = .zero
        // The loop is not to sleep on what waits.
        if !waiting.isEmpty { _ = loop.schedule(after: .zero) {} }
    }

    private func spendTime(on answer: () -> Void) {
        let start = ContinuousClock.now
        answer()
        timeSpent += start.duration(to: .now)
    }
}
