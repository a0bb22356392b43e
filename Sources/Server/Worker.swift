import Gateway
import Sync
import Transport
import Venues

/// An event loop and the station that lives on it. Other threads reach the station only through
/// this actor; on the loop itself, plain classes call each other.
actor Worker {
    nonisolated let loop: EventLoop
    // Used only on the loop, and by `end` after the loop's thread has ended.
    nonisolated(unsafe) private var station: Station?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(loop: EventLoop) { self.loop = loop }

    /// The access to the loop's venues from any thread.
    nonisolated var venues: VenueLoop {
        VenueLoop { body in self.perform { station in body(station.venues) } }
    }

    /// The access to the loop's connections from any thread.
    nonisolated var connections: ConnectionLoop {
        ConnectionLoop { body in self.perform { station in body(station.connections) } }
    }

    /// Makes the station, with the venues that live on this loop. Must be called first.
    nonisolated func begin(_ context: HubContext, venues: [Venue]) {
        loop.execute {
            self.assumeIsolated { worker in
                let station = Station(context: context, worker: worker)
                worker.station = station
                for venue in venues { station.venues.open(venue) }
            }
        }
    }

    /// Performs `body` on the loop, in a later turn.
    nonisolated func perform(_ body: @escaping @Sendable (Station) -> Void) {
        loop.execute {
            self.assumeIsolated { worker in
                if let station = worker.station { body(station) }
            }
        }
    }

    /// Stops the loop and releases everything that lived on it, so that another hub can use the
    /// data folder. Must not be called on the loop.
    nonisolated func end() {
        loop.stop()
        station = nil
    }
}
