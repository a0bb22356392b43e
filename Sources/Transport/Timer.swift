/// Work that a loop does once, later. A timer fires even if it is not retained, unless it is
/// cancelled.
public final class Timer {
    private let loop: EventLoop
    private var work: (() -> Void)?

    init(on loop: EventLoop, _ work: @escaping () -> Void) {
        self.loop = loop
        self.work = work
    }

    /// Whether the timer has neither fired nor been cancelled.
    public var isPending: Bool { work != nil }

    /// Cancels the timer at constant cost and releases its work. Does nothing if it has fired. Must
    /// be called on the loop's thread.
    public func cancel() {
        loop.preconditionCurrent()
        guard work != nil else { return }
        work = nil
        loop.timers.timerWasCancelled()
    }

    func fire() {
        let due = work
        work = nil
        due?()
    }
}
