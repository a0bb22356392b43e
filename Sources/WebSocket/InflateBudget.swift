/// How many connections may have an inflate context of their own, which is what a peer that keeps
/// its context from message to message costs (RFC 7692, 7.1.1.2): about 7 KiB and the window, so
/// 39 KiB at the widest. It is for one thread at a time.
public final class InflateBudget {
    /// How many contexts may still be reserved.
    public private(set) var contextsLeft: Int

    public init(contextCountMax: Int) {
        contextsLeft = contextCountMax
    }

    /// A context to be offered in a handshake and to be handed to the connection's decoder; nil if
    /// none is left. It counts until it is let go of.
    public func reserve() -> InflateContext? {
        guard contextsLeft > 0 else { return nil }
        contextsLeft -= 1
        return InflateContext(of: self)
    }

    fileprivate func giveBack() {
        contextsLeft += 1
    }
}

/// A place in an `InflateBudget`, for one connection. It takes up memory with that connection's
/// first compressed message.
public final class InflateContext {
    private let budget: InflateBudget?
    private(set) var inflater = Inflater()

    fileprivate init(of budget: InflateBudget) {
        self.budget = budget
    }

    /// A context that nobody counts.
    init() {
        budget = nil
    }

    deinit { budget?.giveBack() }

    /// Makes ready for a peer with this window.
    func begin(windowBits: Int) {
        inflater = Inflater(windowBits: windowBits)
    }
}
