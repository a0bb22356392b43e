import Locks
package import Storage
package import Sync
import Time

/// The journals of all venues in a PostgreSQL database, and the sign-ins.
///
/// The journal has a connection and a thread of its own (`JournalWriter`), which commit what waits
/// for all venues in one transaction. Other calls share a few connections. A third connection renews
/// the lease of the journals (`Lease`), without which nothing is appended.
///
/// Rows and checksums are those of the other engines. Passwords come from libpq's environment or
/// files, and the key of the secrets from a file beside the hub.
package final class PostgresStore: HubStorage, GroupStore {
    let place: PostgresPlace
    let pool: PostgresPool
    private let lease: Lease
    private let session = Locked<JournalSession?>(nil)
    private let keeper = Locked<LeaseKeeper?>(nil)
    private let mark = Locked<UInt64>(0)
    private let observer = Locked<(@Sendable (IdentityChange) -> Void)?>(nil)

    /// - Parameter creating: whether to make the tables if there are none.
    init(_ place: PostgresPlace, creating: Bool) throws(StoreError) {
        self.place = place
        pool = PostgresPool(place.address, name: "tablecast \(place.hub)")
        lease = try Lease(place)
        try pool.with { connection in
            try Schema.open(connection, at: place.address, creating: creating)
            try lease.readSettings(connection)
        }
    }

    deinit { endLease() }

    package var keyPath: String { place.keyPath }

    // MARK: The lease

    package func lock() throws(StoreError) {
        guard !lease.isHeld else { return try lease.require() }
        try pool.with { try lease.take($0) }
        keep()
    }

    /// Starts the thread that renews the lease.
    private func keep() {
        keeper.with { keeper in
            if keeper == nil { keeper = LeaseKeeper(place, lease, mark: mark) }
        }
    }

    /// Ends the lease. The next append takes it again.
    package func checkpoint() {
        BlockingCall.begin()
        endLease()
    }

    private func endLease() {
        session.with { $0 = nil }
        let ended = keeper.with { keeper in
            defer { keeper = nil }
            return keeper
        }
        ended?.stop()
    }

    package func probe() throws(StoreError) {
        if lease.isHeld { try lease.require() }
        try pool.with { _ = try $0.query("UPDATE meta SET probes = probes + 1") }
    }

    // MARK: The journal

    package func beginJournal(report: (String) -> Void) { keep() }

    package func append(_ batches: [JournalBatch]) -> [Result<Void, StoreError>] {
        BlockingCall.begin()
        // Report even after a failure: an additional look-up does no harm.
        defer { reportAccess(in: batches) }
        do throws(StoreError) {
            return try withSession { $0.append(batches) }
        } catch {
            return batches.map { _ in .failure(error) }
        }
    }

    /// A batch whose commit was not answered may still be under way. The next session waits for it,
    /// and fences off what comes later.
    package func settle(_ batch: JournalBatch) throws(StoreError) -> Bool {
        BlockingCall.begin()
        try withSession { _ in }
        return try isJournaled(batch)
    }

    /// Runs `body` with the journal's session, or a new one if that was lost.
    func withSession<Value>(
        _ body: (JournalSession) throws -> Value
    ) throws(StoreError) -> Value {
        try lock()
        return try session.with { (session) throws(StoreError) in
            do {
                try lease.require()
                let current =
                    if let session, session.isUsable { session } else {
                        try JournalSession(place, lease, keyPath: keyPath)
                    }
                session = current
                return try body(current)
            } catch {
                throw StoreError(error, at: place.address)
            }
        }
    }

    // MARK: Changes of devices

    package func observeIdentity(_ report: @escaping @Sendable (IdentityChange) -> Void) {
        observer.with { $0 = report }
    }

    package func changed(_ change: IdentityChange) { observer.with { $0 }?(change) }

    package var foreignMark: UInt64 { mark.with { $0 } }
}

/// What other engines do for files of their own.
extension PostgresStore {
    package func withRepairs<Result>(
        report: (String) -> Void, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result { try body() }

    package var freeBytes: UInt64 { .max }
    package func checkVenues() throws(StoreError) {}
    package func integrityFaults() throws(StoreError) -> [String] { [] }

    package var engine: String { "postgres" }
    package var durability: Durability { lease.durability }

    package var release: String {
        do throws(StoreError) {
            return try pool.with { connection in
                let row = try connection.query("SELECT current_setting('server_version')").first
                return "\(place.address), version \(row?.optionalText(0) ?? "unknown")."
            }
        } catch {
            return error.description
        }
    }
}
