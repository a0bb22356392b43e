import FlyingFox
import FlyingSocks
import Foundation

/// `flyingfox-peer PORT`: sends messages to `/pub` to all clients of `/sub`.
@main
struct FlyingFoxPeer {
    static func main() async throws {
        let port = CommandLine.arguments.dropFirst().first.flatMap(UInt16.init) ?? 9101
        let audience = Audience()
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled)
        await server.appendRoute("GET /sub", to: .webSocket(audience))
        await server.appendRoute("GET /pub", to: .webSocket(Publisher(audience: audience)))
        try await server.run()
    }
}

/// Unchecked: the lock guards what changes.
final class Audience: WSMessageHandler, @unchecked Sendable {
    private let lock = NSLock()
    private var members: [Int: AsyncStream<WSMessage>.Continuation] = [:]
    private var lastNumber = 0

    func makeMessages(
        for client: AsyncStream<WSMessage>
    ) async throws -> AsyncStream<WSMessage> {
        let (stream, continuation) = AsyncStream<WSMessage>.makeStream()
        let number = lock.withLock {
            lastNumber += 1
            members[lastNumber] = continuation
            return lastNumber
        }
        Task {
            for await _ in client {}
            _ = lock.withLock { members.removeValue(forKey: number) }
            continuation.finish()
        }
        return stream
    }

    func broadcast(_ message: WSMessage) {
        lock.withLock {
            for continuation in members.values { continuation.yield(message) }
        }
    }
}

struct Publisher: WSMessageHandler {
    let audience: Audience

    func makeMessages(
        for client: AsyncStream<WSMessage>
    ) async throws -> AsyncStream<WSMessage> {
        let (stream, continuation) = AsyncStream<WSMessage>.makeStream()
        Task {
            for await message in client { audience.broadcast(message) }
            continuation.finish()
        }
        return stream
    }
}
