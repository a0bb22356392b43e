import DequeModule
import Time

extension EventLoop {
    /// The most handshake steps in one turn, and the time after which no other step begins. With
    /// OpenSSL, a step takes about 0.3 ms with a signature by P-256, 1 ms by RSA-2048, and 0.1 ms
    /// without a signature.
    static let handshakeStepsPerTurnMax = 8
    private static let handshakeTimePerTurn = Duration.milliseconds(2)

    /// Queues a connection whose handshake can continue.
    func queueHandshake(_ connection: Connection, _ tls: TLSSession) {
        guard !tls.isQueued else { return }
        tls.isQueued = true
        handshakes.append(connection)
    }

    /// Makes the next turn read the connection, whether or not the poll reports it.
    func queueRead(_ connection: Connection, _ tls: TLSSession) {
        guard !tls.isListed else { return }
        tls.isListed = true
        pendingReads.append(connection)
    }

    /// Takes the list of connections that earlier turns decided to read.
    func takePendingReads() -> [Connection] {
        guard !pendingReads.isEmpty else { return [] }
        defer { pendingReads = [] }
        return pendingReads
    }

    /// Takes some handshake steps, in the order of arrival, and leaves the rest to the next turns,
    /// so that handshakes don't delay everything else.
    func takeHandshakeSteps() {
        guard !handshakes.isEmpty else { return }
        let limit = EventLoop.handshakeTimePerTurn.nanosecondsClamped
        let deadline = MachineTime.monotonicNanoseconds.addingSaturating(limit)
        var steps = 0
        while steps < EventLoop.handshakeStepsPerTurnMax, let connection = handshakes.popFirst() {
            guard connection.takeHandshakeStep() else { continue }
            steps += 1
            if MachineTime.monotonicNanoseconds >= deadline { break }
        }
        handshakeSteps += steps
        handshakeStepsOfTurnMax = max(handshakeStepsOfTurnMax, steps)
    }
}

extension Connection {
    /// Reads a connection of the list of pending reads.
    func readPending() {
        guard let tls, tls.isListed else { return }
        tls.isListed = false
        if descriptor >= 0, tls.hasPendingInput, wantsBytes { read(through: tls) }
    }
}
