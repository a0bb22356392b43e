import Glibc

extension Connection {
    @inline(__always)
    func markDirty() {
        guard !isDirty, !isBlocked else { return }
        isDirty = true
        loop.dirty.append(self)
    }

    /// Output has passed the high mark. Past the limit the kernel gets a chance to take some at
    /// once, for a turn may send more than the limit to a peer that reads well. Returns whether it
    /// is still open.
    func outputDidRise() -> Bool {
        isCongested = true
        guard output.bytes > limits.outputBytesMax else { return true }
        if !isBlocked { flush() }
        if output.bytes > limits.outputBytesMax {
            close(because: .outputOverflow, resetting: true)
        }
        return phase == .open
    }

    /// Returns how many of `bytes` the kernel took.
    @inline(__always)
    func sendDirectly(_ bytes: [UInt8]) -> Int {
        loop.sendCalls += 1
        switch bytes.withUnsafeBytes({ System.send(descriptor, $0) }) {
        case .count(let count):
            loop.sentBytes += UInt64(count)
            if count < bytes.count { willWait() }
            return count
        case .wouldBlock:
            willWait()
            return 0
        case .failed(let code):
            close(because: .reset(errno: code))
            return 0
        }
    }

    private func willWait() {
        isBlocked = true
        updateInterest()
    }

    func flushAtEndOfTurn() {
        isDirty = false
        if !isBlocked { flush() }
    }

    /// Sends until nothing waits or the kernel takes no more.
    func flush() {
        guard descriptor >= 0 else { return }
        sendWhatFits()
        guard descriptor >= 0 else { return }
        updateInterest()
        if isCongested, output.bytes <= limits.outputLowBytes {
            isCongested = false
            drainedIsDue = true
            loop.willTellNotices(of: self)
        }
        if flushNotice == .awaited { tellIfFlushed() }
        if phase == .finishing { finishFlushed() }
    }

    func tellIfFlushed() {
        guard outputBytes == 0 else { return }
        flushNotice = .due
        loop.willTellNotices(of: self)
    }

    private func sendWhatFits() {
        if let tls { return sendWhatFits(through: tls) }
        var attempted = 0
        while let transfer = output.withNext(
            scratch: loop.scratch,
            { bytes, moreFollows in
                attempted = bytes.count
                return System.send(descriptor, bytes, moreFollows: moreFollows)
            })
        {
            loop.sendCalls += 1
            switch transfer {
            case .count(let count):
                loop.sentBytes += UInt64(count)
                output.consume(count)
                isBlocked = count < attempted
            case .wouldBlock:
                isBlocked = true
            case .failed(let code):
                return close(because: .reset(errno: code))
            }
            if isBlocked { return }
        }
    }

    private func finishFlushed() {
        guard output.isEmpty, tls.map({ $0.pendingOutputBytes == 0 }) ?? true else {
            return limitFlushing()
        }
        do throws(SystemError) {
            try System.shutdown(descriptor, SHUT_WR)
        } catch {
            return close(because: .reset(errno: error.errno))
        }
        if peerHasFinished { return close(because: .finished) }
        phase = .lingering
        endTimer?.cancel()
        endTimer = loop.schedule(after: limits.lingerTimeout) { self.close(because: .finished) }
    }

    /// What is queued has still to leave, and not for ever.
    func limitFlushing() {
        guard endTimer == nil else { return }
        endTimer = loop.schedule(after: limits.finishTimeout) { self.abort() }
    }
}
