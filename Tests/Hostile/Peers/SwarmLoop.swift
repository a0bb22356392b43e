import CPlatform
import Glibc

/// The thread of a swarm: a poll, and a clock with a hundred ticks a second.
final class SwarmLoop {
    private static let ticksPerSecond = 100
    private static let eventsMax = 1_024

    private let order: SwarmOrder
    private let report: (String, PeerOutcome?) -> Void
    private let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    private var peers: [Peer?]
    private var interests: [UInt32]
    private var freeSlots: [Int]
    private var begunCount = 0
    /// The number of connections that may be made now, in hundredths.
    private var allowance = 0

    /// - Parameter report: Called with `nil` when a plan begins, and with its outcome when it ends.
    init(_ order: SwarmOrder, report: @escaping (String, PeerOutcome?) -> Void) {
        self.order = order
        self.report = report
        peers = Array(repeating: nil, count: order.peerCount)
        interests = Array(repeating: 0, count: order.peerCount)
        freeSlots = Array((0..<order.peerCount).reversed())
    }

    deinit {
        close(epoll)
        buffer.deallocate()
    }

    /// Runs until all peers are finished, or for as long as `goesOn` returns `true`.
    func run(while goesOn: () -> Bool) {
        var tick = 0
        let start = ContinuousClock.now
        while goesOn(), order.repeats || begunCount < order.peerCount || isInhabited {
            poll()
            let due = Int(start.duration(to: .now) / .milliseconds(1_000 / Self.ticksPerSecond))
            // Skips ticks for which the machine had no time. A peer's second may be longer then.
            guard due > tick else { continue }
            tick = due
            for slot in stride(
                from: tick % Self.ticksPerSecond, to: peers.count, by: Self.ticksPerSecond)
            {
                peers[slot]?.drip(buffer)
                settle(slot)
            }
            beginMore()
        }
        for slot in peers.indices {
            peers[slot]?.giveUp()
            settle(slot)
        }
    }

    private var isInhabited: Bool { freeSlots.count < peers.count }

    private func beginMore() {
        // Missed connections are not made up for, because that would be a burst.
        allowance = min(allowance + order.connectsPerSecond, order.connectsPerSecond * 10)
        while allowance >= Self.ticksPerSecond, order.repeats || begunCount < order.peerCount,
            let slot = freeSlots.popLast()
        {
            allowance -= Self.ticksPerSecond
            begin(at: slot)
        }
    }

    private func begin(at slot: Int) {
        let plan = order.plans[begunCount % order.plans.count]
        let source = order.sources[begunCount % order.sources.count]
        begunCount += 1
        report(plan.name, nil)
        var code: Int32 = 0
        guard let socket = RawSocket(port: order.port, from: source, code: &code) else {
            freeSlots.append(slot)
            return report(plan.name, .unconnected(errno: code))
        }
        let peer = Peer(plan, on: socket)
        peers[slot] = peer
        interests[slot] = peer.interest
        control(Int32(EPOLL_CTL_ADD), slot, peer)
    }

    private func poll() {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.eventsMax) { events in
            let timeout = Int32(1_000 / Self.ticksPerSecond)
            let count = epoll_wait(epoll, events.baseAddress, Int32(Self.eventsMax), timeout)
            for event in events.prefix(Int(max(0, count))) {
                let slot = Int(event.data.u64)
                peers[slot]?.handle(event.events, buffer)
                settle(slot)
            }
        }
    }

    /// Updates the poll for a peer, or removes a peer that is finished.
    private func settle(_ slot: Int) {
        guard let peer = peers[slot] else { return }
        if let outcome = peer.outcome {
            peer.socket.close(resets: true)
            peers[slot] = nil
            freeSlots.append(slot)
            return report(peer.plan.name, outcome)
        }
        guard peer.interest != interests[slot] else { return }
        interests[slot] = peer.interest
        control(Int32(EPOLL_CTL_MOD), slot, peer)
    }

    private func control(_ operation: Int32, _ slot: Int, _ peer: Peer) {
        var event = epoll_event(
            events: interests[slot], data: epoll_data_t(u64: UInt64(slot)))
        epoll_ctl(epoll, operation, peer.socket.descriptor, &event)
    }
}
