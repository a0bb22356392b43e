import GRDB
package import Storage
package import Sync

extension Store {
    package func pinState(ofDevice id: String) throws(StoreError) -> PINState? {
        try lookUp { db in
            let row = try db.query(
                """
                SELECT pin.digest, device.wrong_pins, device.wrong_pin_at
                FROM device LEFT JOIN pin ON pin.venue = device.venue
                WHERE device.id = ? AND device.revoked_at IS NULL
                """, id)
            guard try row.next() else { return nil }
            return PINState(
                digest: try row.optionalText(0), wrongCount: Int(try row.integer(1)),
                wrongAt: try row.optionalInteger(2).map(Instant.init(milliseconds:)))
        }
    }

    package func hasPIN(_ venue: String) throws(StoreError) -> Bool {
        try lookUp { db in
            let row = try db.query(
                """
                SELECT 1 FROM pin JOIN venue ON venue.id = pin.venue WHERE venue.slug = ?
                """, venue)
            return try row.next()
        }
    }

    package func noteWrongPIN(device id: String, now: Instant) throws(StoreError) {
        try write { db in
            try db.run(
                "UPDATE device SET wrong_pins = wrong_pins + 1, wrong_pin_at = ? WHERE id = ?",
                now.milliseconds, id)
        }
    }

    package func unlock(
        device id: String, until: Instant, digest: String
    ) throws(StoreError) -> Bool {
        defer { changed(.device(id)) }
        return try write { db in
            try db.run(
                """
                UPDATE device SET unlocked_until = ?, wrong_pins = 0, wrong_pin_at = NULL
                WHERE id = ? AND EXISTS
                (SELECT 1 FROM pin WHERE pin.venue = device.venue AND pin.digest = ?)
                """, until.milliseconds, id, digest)
            return db.changesCount > 0
        }
    }

    package func lock(device id: String) throws(StoreError) {
        defer { changed(.device(id)) }
        try write { db in
            try db.run("UPDATE device SET unlocked_until = NULL WHERE id = ?", id)
        }
    }

    /// - Parameter digest: the digest of the new PIN; `nil` to remove it.
    static func set(pin digest: String?, of venue: Int64, _ db: Database) throws {
        try db.run("DELETE FROM pin WHERE venue = ?", venue)
        guard let digest else { return }
        try db.run("INSERT INTO pin (venue, digest) VALUES (?, ?)", venue, digest)
    }

    /// Copies a venue's PIN, if it has one, from a backup.
    static func copyPIN(
        of id: Int64, in source: Database, to venue: Int64, _ db: Database
    ) throws {
        let row = try source.query("SELECT digest FROM pin WHERE venue = ?", id)
        if try row.next() { try set(pin: try row.text(0), of: venue, db) }
    }
}
