import DequeModule

extension EventLoop {
    /// What one turn spends on handshakes: so many steps, and no new one after so long. A step with
    /// a signature takes OpenSSL about 0.3 ms (P-256) or 1 ms (RSA-2048), one without 0.1 ms.
    static let handshakeStepsPerTurnMax = 8
    private static let handshakeTimePerTurn = Duration.milliseconds(2)

    /// Puts the connection in the queue of those whose handshake can go on.
    func willHandshake(_ connection: Connection, _ tls: TLSSession) {
        guard !tls.isQueued else { return }
        tls.isQueued = true
        handshakes.append(connection)
    }

    /// Has the connection read in the next turn, whatever the poll says.
    func willRead(_ connection: Connection, _ tls: TLSSession) {
        guard !tls.isListed else { return }
        tls.isListed = true
        pendingReads.append(connection)
    }

    /// The connections that the turns before this one have put on the list.
    func takePendingReads() -> [Connection] {
        guard !pendingReads.isEmpty else { return [] }
        defer { pendingReads = [] }
        return pendingReads
    }

    /// Handshakes take turns with everything else: some steps, in the order of arrival, and the rest
    /// in the next turns.
    func takeHandshakeSteps() {
        guard !handshakes.isEmpty else { return }
        let limit = EventLoop.handshakeTimePerTurn.nanosecondsClamped
        let deadline = System.monotonicNanoseconds().addingSaturating(limit)
        var steps = 0
        while steps < EventLoop.handshakeStepsPerTurnMax, let connection = handshakes.popFirst() {
            guard connection.takeHandshakeStep() else { continue }
            steps += 1
            if System.monotonicNanoseconds() >= deadline { break }
        }
        handshakeSteps += steps
        handshakeStepsOfTurnMax = max(handshakeStepsOfTurnMax, steps)
    }
}

extension Connection {
    /// Reads what is here already; what the poll reported besides had to wait for this.
    func readPending() {
        guard let tls, tls.isListed else { return }
        tls.isListed = false
        if descriptor >= 0, tls.hasPendingInput, wantsBytes { read(through: tls) }
    }
}
