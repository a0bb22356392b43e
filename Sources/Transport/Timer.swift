/// Work that a loop does later, once. Whoever drops it without cancelling it leaves it to happen.
public final class Timer {
    private let loop: EventLoop
    private var work: (() -> Void)?

    init(on loop: EventLoop, _ work: @escaping () -> Void) {
        self.loop = loop
        self.work = work
    }

    /// Whether it is still to happen.
    public var isPending: Bool { work != nil }

    /// Takes it back, at constant cost, and lets go of what its work holds. Does nothing once it
    /// has happened. Only on the loop's thread.
    public func cancel() {
        loop.preconditionCurrent()
        guard work != nil else { return }
        work = nil
        loop.timers.oneWasCancelled()
    }

    func fire() {
        let due = work
        work = nil
        due?()
    }
}
