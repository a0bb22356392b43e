extension Connection {
    /// Whether the connection is encrypted, once its handshake is done: always when `received` is
    /// told, unless the port takes plain connections too and this is one.
    public var isSecure: Bool { tls?.isEstablished ?? false }

    /// Takes up the TLS of a socket that was just adopted.
    func begin(_ tls: TLSSession) {
        guard descriptor >= 0 else { return }
        if !tls.isEstablished, tls.failure == nil {
            let left = max(0, tls.handshakeDeadline - System.monotonicNanoseconds())
            tls.handshakeTimer = loop.schedule(after: .nanoseconds(left)) {
                self.close(because: .handshakeTimeout, resetting: true)
            }
        }
        // Moved from another loop it may have brought along what neither poll will report.
        if tls.pendingOutputBytes > 0 {
            isBlocked = true
            updateInterest()
        }
        if tls.hasPendingInput { loop.willRead(self, tls) }
    }

    func read(through tls: TLSSession) {
        guard tls.isEstablished else { return loop.willHandshake(self, tls) }
        // Its turn comes, and only once in a turn of the loop.
        if tls.isListed { return }
        for _ in 0..<Connection.readsPerTurnMax {
            guard wantsPlaintext(of: tls), let engine = tls.engine, readRound(tls, engine)
            else { break }
        }
        if wantsPlaintext(of: tls), tls.hasPendingInput { loop.willRead(self, tls) }
    }

    /// Not any more, for instance, when the handler has just finished or detached the connection.
    private func wantsPlaintext(of tls: TLSSession) -> Bool {
        phase == .open && self.tls === tls && wantsBytes
    }

    /// Decrypts what was received before, or else what one call receives, and tells it. Returns
    /// whether there may be more.
    private func readRound(_ tls: TLSSession, _ engine: TLSEngine) -> Bool {
        let wire = loop.wire
        let wasPending = tls.hasPendingInput
        var isKernelEmpty = false
        if wasPending {
            tls.offerPendingInput(to: wire)
        } else {
            guard let count = receive(into: wire) else { return false }
            isKernelEmpty = count < wire.inputBuffer.count
        }
        let (count, outcome) = engine.read(into: loop.readBuffer, over: wire)
        tls.keepInput(of: wire)
        // What ends the connection is told after what came before it, by the next round.
        tls.hasPendingInput =
            switch outcome {
            case .done, .wantsRoom: true
            case .wantsInput: false
            case .finished, .failed: count > 0
            }
        let controlRecords = wire.takeControlRecordCount()
        guard tls.mayHaveSent(controlRecords: controlRecords, at: loop.nowNanoseconds) else {
            wire.clearOutput()
            close(because: .tlsFailure(.tooManyControlRecords), resetting: true)
            return false
        }
        guard sendOutput(of: wire, tls) else { return false }
        if isBlocked { updateInterest() }
        guard phase == .open else { return false }
        let mayHaveMore = tls.hasPendingInput || !(isKernelEmpty || wasPending)
        if count > 0 {
            // The handler may move the connection, and `tls` is another thread's from then on.
            handler.received(
                UnsafeRawBufferPointer(rebasing: loop.readBuffer[..<count]), on: self)
            return mayHaveMore
        }
        switch outcome {
        case .done, .wantsRoom, .wantsInput: return mayHaveMore
        case .finished: inputEnded()
        case .failed(let failure): fail(tls, because: failure)
        }
        return false
    }

    /// nil when nothing came, which may have closed the connection.
    func receive(into wire: TLSWire) -> Int? {
        switch System.receive(descriptor, into: wire.inputBuffer) {
        case .count(0):
            // TLS has an end of its own; without it, bytes may be missing (RFC 8446, section 6.1).
            close(because: .truncated)
            return nil
        case .count(let count):
            loop.receivedBytes += UInt64(count)
            wire.offerInput(count: count)
            return count
        case .wouldBlock:
            return nil
        case .failed(let code):
            close(because: .reset(errno: code))
            return nil
        }
    }

    /// Nothing more can be read or sent; an alert that says so may be on its way. The peer gets the
    /// time to read it, as with `finish`, for closing at once might cost it the alert.
    func fail(_ tls: TLSSession, because failure: TLSFailure) {
        guard descriptor >= 0, tls.failure == nil else { return }
        tls.failure = failure
        tls.handshakeTimer?.cancel()
        tls.handshakeTimer = nil
        tls.engine = nil
        output.removeAll()
        isCongested = false
        phase = .finishing
        updateInterest()
        if isBlocked { limitFlushing() }
        markDirty()
    }
}
