/// Carries a value that belongs to one loop through another thread and back.
///
/// `@unchecked Sendable`: the value is used only on its own loop, which is checked.
package struct LoopBound<Value>: @unchecked Sendable {
    // Unchecked: `value` is reached on `loop` alone.
    private let bound: Value
    private let loop: EventLoop

    package init(_ value: Value, on loop: EventLoop) {
        bound = value
        self.loop = loop
    }

    package var value: Value {
        precondition(loop.isCurrent, "a value that belongs to one loop was used on another thread")
        return bound
    }
}
