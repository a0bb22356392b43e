import Locks

/// The listeners of this process that wait for a free descriptor.
enum DescriptorShortage {
    private struct Waiter {
        let loop: EventLoop
        let token: UInt64
    }

    private static let waiters = Locked<[Waiter]>([])

    /// Makes the listening socket `token` of `loop` try again when a descriptor is closed.
    static func wait(on loop: EventLoop, token: UInt64) {
        waiters.with { waiters in
            let isWaiting = waiters.contains { $0.loop === loop && $0.token == token }
            if !isWaiting { waiters.append(Waiter(loop: loop, token: token)) }
        }
    }

    /// Wakes the listeners that wait. May be called from any thread.
    static func descriptorWasClosed() {
        let woken = waiters.with { waiters -> [Waiter] in
            guard !waiters.isEmpty else { return [] }
            defer { waiters = [] }
            return waiters
        }
        for waiter in woken {
            waiter.loop.execute { waiter.loop.retryAccepting(waiter.token) }
        }
    }
}

extension EventLoop {
    fileprivate func retryAccepting(_ token: UInt64) {
        if case .listener(let socket) = sources[token] { socket.listener.retry() }
    }
}
