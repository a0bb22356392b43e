import Transport

/// What peers ask for takes turns with all else that happens on a loop: so much time of each of the
/// loop's turns, and what is left waits for the next ones.
///
/// Those who wait are served address by address, one thing for each. So somebody who asks for a
/// thousand pages at once keeps nobody waiting but those who ask from the same address, and no screen
/// anywhere. The messages of screens and tablets, which have signed in, go before requests, which may
/// be anybody's. Bounded by the connections, of which each waits for one thing at most.
final class FairTurns {
    enum Kind {
        /// Of a WebSocket that is open.
        case message
        /// Of HTTP, also for a WebSocket that is to be opened.
        case request
    }

    /// Of one turn. What is begun in time may take longer.
    private static let timePerTurn = Duration.microseconds(500)

    private let loop: EventLoop
    private var messages = FairLine()
    private var requests = FairLine()
    private var timeSpent = Duration.zero

    init(on loop: EventLoop) { self.loop = loop }

    /// Does `work`: now if there is time and nothing else of its kind waits from this address.
    func take(_ kind: Kind, for address: SocketAddress, _ work: @escaping () -> Void) {
        if !takeNow(kind, for: address, work) { wait(kind, for: address, work) }
    }

    /// Does `work` if there is time and nothing else of its kind waits from this address.
    ///
    /// - Returns: whether it was done.
    func takeNow(_ kind: Kind, for address: SocketAddress, _ work: () -> Void) -> Bool {
        let neighbour = NetworkNeighbour(address)
        let isBehind =
            switch kind {
            case .message: messages.holds(neighbour)
            case .request: requests.holds(neighbour)
            }
        guard timeSpent < Self.timePerTurn, !isBehind else { return false }
        spendTime(on: work)
        return true
    }

    /// Does `work` at the end of this turn, or of a later one.
    func wait(_ kind: Kind, for address: SocketAddress, _ work: @escaping () -> Void) {
        switch kind {
        case .message: messages.append(work, of: NetworkNeighbour(address))
        case .request: requests.append(work, of: NetworkNeighbour(address))
        }
    }

    /// For the end of each turn of the loop: goes on with what waits, with one thing of each kind at
    /// the least.
    func turnEnds() {
        serve { messages.popFirst() }
        serve { requests.popFirst() }
        timeSpent = .zero
        // The loop is not to sleep on what waits.
        if !messages.isEmpty || !requests.isEmpty { _ = loop.schedule(after: .zero) {} }
    }

    private func serve(_ next: () -> (() -> Void)?) {
        repeat {
            guard let work = next() else { return }
            spendTime(on: work)
        } while timeSpent < Self.timePerTurn
    }

    private func spendTime(on work: () -> Void) {
        let start = ContinuousClock.now
        work()
        timeSpent += start.duration(to: .now)
    }
}
