import CPlatform
import Glibc

extension Connection {
    /// The most reads of one connection in a turn, so that a busy connection doesn't starve the
    /// others.
    static let readsPerTurnMax = 4

    func watch(_ descriptor: Int32) {
        self.descriptor = descriptor
        token = loop.sources.insert(.connection(self))
        interest = EPOLLIN.rawValue
        do throws(SystemError) {
            try loop.poller.watch(descriptor, for: interest, token: token)
        } catch {
            close(because: .reset(errno: error.errno))
        }
    }

    /// Handles the events that the poll reported.
    ///
    /// Errors and hang-ups are reported even when they were not asked for, also while reading is
    /// paused, and are repeated until they are handled. Each of them therefore has to end the
    /// connection.
    func handle(_ events: UInt32) {
        if events & EPOLLERR.rawValue != 0 {
            let code = System.pendingError(of: descriptor)
            if code != 0 { return close(because: .reset(errno: code)) }
        }
        if events & EPOLLOUT.rawValue != 0 {
            isBlocked = false
            flush()
        }
        let hasHungUp = events & EPOLLHUP.rawValue != 0
        guard descriptor >= 0, hasHungUp || events & EPOLLIN.rawValue != 0 else { return }
        if wantsBytes {
            read()
        } else if hasHungUp {
            close(because: .reset(errno: ECONNRESET))
        } else {
            updateInterest()
        }
    }

    var wantsBytes: Bool {
        if let tls {
            if !tls.takesInput { return false }
            // A handshake continues even while reading is paused.
            if isShakingHands(tls) { return !peerHasFinished }
        }
        return switch phase {
        case .open: !peerHasFinished && !isReadingPaused
        case .finishing, .lingering:
            !peerHasFinished && Int(discardedBytes) < limits.discardedBytesMax
        case .closed, .detached: false
        }
    }

    private func read() {
        if let tls, phase == .open || isShakingHands(tls) { return read(through: tls) }
        let buffer = loop.readBuffer
        for _ in 0..<Connection.readsPerTurnMax where wantsBytes {
            switch System.receive(descriptor, into: buffer) {
            case .count(0):
                return inputEnded()
            case .count(let count):
                loop.receivedBytes += UInt64(count)
                if phase == .open {
                    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                    handler.received(bytes, on: self)
                } else {
                    discardedBytes = UInt32(clamping: Int(discardedBytes) + count)
                }
                // A short read means that the kernel has no more; another call would only say so.
                if count < buffer.count { return }
            case .wouldBlock:
                return
            case .failed(let code):
                return close(because: .reset(errno: code))
            }
        }
    }

    func inputEnded() {
        peerHasFinished = true
        switch phase {
        case .open:
            updateInterest()
            handler.peerFinished(self)
        case .finishing:
            updateInterest()
        case .lingering:
            close(because: .finished)
        case .closed, .detached:
            break
        }
    }

    func updateInterest() {
        guard descriptor >= 0 else { return }
        var wanted: UInt32 = 0
        if wantsBytes { wanted |= EPOLLIN.rawValue }
        if isBlocked { wanted |= EPOLLOUT.rawValue }
        guard wanted != interest else { return }
        interest = wanted
        do throws(SystemError) {
            try loop.poller.change(descriptor, to: wanted, token: token)
        } catch {
            close(because: .reset(errno: error.errno))
        }
    }
}
