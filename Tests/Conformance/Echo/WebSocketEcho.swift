import ArgumentParser
import Foundation
import Glibc
import Locks
import Transport

/// Serves `websocket-echo --port P` until it is stopped.
@main
struct WebSocketEcho: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "websocket-echo",
        abstract: "A WebSocket server with nothing behind the wire, for tests and benchmarks.",
        discussion: "What is sent to /broadcast goes to all who are there; else it comes back.")

    @Option(help: "The port on 127.0.0.1; 0 for a free one, which is printed.")
    var port = 0

    @Option(help: "The longest message in bytes.")
    var messageBytes = 16 * 1024 * 1024

    func run() throws {
        let signals = [SIGTERM, SIGINT]
        Signals.block(signals)
        DescriptorLimit.makeRoom(for: 16_384)
        let loop = try EventLoop(name: "websocket-echo")
        let outcome = Locked<Result<Int, SystemError>?>(nil)
        let done = DispatchSemaphore(value: 0)
        let (port, messageBytes) = (port, messageBytes)
        loop.execute {
            let server = EchoServer(messageBytesMax: messageBytes)
            let result = Result { () throws(SystemError) in
                try server.listen(port: port, on: loop)
            }
            // The loop retains the server while it runs.
            loop.atEndOfTurn { withExtendedLifetime(server) {} }
            outcome.with { $0 = result }
            done.signal()
        }
        done.wait()
        if let bound = try outcome.with({ $0 })?.get() { print("ws://127.0.0.1:\(bound)/") }
        fflush(nil)
        _ = Signals.wait(for: signals)
        loop.stop()
    }
}
