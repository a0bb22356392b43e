import Time
package import Transport

/// Limits the time in each turn of a loop for work that peers request. The rest waits for the next
/// turns.
///
/// Addresses take turns, one piece of work for each. So a client that requests a thousand pages at
/// once delays only requests from its own address, and no screen. Messages of screens and tablets,
/// which have signed in, go before requests, which anybody can send. Each connection waits for at
/// most one piece of work, so the number of connections limits the memory.
package final class FairTurns {
    /// In the order in which they are served.
    package enum Kind: Int, CaseIterable {
        /// A message on an open WebSocket.
        case message
        /// An HTTP request, including one that opens a WebSocket.
        case request
    }

    private let timePerTurn: Duration
    private let loop: EventLoop
    /// The waiting work, by kind.
    private var lines = Kind.allCases.map { _ in FairLine<NetworkPrefix, () -> Void>() }
    private var timeSpent = Duration.zero

    /// - Parameter timePerTurn: the time after which no more work begins in a turn.
    package init(on loop: EventLoop, timePerTurn: Duration = .microseconds(500)) {
        self.loop = loop
        self.timePerTurn = timePerTurn
    }

    /// Performs `work`: now if there is time and nothing of its kind waits for this address,
    /// otherwise later.
    package func take(_ kind: Kind, for address: SocketAddress, _ work: @escaping () -> Void) {
        if !takeNow(kind, for: address, work) { wait(kind, for: address, work) }
    }

    /// Performs `work` if there is time and nothing of its kind waits for this address.
    ///
    /// - Returns: whether it was performed.
    package func takeNow(_ kind: Kind, for address: SocketAddress, _ work: () -> Void) -> Bool {
        let network = NetworkPrefix(address)
        guard timeSpent < timePerTurn, lines[kind.rawValue].count(of: network) == 0
        else { return false }
        spendTime(on: work)
        return true
    }

    /// Performs `work` at the end of this turn, or of a later one.
    package func wait(_ kind: Kind, for address: SocketAddress, _ work: @escaping () -> Void) {
        lines[kind.rawValue].append(work, of: NetworkPrefix(address))
    }

    /// Call this at the end of each turn of the loop. Performs waiting work, at least one piece of
    /// each kind.
    package func turnEnds() {
        Kind.allCases.forEach(serve)
        timeSpent = .zero
        // The loop must not sleep while work waits.
        if lines.contains(where: { !$0.isEmpty }) { _ = loop.schedule(after: .zero) {} }
    }

    private func serve(_ kind: Kind) {
        repeat {
            guard let work = lines[kind.rawValue].popFirst() else { return }
            spendTime(on: work)
        } while timeSpent < timePerTurn
    }

    private func spendTime(on work: () -> Void) {
        let start = MachineTime.monotonic
        work()
        timeSpent += MachineTime.monotonic - start
    }
}
