import Glibc

extension Connection {
    /// Whether there is a handshake to go on with: also for a connection that is finishing, when
    /// what it was sent still waits for it.
    func isShakingHands(_ tls: TLSSession) -> Bool {
        guard !tls.isEstablished, tls.failure == nil else { return false }
        return phase == .open || phase == .finishing && !output.isEmpty
    }

    /// Goes as far as what has come allows. Returns whether that was any work: an attempt that finds
    /// nothing is none.
    func takeHandshakeStep() -> Bool {
        guard let tls, tls.isQueued else { return false }
        tls.isQueued = false
        guard wantsBytes, isShakingHands(tls), decidesForTLS(tls) else {
            updateInterest()
            return false
        }
        let wire = loop.wire
        guard receive(into: wire) != nil else {
            updateInterest()
            return false
        }
        guard let engine = tls.engine ?? makeEngine(for: tls) else {
            close(because: .reset(errno: ENOMEM))
            return true
        }
        proceed(tls, engine, over: wire)
        updateInterest()
        return true
    }

    private func makeEngine(for tls: TLSSession) -> TLSEngine? {
        let context = tls.acceptor.context
        context.rotateTicketKeyIfDue(at: loop.nowNanoseconds)
        tls.engine = TLSEngine(accepting: context)
        return tls.engine
    }

    private func proceed(_ tls: TLSSession, _ engine: TLSEngine, over wire: TLSWire) {
        var outcome = TLSEngine.Outcome.wantsRoom
        while outcome == .wantsRoom {
            outcome = engine.handshake(over: wire)
            guard sendOutput(of: wire, tls) else { return wire.offerInput(count: 0) }
        }
        switch outcome {
        case .done:
            tls.keepInput(of: wire)
            establish(tls)
        case .failed(let failure):
            wire.offerInput(count: 0)
            fail(tls, because: failure)
        case .wantsInput, .wantsRoom, .finished:
            wire.offerInput(count: 0)
        }
    }

    private func establish(_ tls: TLSSession) {
        tls.isEstablished = true
        tls.handshakeTimer?.cancel()
        tls.handshakeTimer = nil
        // The peer's first bytes often come together with the end of its handshake.
        tls.hasPendingInput = true
        loop.willRead(self, tls)
        markDirty()
    }

    /// Looks at the first byte where it may also be that of a plain connection.
    private func decidesForTLS(_ tls: TLSSession) -> Bool {
        guard tls.engine == nil, tls.acceptor.plainPolicy == .taken,
            let first = System.peek(descriptor), TLSAcceptor.isPlain(first)
        else { return true }
        tls.end()
        self.tls = nil
        // It stays readable, so that the poll reports it to the plain path.
        markDirty()
        return false
    }
}
