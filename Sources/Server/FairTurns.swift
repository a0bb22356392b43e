import DequeModule
import Transport

/// What peers ask for takes turns with all else that happens on a loop: so much time of each of the
/// loop's turns, and what is left waits for the next ones.
///
/// Those who wait are served address by address, one thing for each. So somebody who asks for a
/// thousand pages at once keeps nobody waiting but those who ask from the same address, and no screen
/// anywhere. Bounded by the connections, of which each waits for one thing at most.
final class FairTurns {
    /// Of one turn. What is begun in time may take longer.
    private static let timePerTurn = Duration.microseconds(500)

    private let loop: EventLoop
    private var waiting: [NetworkNeighbour: Deque<() -> Void>] = [:]
    /// Those of whom something waits, in the order in which they are served.
    private var order = Deque<NetworkNeighbour>()
    private var timeSpent = Duration.zero

    init(on loop: EventLoop) { self.loop = loop }

    /// Does `work`: now if there is time and nothing else waits from this address.
    func take(for address: SocketAddress, _ work: @escaping () -> Void) {
        if !takeNow(for: address, work) { wait(for: address, work) }
    }

    /// Does `work` if there is time and nothing else waits from this address.
    ///
    /// - Returns: whether it was done.
    func takeNow(for address: SocketAddress, _ work: () -> Void) -> Bool {
        guard timeSpent < Self.timePerTurn, waiting[NetworkNeighbour(address)] == nil else {
            return false
        }
        spendTime(on: work)
        return true
    }

    /// Does `work` at the end of this turn, or of a later one.
    func wait(for address: SocketAddress, _ work: @escaping () -> Void) {
        let neighbour = NetworkNeighbour(address)
        if waiting[neighbour] == nil { order.append(neighbour) }
        waiting[neighbour, default: []].append(work)
    }

    /// For the end of each turn of the loop: goes on with what waits, with one thing at the least.
    func turnEnds() {
        defer { timeSpent = .zero }
        guard !order.isEmpty else { return }
        repeat { serveNext() } while timeSpent < Self.timePerTurn && !order.isEmpty
        // The loop is not to sleep on what waits.
        if !order.isEmpty { _ = loop.schedule(after: .zero) {} }
    }

    private func serveNext() {
        guard let neighbour = order.popFirst(), let work = waiting[neighbour]?.popFirst() else {
            return
        }
        if waiting[neighbour]?.isEmpty == true {
            waiting[neighbour] = nil
        } else {
            order.append(neighbour)
        }
        spendTime(on: work)
    }

    private func spendTime(on work: () -> Void) {
        let start = ContinuousClock.now
        work()
        timeSpent += start.duration(to: .now)
    }
}
