import Glibc
import Locks
import Storage
import Time

/// The right to append to the journals, for a time that is renewed while the hub lives.
///
/// The database's clock alone decides when a lease has expired. This hub stops accepting batches
/// earlier, by its own monotonic clock.
final class Lease: Sendable {
    private struct State {
        /// When the hub stops accepting batches; `nil` while it has no lease.
        var end: Duration?
        /// The reason why the lease can't be renewed any more.
        var fault: StoreError?
        var settings: CommitSettings?
    }

    private let place: PostgresPlace
    /// Identifies this opening of the database: the hub's name and random characters.
    let owner: String
    private let state = Locked(State())

    init(_ place: PostgresPlace) throws(StoreError) {
        self.place = place
        owner = "\(place.hub)#\(try Entropy.base36(10))"
    }

    var isHeld: Bool { state.with { $0.end != nil } }

    /// - Throws: an error if the lease is lost, or about to end.
    func require() throws(StoreError) {
        let state = state.with { $0 }
        if let fault = state.fault { throw fault }
        try state.settings?.require(at: place.address)
        guard let end = state.end, MachineTime.monotonic < end else {
            throw .unusable(
                "The hub could not renew its lease at \(place.address), so it accepts no changes. It "
                    + "goes on by itself when PostgreSQL answers.")
        }
    }

    var durability: Durability { state.with { $0.settings?.durability ?? .disk } }

    /// Reads what a commit is worth, which the server's operator can change at any time.
    ///
    /// - Throws: an error if acknowledged changes would be lost.
    func readSettings(_ connection: PostgresConnection) throws {
        let settings = try CommitSettings(connection)
        state.with { $0.settings = settings }
        try settings.require(at: place.address)
    }

    func fail(_ error: StoreError) { state.with { $0.fault = $0.fault ?? error } }

    // MARK: Changing rows

    /// The interval of the lease as SQL.
    private var interval: String { "interval '\(Int64(place.lease / .milliseconds(1))) ms'" }

    /// How long before its end the hub stops: longer than any difference between the two clocks'
    /// speeds.
    private var margin: Duration { place.lease / 6 }

    /// Takes the lease of all shards. Waits for the end of a lease that this hub, by its name, left
    /// behind when it was killed.
    ///
    /// - Throws: an error that names the owner if another hub has the lease.
    func take(_ connection: PostgresConnection) throws {
        let deadline = MachineTime.monotonic + place.lease + .seconds(1)
        var found: PostgresRow?
        while true {
            let before = MachineTime.monotonic
            let other = try connection.transaction { () -> PostgresRow? in
                try connection.query("SELECT 1 FROM shard ORDER BY shard FOR UPDATE")
                let other = try connection.query(
                    """
                    SELECT owner, ceil(extract(epoch FROM expires_at - clock_timestamp()))::bigint,
                        expires_at::text, split_part(owner, '#', 1)
                    FROM shard WHERE owner <> $1 AND expires_at > clock_timestamp()
                    ORDER BY expires_at DESC LIMIT 1
                    """, .text(owner)
                ).first
                if other != nil { return other }
                try connection.query(
                    """
                    UPDATE shard SET owner = $1, epoch = (SELECT max(epoch) FROM shard) + 1,
                        expires_at = clock_timestamp() + \(interval)
                    """, .text(owner))
                return nil
            }
            guard let other else { return hold(from: before) }
            // An owner that lives renews its lease, or another took it.
            let isRenewed =
                try found.map { try $0.text(2) != other.text(2) || $0.text(0) != other.text(0) }
                ?? false
            guard try other.text(3) == place.hub, !isRenewed, MachineTime.monotonic < deadline
            else { throw try Self.owned(by: other, at: place.address) }
            found = other
            MachineTime.sleep(for: min(.seconds(1), place.lease / 4))
        }
    }

    private static func owned(
        by row: PostgresRow, at address: PostgresAddress
    ) throws -> StoreError {
        .unusable(
            "The hub \(try row.text(3)) owns the journal at \(address), and its lease ends in "
                + "\(try row.integer(1)) s unless it is renewed. Stop that hub first; if it is gone, try "
                + "again then. Each hub needs a name of its own (--hub).")
    }

    /// Extends the lease. It may have expired, if nobody has taken it since.
    ///
    /// - Throws: an error if another hub has taken it.
    func renew(_ connection: PostgresConnection) throws {
        let before = MachineTime.monotonic
        try requireAll(end("clock_timestamp() + \(interval)", connection))
        hold(from: before)
    }

    /// Sets the end of the leases that this hub still has.
    ///
    /// - Returns: the number of shards.
    private func end(_ instant: String, _ connection: PostgresConnection) throws -> Int {
        // In the order of the shards, so that two hubs can't wait for each other.
        try connection.query(
            """
            WITH own AS (SELECT shard FROM shard WHERE owner = $1 ORDER BY shard FOR NO KEY UPDATE)
            UPDATE shard SET expires_at = \(instant) FROM own WHERE shard.shard = own.shard
            """, .text(owner)
        ).changedCount
    }

    /// Raises the epoch, so that nothing that was sent by an earlier connection can be committed any
    /// more. Waits for a commit that is under way.
    ///
    /// - Returns: the new epoch.
    func raise(_ connection: PostgresConnection) throws -> Int64 {
        let before = MachineTime.monotonic
        let raised = try connection.transaction { () -> PostgresRows in
            try connection.query("SELECT 1 FROM shard ORDER BY shard FOR UPDATE")
            return try connection.query(
                """
                UPDATE shard SET epoch = (SELECT max(epoch) FROM shard) + 1,
                    expires_at = clock_timestamp() + \(interval)
                WHERE owner = $1 RETURNING epoch
                """, .text(owner))
        }
        try requireAll(raised.count)
        hold(from: before)
        return try raised.first?.integer(0) ?? 0
    }

    private func requireAll(_ count: Int) throws(StoreError) {
        guard count == Shard.count else {
            fail(.fenced(at: place.address))
            throw .fenced(at: place.address)
        }
    }

    private func hold(from instant: Duration) {
        state.with { $0.end = instant + place.lease - margin }
    }

    /// Ends the lease, so that another hub need not wait for that.
    func release(_ connection: PostgresConnection) {
        let isHeld = state.with { state in
            defer { state.end = nil }
            return state.end != nil
        }
        guard isHeld else { return }
        _ = try? end("clock_timestamp()", connection)
    }
}

extension StoreError {
    /// Another hub has taken the lease.
    static func fenced(at address: PostgresAddress) -> StoreError {
        .unusable(
            "Another hub has taken over the journal at \(address), so nothing was written. Start this "
                + "hub again once the other one is stopped.")
    }
}
