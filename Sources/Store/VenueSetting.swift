import GRDB

/// An owner's setting of a venue that is not in the journal: at most one text, in a table of its
/// own. The statements are literals, so that nothing is ever interpolated into one.
struct VenueSetting {
    private let table: String
    private let reading: String
    private let deleting: String
    private let inserting: String

    /// The digest of the PIN.
    static let pin = VenueSetting(
        table: "pin", reading: "SELECT digest FROM pin WHERE venue = ?",
        deleting: "DELETE FROM pin WHERE venue = ?",
        inserting: "INSERT INTO pin (venue, digest) VALUES (?, ?)")

    /// Where alarms are posted to, in backups of versions that did not seal it.
    static let webhook = VenueSetting(
        table: "webhook", reading: "SELECT address FROM webhook WHERE venue = ?",
        deleting: "DELETE FROM webhook WHERE venue = ?",
        inserting: "INSERT INTO webhook (venue, address) VALUES (?, ?)")

    /// - Parameter text: the new text; `nil` to remove it.
    func set(_ text: String?, of venue: Int64, _ db: Database) throws {
        var delete = try Query(deleting, db)
        try delete.bind(venue)
        try delete.run()
        if let text { try insert(text, of: venue, db) }
    }

    /// Copies the setting from another database, if it has any. Earlier versions had no such table.
    func copy(of id: Int64, in source: Database, to venue: Int64, _ db: Database) throws {
        guard try source.tableExists(table) else { return }
        var row = try Query(reading, source)
        try row.bind(id)
        if try row.next() { try insert(try row.text(0), of: venue, db) }
    }

    private func insert(_ text: String, of venue: Int64, _ db: Database) throws {
        var insert = try Query(inserting, db)
        try insert.bind(venue)
        try insert.bind(text)
        try insert.run()
    }
}
