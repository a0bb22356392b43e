import Gateway
import Glibc
import Limits
import Locks
import Logging
import Metrics
import Terminal
import Transport

/// Listens for the hub, and distributes the connections among its loops in turn.
final class Acceptor: Sendable {
    private let hubLoops: [HubLoop]
    private let logger: Logger
    private let turn = Locked(0)

    init(hubLoops: [HubLoop], logger: Logger) {
        self.hubLoops = hubLoops
        self.logger = logger
    }

    /// Starts listening on the loop of `server`, which accepts connections for all loops. Must be
    /// called on that loop.
    ///
    /// - Returns: the port.
    /// - Throws: an error of one line that says what to do.
    func listen(at server: LoopServer, port: Int) throws(HubError) -> Int {
        let options = server.context.options
        do {
            let listener = try Listener(
                host: options.host, port: port, on: server.loop,
                accepted: { [self, unowned server] socket in accepted(socket, at: server) },
                noticed: noticed)
            server.listen(listener)
            return listener.addresses.first?.port ?? port
        } catch {
            throw HubError(Self.explain(error, options))
        }
    }

    private func accepted(_ socket: AcceptedSocket, at server: LoopServer) {
        let arrival = server.context.census.arrived(
            from: socket.remoteAddress, at: server.loop.now)
        if arrival.isWorthTelling {
            logger.warning(
                "there are too many connections, in all or from one address, so some are closed")
        }
        if !arrival.leaving.isEmpty {
            let leaving = Set(arrival.leaving)
            for hubLoop in hubLoops { hubLoop.perform { $0.connections.close(leaving) } }
        }
        guard let place = arrival.place else {
            // The socket closes itself. An answer would cost the resources that the limit protects.
            return server.context.metrics.connectionRefused()
        }
        let index = turn.with { turn in
            turn = (turn + 1) % hubLoops.count
            return turn
        }
        let hubLoop = hubLoops[index]
        if hubLoop === server.hubLoop { return server.connections.adopt(socket, at: place) }
        hubLoop.perform { $0.connections.adopt(socket, at: place) }
    }

    private func noticed(_ notice: ListenerNotice) {
        switch notice {
        case .pausedForDescriptors:
            logger.warning(
                "no descriptors are left, so new connections wait; raise the limit (ulimit -n)")
        case .resumed: logger.notice("new connections are accepted again")
        }
    }

    private static func explain(_ error: SystemError, _ options: HubOptions) -> String {
        let place = "\(options.host ?? "*"):\(options.port)"
        return switch error.errno {
        case EADDRINUSE:
            "Port \(options.port) is in use by another program: stop it, or choose another port "
                + "with --port."
        case EACCES:
            "This user may not listen on port \(options.port): choose one from 1024 on with --port."
        default:
            "\(place) can't be listened on (\(error)): check --host and --port."
        }
    }
}
