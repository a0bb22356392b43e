import Gateway
import Sync
import Transport
import Venues

/// An event loop and the server that lives on it. Other threads reach the server only through
/// this actor; on the loop itself, plain classes call each other.
actor HubLoop {
    nonisolated let loop: EventLoop
    // Used only on the loop, and by `end` after the loop's thread has ended.
    nonisolated(unsafe) private var server: LoopServer?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(loop: EventLoop) { self.loop = loop }

    /// The access to the loop's venues from any thread.
    nonisolated var venues: LoopVenuesHandle {
        LoopVenuesHandle { body in self.perform { server in body(server.venues) } }
    }

    /// The access to the loop's connections from any thread.
    nonisolated var connections: LoopConnectionsHandle {
        LoopConnectionsHandle { body in self.perform { server in body(server.connections) } }
    }

    /// Makes the server, with the venues that live on this loop. Must be called first.
    nonisolated func begin(_ context: HubContext, venues: [Venue]) {
        loop.execute {
            self.assumeIsolated { hubLoop in
                let server = LoopServer(context: context, hubLoop: hubLoop)
                hubLoop.server = server
                for venue in venues { server.venues.open(venue) }
            }
        }
    }

    /// Performs `body` on the loop, in a later turn.
    nonisolated func perform(_ body: @escaping @Sendable (LoopServer) -> Void) {
        loop.execute {
            self.assumeIsolated { hubLoop in
                if let server = hubLoop.server { body(server) }
            }
        }
    }

    /// Stops the loop and releases everything that lived on it, so that another hub can use the
    /// data folder. Must not be called on the loop.
    nonisolated func end() {
        loop.stop()
        server = nil
    }
}
