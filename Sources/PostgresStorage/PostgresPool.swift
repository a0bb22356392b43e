import Locks
import Storage

/// Connections for reads, and for writes that are not the journal's. Any thread may use it.
final class PostgresPool: Sendable {
    /// The number of connections that are kept open while nobody uses them.
    private static let idleMax = 4

    private let address: PostgresAddress
    private let name: String
    private let idle = Locked<[PostgresConnection]>([])

    init(_ address: PostgresAddress, name: String) {
        self.address = address
        self.name = name
    }

    /// Runs `body` with a connection of its own.
    func with<Value>(
        _ body: (PostgresConnection) throws -> Value
    ) throws(StoreError) -> Value {
        BlockingCall.begin()
        do {
            let connection = try take()
            defer { put(back: connection) }
            return try body(connection)
        } catch {
            throw StoreError(error, at: address)
        }
    }

    /// Returns an idle connection that stands, or a new one.
    private func take() throws(PostgresError) -> PostgresConnection {
        while let connection = idle.with({ $0.popLast() }) {
            if connection.isUsable { return connection }
        }
        return try PostgresConnection(address, name: name)
    }

    private func put(back connection: PostgresConnection) {
        guard connection.isUsable else { return }
        idle.with { if $0.count < Self.idleMax { $0.append(connection) } }
    }
}
