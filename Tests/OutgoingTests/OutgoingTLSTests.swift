import Certificates
import Destinations
import Glibc
import HTTPTypes
import Locks
import TestSupport
import Testing
import Transport

@testable import Outgoing

/// Requests by https, to a server of this machine with a certificate of its own authority.
@Suite(.timeLimit(.minutes(5))) struct OutgoingTLSTests {
    /// Answers 204 to whatever it hears.
    private final class Server: Sendable {
        private final class Answers: ConnectionHandler {
            func received(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {
                connection.send(
                    Array("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".utf8))
            }

            func closed(_ connection: Connection, because reason: ConnectionEnd) {}
        }

        let port = Locked(0)
        private let loop: EventLoop

        init(_ acceptor: TLSAcceptor) throws {
            let loop = try EventLoop(name: "answers")
            self.loop = loop
            let port = port
            loop.execute {
                let listener = try? Listener(host: "127.0.0.1", port: 0, on: loop) { socket in
                    _ = Connection(adopting: socket, on: loop, tls: acceptor, handler: Answers())
                } noticed: { _ in
                }
                port.with { $0 = listener?.addresses.first?.port ?? -1 }
            }
            while port.with({ $0 }) == 0 { sched_yield() }
        }

        deinit { loop.stop() }
    }

    private func send(
        to host: String, trusting path: String?, at port: Int, inBatch: Bool
    ) async throws -> OutgoingAnswer {
        let request = OutgoingRequest(.post, try Destination("https://\(host):\(port)/"))
        return try await onOwnThread {
            let client = OutgoingClient(
                allowsLocal: true, authoritiesPath: path,
                resolvedName: "\(host):\(port):127.0.0.1")
            guard inBatch else { return try client.send(request) }
            let batch = OutgoingBatch(of: client)
            batch.begin(request, number: 1)
            while true {
                if let end = batch.next(within: .seconds(60)) { return try end.result.get() }
            }
        }
    }

    @Test func `a certificate counts when it is for the name and of a trusted authority`()
        async throws
    {
        var template = Array("\(P_tmpdir)/tablecast-XXXXXX".utf8CString)
        let path = String(cString: try #require(mkdtemp(&template)))
        defer {
            for name in ["authority", "authority-key", "server", "server-key"] {
                unlink("\(path)/\(name).pem")
            }
            rmdir(path)
        }
        let now = Int64(time(nil))
        let names = [try ServerName("hooks.example")]
        let authority = try LocalAuthority(path: path, permitting: names, at: now)
        let issued = try authority.issue(for: names, at: now)
        let server = try Server(
            TLSAcceptor(try TLSContext(issued.configuration), plainPolicy: .refused))
        let port = server.port.with { $0 }
        let trusted = authority.certificatePath
        for inBatch in [false, true] {
            let answer = try await send(
                to: "hooks.example", trusting: trusted, at: port, inBatch: inBatch)
            #expect(answer.status == 204)
            for (host, path) in [("other.example", trusted), ("hooks.example", nil)] {
                let error = await #expect(throws: OutgoingError.self) {
                    try await send(to: host, trusting: path, at: port, inBatch: inBatch)
                }
                guard case .untrusted(let problem) = error else {
                    Issue.record("\(error as Any)")
                    continue
                }
                #expect(problem.contains("SSL"))
            }
        }
    }
}
