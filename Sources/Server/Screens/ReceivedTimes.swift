import DequeModule

/// When what asked for each of the last revisions was received.
struct ReceivedTimes: Sendable {
    static let countMax = 1_024

    /// Of consecutive revisions, the last of which is `rev`.
    private var times: Deque<Duration> = []
    private var rev: Int

    /// - Parameter rev: the last revision that there is.
    init(after rev: Int) { self.rev = rev }

    /// Events up to `rev` have been decided.
    mutating func received(through rev: Int, at now: Duration) {
        while self.rev < rev {
            self.rev += 1
            times.append(now)
            if times.count > Self.countMax { times.removeFirst() }
        }
    }

    /// What came after `rev` is not durable, and so has not happened.
    mutating func takeBack(to rev: Int) {
        guard rev < self.rev else { return }
        times.removeLast(min(times.count, self.rev - rev))
        self.rev = rev
    }

    /// `nil` when it is longer ago than is remembered, or has not happened.
    subscript(rev: Int) -> Duration? {
        let index = times.count - 1 - (self.rev - rev)
        return rev <= self.rev && times.indices.contains(index) ? times[index] : nil
    }
}
