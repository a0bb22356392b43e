extension Connection {
    /// Closes the socket at once. The handler is notified at the end of the turn.
    func close(because reason: ConnectionEnd, resetting: Bool = false) {
        guard phase != .closed, phase != .detached else { return }
        if resetting { System.resetOnClose(descriptor) }
        loop.sources.remove(token)
        // Closing a descriptor also removes it from the poll.
        System.close(descriptor)
        descriptor = -1
        endWithoutSocket(because: reason)
        DescriptorShortage.descriptorWasClosed()
    }

    func endWithoutSocket(because reason: ConnectionEnd) {
        phase = .closed
        end = tls?.failure.map(ConnectionEnd.tlsFailure) ?? reason
        tls?.end()
        output = OutputQueue()
        isCongested = false
        isBlocked = false
        endTimer?.cancel()
        endTimer = nil
        loop.scheduleNotices(of: self)
    }

    func deliverNotices() {
        hasNotice = false
        if drainedIsDue {
            drainedIsDue = false
            if phase == .open { handler.drained(self) }
        }
        if flushNotice == .due {
            flushNotice = .unwanted
            if phase == .open { handler.flushed(self) }
        }
        guard phase == .closed, !hasNotice, let reason = end else { return }
        let told = handler
        handler = ConnectionWithoutHandler.shared
        told.closed(self, because: reason)
    }
}

extension EventLoop {
    func scheduleNotices(of connection: Connection) {
        guard !connection.hasNotice else { return }
        connection.hasNotice = true
        notices.append(connection)
    }
}
