import Time

extension Connection {
    /// Whether the connection is encrypted and its handshake is done. Always `true` in `received`,
    /// unless the port accepts plain connections too and this is one.
    public var isSecure: Bool { tls?.isEstablished ?? false }

    /// Starts or continues the TLS of a socket that was just adopted.
    func begin(_ tls: TLSSession) {
        guard descriptor >= 0 else { return }
        if !tls.isEstablished, tls.failure == nil {
            let left = max(0, tls.handshakeDeadline - loop.time.nanoseconds)
            tls.handshakeTimer = loop.schedule(after: .nanoseconds(left)) {
                self.close(because: .handshakeTimeout, resetting: true)
            }
        }
        // A connection from another loop may bring output and input that the poll will not report.
        if tls.pendingOutputBytes > 0 {
            isBlocked = true
            updateInterest()
        }
        if tls.hasPendingInput { loop.queueRead(self, tls) }
    }

    func read(through tls: TLSSession) {
        guard tls.isEstablished else { return loop.queueHandshake(self, tls) }
        // The connection is in the list of pending reads, and is read once a turn.
        if tls.isListed { return }
        for _ in 0..<Connection.readsPerTurnMax {
            guard wantsPlaintext(of: tls), let engine = tls.engine, readRound(tls, engine)
            else { break }
        }
        if wantsPlaintext(of: tls), tls.hasPendingInput { loop.queueRead(self, tls) }
    }

    /// Whether the handler wants more plaintext. It may have finished or detached the connection
    /// just now.
    private func wantsPlaintext(of tls: TLSSession) -> Bool {
        phase == .open && self.tls === tls && wantsBytes
    }

    /// Decrypts the input that was kept, or receives new input, and passes it to the handler.
    /// Returns whether there may be more.
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
        // The end of the connection is handled in the next round, after the bytes before it.
        tls.hasPendingInput =
            switch outcome {
            case .done, .wantsRoom: true
            case .wantsInput, .held: false
            case .finished, .failed: count > 0
            }
        let controlRecords = wire.takeControlRecordCount()
        guard tls.allows(controlRecords: controlRecords, at: loop.nowNanoseconds) else {
            wire.clearOutput()
            close(because: .tlsFailure(.tooManyControlRecords), resetting: true)
            return false
        }
        guard sendOutput(of: wire, tls) else { return false }
        if isBlocked { updateInterest() }
        guard phase == .open else { return false }
        let mayHaveMore = tls.hasPendingInput || !(isKernelEmpty || wasPending)
        if count > 0 {
            // The handler may move the connection to another thread, which owns `tls` from then on.
            handler.received(
                UnsafeRawBufferPointer(rebasing: loop.readBuffer[..<count]), on: self)
            return mayHaveMore
        }
        switch outcome {
        case .done, .wantsRoom, .wantsInput, .held: return mayHaveMore
        case .finished: inputEnded()
        case .failed(let failure): fail(tls, because: failure)
        }
        return false
    }

    /// Receives input and returns its size. Returns `nil` if nothing came; the connection may be
    /// closed then.
    func receive(into wire: TLSWire) -> Int? {
        switch System.receive(descriptor, into: wire.inputBuffer) {
        case .count(0):
            // Without close_notify, bytes may be missing (RFC 8446, section 6.1).
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

    /// Ends a connection whose TLS has failed. An alert may still have to be sent, so the
    /// connection lingers as after `finish`: closing at once might cost the peer the alert.
    func fail(_ tls: TLSSession, because failure: TLSFailure) {
        guard descriptor >= 0, tls.failure == nil else { return }
        tls.failure = failure
        tls.handshakeTimer?.cancel()
        tls.handshakeTimer = nil
        tls.engine = nil
        output = OutputQueue()
        isCongested = false
        phase = .finishing
        updateInterest()
        if isBlocked { limitFlushing() }
        markDirty()
    }
}
