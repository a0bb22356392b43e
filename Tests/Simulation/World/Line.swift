import Sync

/// A connection: output waits until there is room, is in transit for a while, and arrives in order,
/// or not at all when the line is cut.
final class Line {
    let id: ClientID
    let role: Role
    private unowned let client: SimulatedClient
    private let host: SimulatedHost
    private unowned let world: Simulation

    /// Whether the client, and the hub, believe that the line exists.
    private var isOpenBelow = true
    private var isOpenAbove = true
    /// The number of messages that still arrive after a cut; `nil` before it.
    private var lastDown: Int?
    private var lastUp: Int?

    /// The output that waits in the hub.
    private var buffer: [Frame] = []
    private var bufferOffset = 0
    private var bufferedBytes = 0
    private var isPumping = false
    private(set) var isCongested = false
    /// The input that came while the output was full.
    private var unread: [[UInt8]] = []
    private var inFlightCount = 0
    private var downAt = 0
    private var upAt = 0
    private var movedAt = 0

    init(_ client: SimulatedClient, host: SimulatedHost) {
        self.client = client
        self.host = host
        world = host.world
        id = host.nextClientID()
        role = client.principal.role
    }

    /// Whether nothing is in transit, and both ends agree about the line.
    var isQuiet: Bool {
        bufferedBytes == 0 && inFlightCount == 0 && unread.isEmpty && lastUp == nil
            && isOpenAbove && isOpenBelow
    }

    // MARK: Down

    func send(_ frame: Frame) {
        guard isOpenAbove else { return }
        if bufferedBytes == 0 { movedAt = world.timeline.now }
        buffer.append(frame)
        bufferedBytes += frame.bytes.count
        if bufferedBytes > world.chances.bufferBytesMax { isCongested = true }
        pump()
    }

    /// Passes on waiting messages, one after the other, as fast as the client reads.
    func pump() {
        guard !isPumping, bufferOffset < buffer.count, isOpenAbove else { return }
        guard let pace = client.bytesPerMillisecond else { return watchProgress() }
        isPumping = true
        let frame = buffer[bufferOffset]
        later(frame.bytes.count / pace) { line in
            line.isPumping = false
            line.pass(frame)
        }
    }

    private func pass(_ frame: Frame) {
        guard isOpenAbove else { return }
        bufferOffset += 1
        if bufferOffset == buffer.count { (buffer, bufferOffset) = ([], 0) }
        bufferedBytes -= frame.bytes.count
        movedAt = world.timeline.now
        downAt = max(downAt, movedAt + client.dice.number(1...world.chances.latencyMilliseconds))
        inFlightCount += 1
        later(downAt - movedAt) { line in
            line.inFlightCount -= 1
            line.arrive(frame)
        }
        if isCongested, bufferedBytes == 0 { drain() }
        pump()
    }

    private func arrive(_ frame: Frame) {
        if let left = lastDown {
            guard left > 0 else { return }
            lastDown = left - 1
        }
        client.hear(frame, on: self)
    }

    private func drain() {
        isCongested = false
        host.drained(id)
        let messages = unread
        unread = []
        for (index, message) in messages.enumerated() {
            guard isOpenAbove else { return }
            if isCongested {
                unread = Array(messages[index...]) + unread
                return
            }
            host.receive(message, from: id)
        }
    }

    /// Closes the line if the client reads nothing for 30 s.
    private func watchProgress() {
        let since = movedAt
        later(30_000) { line in
            if line.movedAt == since, line.bufferedBytes > 0 { line.close() }
        }
    }

    // MARK: Up

    func sendUp(_ message: [UInt8]) {
        guard isOpenBelow else { return }
        let now = world.timeline.now
        upAt = max(upAt, now + client.dice.number(1...world.chances.latencyMilliseconds))
        inFlightCount += 1
        later(upAt - now) { line in
            line.inFlightCount -= 1
            line.arriveUp(message)
        }
    }

    private func arriveUp(_ message: [UInt8]) {
        if let left = lastUp {
            guard left > 0 else { return }
            lastUp = left - 1
        }
        guard isOpenAbove else { return }
        // The hub hardly reads from a client that does not read its answers.
        if isCongested, !unread.isEmpty || !client.dice.chance(30) {
            unread.append(message)
        } else {
            host.receive(message, from: id)
        }
    }

    // MARK: The end

    /// Breaks the line: some messages in transit still arrive, and each end notices later.
    func cut() {
        guard lastUp == nil else { return }
        lastUp = client.dice.number(0...3)
        lastDown = client.dice.number(0...3)
        later(client.dice.number(0...4_000)) { $0.endBelow() }
        later(client.dice.number(0...20_000)) { $0.endAbove() }
    }

    /// The hub closes the connection.
    func close() {
        guard isOpenAbove else { return }
        endAbove()
        lastUp = 0
        later(client.dice.number(0...200)) { $0.endBelow() }
    }

    private func endAbove() {
        guard isOpenAbove else { return }
        isOpenAbove = false
        (buffer, bufferOffset, bufferedBytes, unread) = ([], 0, 0, [])
        host.disconnect(id)
    }

    private func endBelow() {
        guard isOpenBelow else { return }
        isOpenBelow = false
        client.lost(self)
    }

    private func later(_ milliseconds: Int, _ body: @escaping (Line) -> Void) {
        world.timeline.schedule(after: milliseconds, lane: client.lane) { body(self) }
    }
}
