import Storage

/// The tables, in the first schema of the connection's search path.
///
/// The columns hold the same values as those of the other engines, so that journals can be compared
/// byte by byte. Times are milliseconds since 1970.
enum Schema {
    static let version: Int64 = 1
    /// The code of the error that `fence` raises.
    static let fencedState = "TC001"
    /// The channel on which changes of devices are announced.
    static let channel = "tablecast_identity"

    /// Announces a change of devices to every hub, once the transaction commits.
    static let announcement = PostgresStatement("SELECT pg_notify('\(channel)', current_schema())")

    /// Fails unless the owner has the shards at this epoch, and keeps others from taking them until
    /// the transaction ends.
    static func fence(_ owner: String, _ epoch: Int64, _ shards: Set<Int64>) -> PostgresStatement {
        PostgresStatement(
            "SELECT fence($1, $2, $3)", .text(owner), .integer(epoch), .integers(shards.sorted()))
    }

    private static let tables = [
        "CREATE TABLE meta (version bigint NOT NULL, probes bigint NOT NULL DEFAULT 0)",
        "INSERT INTO meta (version) VALUES (\(version))",
        // Who decides for the venues of a shard. An owner's commits name the epoch, which rises
        // with each owner and each of its connections.
        """
        CREATE TABLE shard (
            shard bigint PRIMARY KEY,
            owner text NOT NULL DEFAULT '',
            epoch bigint NOT NULL DEFAULT 0,
            expires_at timestamptz NOT NULL DEFAULT '-infinity'
        ) WITH (fillfactor = 40)
        """,
        "INSERT INTO shard (shard) SELECT generate_series(0, \(Shard.count - 1))",
        // The lock on the rows lets renewals through, and has a new owner wait for the commit.
        """
        CREATE FUNCTION fence(claimant text, claimed bigint, wanted bigint[]) RETURNS void AS $$
        BEGIN
            PERFORM 1 FROM shard WHERE shard.shard = ANY (wanted)
                AND owner = claimant AND epoch = claimed ORDER BY shard.shard FOR KEY SHARE;
            IF (SELECT count(*) FROM shard WHERE shard.shard = ANY (wanted)
                AND owner = claimant AND epoch = claimed) <> cardinality(wanted)
            THEN RAISE EXCEPTION 'another hub owns the shard' USING ERRCODE = '\(fencedState)';
            END IF;
        END $$ LANGUAGE plpgsql
        """,
        """
        CREATE TABLE venue (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            slug text NOT NULL UNIQUE,
            shard bigint NOT NULL,
            epoch text NOT NULL,
            name text NOT NULL,
            time_zone text NOT NULL,
            settings text NOT NULL,
            created_at bigint NOT NULL,
            ticket_key bytea NOT NULL
        )
        """,
        """
        CREATE TABLE event (
            venue bigint NOT NULL REFERENCES venue (id),
            rev bigint NOT NULL CHECK (rev > 0),
            time bigint NOT NULL,
            board text NOT NULL,
            kind text NOT NULL,
            subject text NOT NULL,
            actor text NOT NULL,
            mutation_id text,
            data text NOT NULL,
            fingerprint bytea,
            chain bytea NOT NULL CHECK (length(chain) = \(Chain.linkByteCount)),
            PRIMARY KEY (venue, rev)
        )
        """,
        """
        CREATE UNIQUE INDEX event_by_mutation ON event (venue, mutation_id)
            WHERE mutation_id IS NOT NULL
        """,
        """
        CREATE FUNCTION refuse_change() RETURNS trigger AS $$
        BEGIN RAISE EXCEPTION 'events are never changed or deleted'; END $$ LANGUAGE plpgsql
        """,
        """
        CREATE TRIGGER event_is_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON event
            FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
        """,
        // `lost_at` is NULL for a device that is away, and 0 for one that is connected.
        """
        CREATE TABLE device (
            id text PRIMARY KEY,
            venue bigint NOT NULL REFERENCES venue (id),
            role text NOT NULL,
            name text,
            token_hash bytea NOT NULL UNIQUE,
            created_at bigint NOT NULL,
            revoked_at bigint,
            by_link boolean NOT NULL DEFAULT false,
            seen_at bigint,
            unlocked_until bigint,
            wrong_pins bigint NOT NULL DEFAULT 0,
            wrong_pin_at bigint,
            lost_at bigint
        )
        """,
        "CREATE INDEX device_by_venue ON device (venue)",
        """
        CREATE TABLE link (
            hash bytea PRIMARY KEY,
            venue bigint NOT NULL REFERENCES venue (id),
            role text NOT NULL,
            created_at bigint NOT NULL,
            expires_at bigint NOT NULL,
            used_at bigint,
            name text,
            maker text
        )
        """,
        """
        CREATE TABLE pin (venue bigint PRIMARY KEY REFERENCES venue (id), digest text NOT NULL)
        """,
        // A number is never reused. Only the owner of all shards inserts, so numbers become visible
        // in their order.
        """
        CREATE TABLE effect (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            venue bigint NOT NULL REFERENCES venue (id),
            key text NOT NULL UNIQUE,
            target text NOT NULL,
            data text NOT NULL,
            kept_at bigint NOT NULL,
            until bigint NOT NULL,
            tries bigint NOT NULL DEFAULT 0,
            problem text,
            is_dead boolean NOT NULL DEFAULT false,
            outcome text,
            sealed bytea
        )
        """,
        "CREATE INDEX effect_dead ON effect (venue, id) WHERE is_dead",
        """
        CREATE TABLE effect_key (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            venue bigint NOT NULL REFERENCES venue (id),
            key text NOT NULL UNIQUE
        )
        """,
        "CREATE INDEX effect_key_by_venue ON effect_key (venue, id)",
        """
        CREATE TABLE secret (
            venue bigint NOT NULL REFERENCES venue (id),
            board text NOT NULL,
            name text NOT NULL,
            sealed bytea NOT NULL,
            PRIMARY KEY (venue, board, name)
        )
        """,
        """
        CREATE TABLE reference (
            venue bigint NOT NULL REFERENCES venue (id),
            board text NOT NULL,
            name text NOT NULL,
            digest text NOT NULL,
            content bytea NOT NULL,
            PRIMARY KEY (venue, board, name)
        )
        """,
        """
        CREATE TABLE snapshot (
            venue bigint PRIMARY KEY REFERENCES venue (id),
            rev bigint NOT NULL,
            link bytea NOT NULL,
            digest bytea NOT NULL,
            state bytea NOT NULL
        )
        """,
    ]

