import Transport

/// Carries something that belongs to one loop through another thread and back. It can be looked at
/// on its own loop only, which is checked.
struct LoopBound<Value>: @unchecked Sendable {
    // Unchecked: `value` is reached on `loop` alone.
    private let bound: Value
    private let loop: EventLoop

    init(_ value: Value, on loop: EventLoop) {
        bound = value
        self.loop = loop
    }

    var value: Value {
        precondition(loop.isCurrent, "a value that belongs to one loop was used on another thread")
        return bound
    }
}
