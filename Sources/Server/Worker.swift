import Gateway
import Sync
import Transport
import Venues

/// One event loop and what lives on it. The actor is the only way in from another thread; on the
/// loop itself everything is plain classes that call each other.
actor Worker {
    nonisolated let loop: EventLoop
    // Used only on the loop, and by `end` after the loop's thread has ended.
    nonisolated(unsafe) private var station: Station?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(loop: EventLoop) { self.loop = loop }

    /// The way to the loop's venues.
    nonisolated var venues: VenueLoop {
        VenueLoop { body in self.perform { station in body(station.venues) } }
    }

    /// The way to the loop's connections.
    nonisolated var connections: ConnectionLoop {
        ConnectionLoop { body in self.perform { station in body(station.connections) } }
    }

    /// Before anything else is asked of it: makes the station, with the venues that live here.
    nonisolated func begin(_ context: HubContext, venues: [Venue]) {
        loop.execute {
            self.assumeIsolated { worker in
                let station = Station(context: context, worker: worker)
                worker.station = station
                for venue in venues { station.venues.open(venue) }
            }
        }
    }

    /// Carries something out on the loop, in a later turn.
    nonisolated func perform(_ body: @escaping @Sendable (Station) -> Void) {
        loop.execute {
            self.assumeIsolated { worker in
                if let station = worker.station { body(station) }
            }
        }
    }

    /// Ends the loop, and lets go of all that lived on it: the data folder is free for another hub.
    /// Must not be called on the loop.
    nonisolated func end() {
        loop.stop()
        station = nil
    }
}