    /// Checks the server and the schema's version, and makes the tables if there are none.
    static func open(
        _ connection: PostgresConnection, at address: PostgresAddress, creating: Bool
    ) throws {
        try checkServer(connection, at: address)
        try connection.transaction {
            // Two hubs that start on an empty database make the tables once.
            try connection.query("SELECT pg_advisory_xact_lock(1413630019)")
            let tables = try connection.query(
                """
                SELECT count(*) FILTER (WHERE relname = 'meta'), count(*) FROM pg_class
                WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
                """)
            guard let row = tables.first else { return }
            if try row.integer(0) == 1 {
                let found = try connection.query("SELECT version FROM meta").first?.integer(0) ?? 0
                guard found == version else { throw StoreError.otherVersion(address, found) }
            } else if try row.integer(1) > 0 {
                throw StoreError.unusable(
                    "\(address) has another program's tables. Make a database for Tablecast alone.")
            } else if creating {
                for table in Self.tables { try connection.query(table) }
            } else {
                throw StoreError.unusable(
                    "There is no journal at \(address). Check --journal, or make one there with "
                        + "tablecast serve.")
            }
        }
    }

    /// Checks that the server can be written, and stores text as it is.
    private static func checkServer(
        _ connection: PostgresConnection, at address: PostgresAddress
    ) throws {
        let row = try connection.query(
            """
            SELECT current_setting('server_version_num')::bigint, current_setting('server_encoding'),
                pg_is_in_recovery(), coalesce(current_schema(), '')
            """
        ).first
        guard let row else { return }
        guard try row.integer(0) >= 140_000 else {
            throw StoreError.unusable("\(address) is older than version 14. Use a later one.")
        }
        guard try row.text(1) == "UTF8" else {
            throw StoreError.unusable(
                "The database of \(address) is encoded in \(try row.text(1)). Make one in UTF8: "
                    + "createdb --encoding UTF8 --template template0.")
        }
        guard try !row.boolean(2) else {
            throw StoreError.unusable(
                "\(address) is a standby, which can't be written. Name the primary server.")
        }
        guard try !row.text(3).isEmpty else {
            throw StoreError.notPermitted(address, "there is no schema to make tables in")
        }
    }
}

extension StoreError {
    fileprivate static func otherVersion(
        _ address: PostgresAddress, _ found: Int64
    ) -> StoreError {
        .unusable(
            "\(address) was made by \(found > Schema.version ? "a later" : "an earlier") version of "
                + "Tablecast (format \(found), this one knows \(Schema.version)). Use that version."
        )
    }
}
