/// The number of connections that may have separate inflate contexts.
///
/// A peer that keeps its context from message to message (RFC 7692, 7.1.1.2) costs about 7 KiB and
/// its window, so 39 KiB at most. Only one thread may use the budget at a time.
public final class InflateBudget {
    /// The number of contexts that can still be reserved.
    public private(set) var contextsLeft: Int

    public init(contextCountMax: Int) {
        contextsLeft = contextCountMax
    }

    /// Reserves a context, to be offered in a handshake and given to the connection's decoder.
    /// Returns `nil` if none is left. The context counts until it is released.
    public func reserve() -> InflateContext? {
        guard contextsLeft > 0 else { return nil }
        contextsLeft -= 1
        return InflateContext(of: self)
    }

    fileprivate func giveBack() {
        contextsLeft += 1
    }
}

/// A place in an `InflateBudget`, for one connection. Memory is allocated with the connection's
/// first compressed message.
public final class InflateContext {
    private let budget: InflateBudget?
    private(set) var inflater = Inflater()

    fileprivate init(of budget: InflateBudget) {
        self.budget = budget
    }

    /// Creates a context that no budget counts.
    init() {
        budget = nil
    }

    deinit { budget?.giveBack() }

    /// Prepares for a peer with this window.
    func begin(windowBits: Int) {
        inflater = Inflater(windowBits: windowBits)
    }
}
