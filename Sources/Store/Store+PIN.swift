import GRDB
public import Sync

/// What the list of devices knows of a device and the PIN.
public struct PINState: Sendable, Equatable {
    /// What is kept of the venue's PIN; `nil` when none is asked for.
    public var digest: String?
    /// How many wrong ones have come from this device since the last right one.
    public var wrongCount: Int
    /// When the last wrong one came.
    public var wrongAt: Instant?

    public init(digest: String?, wrongCount: Int, wrongAt: Instant?) {
        self.digest = digest
        self.wrongCount = wrongCount
        self.wrongAt = wrongAt
    }
}

extension Store {
    /// - Returns: `nil` when there is no such device.
    public func pinState(ofDevice id: String) throws(StoreError) -> PINState? {
        try look { db in
            var row = try Query(
                """
                SELECT pin.digest, device.wrong_pins, device.wrong_pin_at
                FROM device LEFT JOIN pin ON pin.venue = device.venue
                WHERE device.id = ? AND device.revoked_at IS NULL
                """, db)
            try row.bind(id)
            guard try row.next() else { return nil }
            return PINState(
                digest: try row.optionalText(0), wrongCount: Int(try row.integer(1)),
                wrongAt: try row.optionalInteger(2).map(Instant.init(milliseconds:)))
        }
    }

    /// Whether the venue asks for a PIN.
    public func hasPIN(_ venue: String) throws(StoreError) -> Bool {
        try look { db in
            var row = try Query(
                """
                SELECT 1 FROM pin JOIN venue ON venue.id = pin.venue WHERE venue.slug = ?
                """, db)
            try row.bind(venue)
            return try row.next()
        }
    }

    /// A wrong PIN has come from a device.
    public func noteWrongPIN(device id: String, now: Instant) throws(StoreError) {
        try write { db in
            var update = try Query(
                "UPDATE device SET wrong_pins = wrong_pins + 1, wrong_pin_at = ? WHERE id = ?", db)
            try update.bind(now.milliseconds)
            try update.bind(id)
            try update.run()
        }
    }

    /// The right PIN has come from a device: it is not asked again until then.
    ///
    /// - Parameter digest: what the PIN was compared with.
    /// - Returns: whether that is still what is kept; otherwise nothing has changed.
    public func unlock(
        device id: String, until: Instant, digest: String
    ) throws(StoreError) -> Bool {
        try write { db in
            var update = try Query(
                """
                UPDATE device SET unlocked_until = ?, wrong_pins = 0, wrong_pin_at = NULL
                WHERE id = ? AND EXISTS
                (SELECT 1 FROM pin WHERE pin.venue = device.venue AND pin.digest = ?)
                """, db)
            try update.bind(until.milliseconds)
            try update.bind(id)
            try update.bind(digest)
            try update.run()
            return db.changesCount > 0
        }
    }

    /// The PIN is asked of the device from now on. Wrong ones that came from it still count: otherwise
    /// whoever guesses would lock it between two guesses.
    public func lock(device id: String) throws(StoreError) {
        try write { db in
            var update = try Query("UPDATE device SET unlocked_until = NULL WHERE id = ?", db)
            try update.bind(id)
            try update.run()
        }
    }
}
