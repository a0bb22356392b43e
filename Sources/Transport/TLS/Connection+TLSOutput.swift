import Glibc

extension Connection {
    /// Encrypts and sends until the queue is empty or the kernel takes no more.
    func sendWhatFits(through tls: TLSSession) {
        guard sendPendingOutput(of: tls), tls.isEstablished, let engine = tls.engine else { return }
        let wire = loop.wire
        while !isBlocked, descriptor >= 0 {
            var attempted = 0
            let outcome = output.withNext(scratch: loop.scratch) { bytes, _ in
                attempted = min(bytes.count, TLSWire.plainBytesMax)
                return engine.write(
                    UnsafeRawBufferPointer(rebasing: bytes[..<attempted]), over: wire)
            }
            switch outcome {
            case .done?: output.consume(attempted)
            case nil, .wantsRoom?, .held?: break
            case .wantsInput?: return
            case .finished?: return close(because: .reset(errno: EPIPE))
            case .failed(let failure)?:
                wire.clearOutput()
                return fail(tls, because: failure)
            }
            if output.isEmpty, phase == .finishing, !tls.hasSentCloseNotify {
                tls.hasSentCloseNotify = true
                engine.finish(over: wire)
            }
            guard sendOutput(of: wire, tls, moreFollows: !output.isEmpty), outcome != nil else {
                return
            }
        }
    }

    /// Sends the wire's output, after output that the kernel did not take earlier. Returns whether
    /// the connection is still alive.
    func sendOutput(of wire: TLSWire, _ tls: TLSSession, moreFollows: Bool = false) -> Bool {
        var rest = wire.output
        defer { wire.clearOutput() }
        guard !rest.isEmpty else { return true }
        if tls.pendingOutputBytes == 0 {
            guard let count = send(rest, moreFollows: moreFollows) else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        if !rest.isEmpty { tls.keepOutput(rest) }
        isBlocked = tls.pendingOutputBytes > 0
        return true
    }

    /// Returns whether the kernel took everything.
    private func sendPendingOutput(of tls: TLSSession) -> Bool {
        guard tls.pendingOutputBytes > 0 else { return true }
        var isAlive = true
        tls.offerPendingOutput { bytes in
            let count = send(bytes, moreFollows: false)
            isAlive = count != nil
            return count ?? 0
        }
        guard isAlive else { return false }
        isBlocked = tls.pendingOutputBytes > 0
        if !isBlocked, tls.hasPendingInput { loop.queueRead(self, tls) }
        return !isBlocked
    }

    /// Returns how many of `bytes` the kernel took, or `nil` if an error closed the connection.
    private func send(_ bytes: UnsafeRawBufferPointer, moreFollows: Bool) -> Int? {
        loop.sendCalls += 1
        switch System.send(descriptor, bytes, moreFollows: moreFollows) {
        case .count(let count):
            loop.sentBytes += UInt64(count)
            return count
        case .wouldBlock: return 0
        case .failed(let code):
            close(because: .reset(errno: code))
            return nil
        }
    }
}
