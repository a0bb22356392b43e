import Glibc
import Locks
import Transport

/// A server of its own loop that sends everything back, until it is let go of.
final class EchoServer: Sendable {
    private final class Echo: ConnectionHandler {
        func received(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {
            connection.send(Array(bytes))
        }

        func closed(_ connection: Connection, because reason: ConnectionEnd) {}
    }

    let port: Int
    private let loop: EventLoop

    init(_ acceptor: TLSAcceptor) throws {
        let loop = try EventLoop(name: "echo")
        self.loop = loop
        let listening = ListeningPort()
        loop.execute {
            listening.port.with { port in
                let listener = try? Listener(host: "127.0.0.1", port: 0, on: loop) { socket in
                    _ = Connection(adopting: socket, on: loop, tls: acceptor, handler: Echo())
                } noticed: { _ in
                }
                port = listener?.addresses.first?.port ?? -1
            }
        }
        while listening.port.with({ $0 }) == 0 { sched_yield() }
        port = listening.port.with { $0 }
    }

    deinit {
        loop.stop()
    }
}

private final class ListeningPort: Sendable {
    let port = Locked(0)
}
