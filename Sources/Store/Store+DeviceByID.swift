import GRDB

extension Store {
    /// The device with this id, whether or not its token is still good; `nil` when there never was
    /// one.
    public func device(_ id: String) throws(StoreError) -> Device? {
        try look { db in
            var row = try Query(
                """
                SELECT device.id, device.role, device.name, venue.slug
                FROM device JOIN venue ON venue.id = device.venue WHERE device.id = ?
                """, db)
            try row.bind(id)
            guard try row.next() else { return nil }
            return Device(
                id: try row.text(0), role: try row.role(1), name: try row.optionalText(2),
                venue: try row.text(3))
        }
    }
}
