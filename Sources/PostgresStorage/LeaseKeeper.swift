import CPlatform
import Glibc
import Locks
import Storage
import Time

/// A thread that renews the lease, and hears of changes of devices by other processes, with a
/// connection of its own.
final class LeaseKeeper: Sendable {
    private let place: PostgresPlace
    private let lease: Lease
    private let mark: Locked<UInt64>
    private let isStopping = Locked(false)
    /// Wakes the thread.
    private let wake = eventfd(0, Int32(EFD_CLOEXEC))
    private let thread = Locked<pthread_t?>(nil)

    /// - Parameter mark: raised after each change of devices, and whenever some may have been missed.
    init(_ place: PostgresPlace, _ lease: Lease, mark: Locked<UInt64>) {
        self.place = place
        self.lease = lease
        self.mark = mark
        var started = pthread_t()
        let context = Unmanaged.passRetained(self)
        if pthread_create(&started, nil, runLeaseKeeper, context.toOpaque()) == 0 {
            thread.with { $0 = started }
        } else {
            context.release()
        }
    }

    /// Releases the lease and ends the thread.
    func stop() {
        isStopping.with { $0 = true }
        eventfd_write(wake, 1)
        let ended = thread.with { thread in
            defer { thread = nil }
            return thread
        }
        guard let ended else { return }
        pthread_join(ended, nil)
        close(wake)
    }

    fileprivate func run() {
        platform_name_this_thread("lease")
        var pause = Duration.milliseconds(100)
        while !isStopping.with({ $0 }) {
            do {
                let connection = try PostgresConnection(
                    place.address, name: "tablecast \(place.hub) lease", patience: place.lease)
                try connection.query("LISTEN \(Schema.channel)")
                // Some announcements may have been missed.
                mark.with { $0 += 1 }
                pause = .milliseconds(100)
                try keep(connection)
                return lease.release(connection)
            } catch {
                rest(for: pause)
                pause = min(pause * 2, .seconds(1))
            }
        }
    }

    /// Renews the lease until the keeper is stopped.
    private func keep(_ connection: PostgresConnection) throws {
        while !isStopping.with({ $0 }) {
            try renew(connection)
            let next = MachineTime.monotonic + place.lease / 4
            while !isStopping.with({ $0 }), MachineTime.monotonic < next {
                let count = try connection.notifications(until: next, orWhen: wake)
                if count > 0 { mark.with { $0 += 1 } }
            }
        }
    }

    /// A lost lease, or a server that is not durable any more, ends appending. Changes of devices are
    /// still heard of.
    private func renew(_ connection: PostgresConnection) throws {
        do {
            try lease.readSettings(connection)
            if lease.isHeld { try lease.renew(connection) }
        } catch is StoreError {
            return
        }
    }

    private func rest(for pause: Duration) {
        var waiting = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, Int32(pause / .milliseconds(1)))
    }
}

/// A top-level function, because a closure that is passed to C must not be isolated to an actor.
private nonisolated func runLeaseKeeper(
    _ context: UnsafeMutableRawPointer?
) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<LeaseKeeper>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
