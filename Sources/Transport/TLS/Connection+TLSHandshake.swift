import Glibc

extension Connection {
    /// Whether the handshake is still in progress. It also continues on a finishing connection
    /// whose output waits for it.
    func isShakingHands(_ tls: TLSSession) -> Bool {
        guard !tls.isEstablished, tls.failure == nil else { return false }
        return phase == .open || phase == .finishing && !output.isEmpty
    }

    /// Continues the handshake as far as the received bytes allow. Returns `false` if there was
    /// nothing to do.
    func takeHandshakeStep() -> Bool {
        guard let tls, tls.isQueued else { return false }
        tls.isQueued = false
        guard wantsBytes, isShakingHands(tls), continuesAsTLS(tls) else {
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
        tls.engine?.isHeld = true
        return tls.engine
    }

    private func proceed(_ tls: TLSSession, _ engine: TLSEngine, over wire: TLSWire) {
        var outcome = TLSEngine.Outcome.wantsRoom
        while outcome == .wantsRoom {
            outcome = engine.handshake(over: wire)
            guard sendOutput(of: wire, tls) else { return wire.offerInput(count: 0) }
            if outcome == .held, tls.acceptor.admits(remoteAddress) {
                engine.isHeld = false
                outcome = .wantsRoom
            }
        }
        switch outcome {
        case .done:
            tls.keepInput(of: wire)
            establish(tls)
        case .failed(let failure):
            wire.offerInput(count: 0)
            fail(tls, because: failure)
        case .held:
            wire.offerInput(count: 0)
            close(because: .handshakeRefused, resetting: true)
        case .wantsInput, .wantsRoom, .finished:
            wire.offerInput(count: 0)
        }
    }

    private func establish(_ tls: TLSSession) {
        tls.isEstablished = true
        tls.handshakeTimer?.cancel()
        tls.handshakeTimer = nil
        // The peer's first bytes often arrive together with the end of its handshake.
        tls.hasPendingInput = true
        loop.queueRead(self, tls)
        markDirty()
    }

    /// Returns whether the connection goes on as TLS. Looks at its first byte if the port accepts
    /// plain connections too.
    private func continuesAsTLS(_ tls: TLSSession) -> Bool {
        guard tls.engine == nil, tls.acceptor.plainPolicy == .taken,
            let first = System.peek(descriptor), TLSAcceptor.isPlain(first)
        else { return true }
        tls.end()
        self.tls = nil
        // The byte remains in the socket, so the poll reports it again.
        markDirty()
        return false
    }
}
