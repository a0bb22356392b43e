import JSON
import Sync

/// A follower of the events: reads the journal after the last event, and then live events, over as
/// many connections as it takes.
final class EventReader {
    private unowned let world: Simulation
    private let principal: Principal
    private let lane: Int
    private var dice: Dice
    private var connectionCount = 0
    private(set) var isConnected = false
    private var host: SimulatedHost?
    /// The last revision sent, and the last one received.
    private var sent = 0
    private(set) var heard = 0
    private var arrivesAt = 0

    init(_ role: Role, lane: Int, world: Simulation) {
        self.world = world
        self.lane = lane
        principal = Principal(role: role, device: "d_\(lane)")
        dice = Dice(seed: world.seed, lane: lane)
    }

    private func later(_ milliseconds: Int, _ body: @escaping (EventReader) -> Void) {
        world.timeline.schedule(after: milliseconds, lane: lane) { body(self) }
    }

    func begin() {
        guard !isConnected else { return }
        guard let host = world.host else { return later(dice.number(500...3_000)) { $0.begin() } }
        self.host = host
        isConnected = true
        connectionCount += 1
        sent = heard
        host.follow(self, lane: lane)
        for entry in world.disk.entries.dropFirst(sent).prefix(max(0, host.venue.rev - sent)) {
            send(entry.event)
        }
        let count = connectionCount
        if !world.isClosing, dice.chance(world.chances.cutPercent) {
            later(dice.number(500...20_000)) { if count == $0.connectionCount { $0.cut() } }
        }
    }

    func published(_ event: Event) {
        if event.rev > sent { send(event) }
    }

    func cut() {
        guard isConnected else { return }
        isConnected = false
        connectionCount += 1
        host?.unfollow(lane: lane)
        host = nil
        later(dice.number(100...3_000)) { $0.begin() }
    }

    private func send(_ event: Event) {
        guard let venue = host?.venue else { return }
        sent = event.rev
        let shown = venue.event(event, maskedFor: principal.role)
        let frame = Frame(
            shown.cloudEvent(venue: venue.record.slug, epoch: venue.record.epoch).canonical)
        let now = world.timeline.now
        arrivesAt = max(arrivesAt, now + dice.number(1...world.chances.latencyMilliseconds))
        let count = connectionCount
        later(arrivesAt - now) { if count == $0.connectionCount { $0.hear(frame) } }
    }

    private func hear(_ frame: Frame) {
        world.expectDiscretion(of: frame, to: principal)
        world.judge.heard(frame.bytes.count, lane: lane, at: world.timeline.now)
        world.judge.expect(
            frame.rev == heard + 1, "after event \(heard) came \(frame.rev ?? 0)")
        heard = frame.rev ?? heard
    }
}
