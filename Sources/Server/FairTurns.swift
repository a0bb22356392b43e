import Transport

/// What peers ask for takes turns with all else that happens on a loop: so much time of each of the
/// loop's turns, and what is left waits for the next ones.
///
/// Those who wait are served address by address, one thing for each. So somebody who asks for a
/// thousand pages at once keeps nobody waiting but those who ask from the same address, and no screen
/// anywhere. The messages of screens and tablets, which have signed in, go before requests, which may
/// be anybody's. Bounded by the connections, of which each waits for one thing at most.
final class FairTurns {
    /// In the order in which they are served.
    enum Kind: Int, CaseIterable {
        /// Of a WebSocket that is open.
        case message
        /// Of HTTP, also for a WebSocket that is to be opened.
        case request
    }

    private let timePerTurn: Duration
    private let loop: EventLoop
    /// Who waits, by kind.
    private var lines = Kind.allCases.map { _ in FairLine<NetworkNeighbour, () -> Void>() }
    private var timeSpent = Duration.zero

    /// - Parameter timePerTurn: of one turn. What is begun in time may take longer.
    init(on loop: EventLoop, timePerTurn: Duration = .microseconds(500)) {
        self.loop = loop
        self.timePerTurn = timePerTurn
    }

    /// Does `work`: now if there is time and nothing else of its kind waits from this address.
    func take(_ kind: Kind, for address: SocketAddress, _ work: @escaping () -> Void) {
        if !takeNow(kind, for: address, work) { wait(kind, for: address, work) }
    }

    /// Does `work` if there is time and nothing else of its kind waits from this address.
    ///
    /// - Returns: whether it was done.
    func takeNow(_ kind: Kind, for address: SocketAddress, _ work: () -> Void) -> Bool {
        let neighbour = NetworkNeighbour(address)
        guard timeSpent < timePerTurn, lines[kind.rawValue].count(of: neighbour) == 0
        else { return false }
        spendTime(on: work)
        return true
    }

    /// Does `work` at the end of this turn, or of a later one.
    func wait(_ kind: Kind, for address: SocketAddress, _ work: @escaping () -> Void) {
        lines[kind.rawValue].append(work, of: NetworkNeighbour(address))
    }

    /// For the end of each turn of the loop: goes on with what waits, with one thing of each kind at
    /// the least.
    func turnEnds() {
        Kind.allCases.forEach(serve)
        timeSpent = .zero
        // The loop is not to sleep on what waits.
        if lines.contains(where: { !$0.isEmpty }) { _ = loop.schedule(after: .zero) {} }
    }

    private func serve(_ kind: Kind) {
        repeat {
            guard let work = lines[kind.rawValue].popFirst() else { return }
            spendTime(on: work)
        } while timeSpent < timePerTurn
    }

    private func spendTime(on work: () -> Void) {
        let start = ContinuousClock.now
        work()
        timeSpent += start.duration(to: .now)
    }
}
