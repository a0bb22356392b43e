import Glibc

extension Connection {
    @inline(__always)
    func markDirty() {
        guard !isDirty, !isBlocked else { return }
        isDirty = true
        loop.dirty.append(self)
    }

    /// Handles output above the high mark. Returns whether the connection is still open.
    ///
    /// Above the limit, the output is flushed before the connection is given up: one turn may send
    /// more than the limit to a peer that reads well. One document may be larger than the limit, if
    /// little waits behind it.
    func outputDidRise() -> Bool {
        isCongested = true
        guard output.bytes > limits.outputBytesMax else { return true }
        if !isBlocked { flush() }
        if output.bytesBehindFirst > limits.outputBytesMax
            || output.bytes > 4 * limits.outputBytesMax
        {
            close(because: .outputOverflow, resetting: true)
        }
        return phase == .open
    }

    /// Sends `bytes` and queues what the kernel does not take. Closes a broken connection.
    @inline(__always)
    func sendOrKeep(_ bytes: [UInt8]) {
        loop.sendCalls += 1
        var sentCount = 0
        switch bytes.withUnsafeBytes({ System.send(descriptor, $0) }) {
        case .count(let count): sentCount = count
        case .wouldBlock: break
        case .failed(let code): return close(because: .reset(errno: code))
        }
        loop.sentBytes += UInt64(sentCount)
        guard sentCount < bytes.count else { return }
        output.append(bytes)
        output.consume(sentCount)
        isBlocked = true
        updateInterest()
    }

    func flushInTurn() {
        isDirty = false
        if !isBlocked { flush() }
    }

    /// Sends until the queue is empty or the kernel takes no more.
    func flush() {
        guard descriptor >= 0 else { return }
        sendWhatFits()
        guard descriptor >= 0 else { return }
        updateInterest()
        if isCongested, output.bytes <= limits.outputLowBytes {
            isCongested = false
            drainedIsDue = true
            loop.scheduleNotices(of: self)
        }
        if flushNotice == .awaited { tellIfFlushed() }
        if phase == .finishing { finishFlushed() }
    }

    func tellIfFlushed() {
        guard outputBytes == 0 else { return }
        flushNotice = .due
        loop.scheduleNotices(of: self)
    }

    private func sendWhatFits() {
        if let tls { return sendWhatFits(through: tls) }
        if let chunk = output.takeOnlyChunk() { return sendOrKeep(chunk) }
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

    /// Limits how long a finished connection may take to send what is queued.
    func limitFlushing() {
        guard endTimer == nil else { return }
        endTimer = loop.schedule(after: limits.finishTimeout) { self.abort() }
    }
}
