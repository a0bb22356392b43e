import GRDB

/// What an owner has set of a venue besides what its journal has: one text in a table of its own, or
/// none. The statements are written out, so that nothing is ever put into one.
struct VenueSetting {
    private let table: String
    private let reading: String
    private let deleting: String
    private let inserting: String

    /// What is kept of the PIN.
    static let pin = VenueSetting(
        table: "pin", reading: "SELECT digest FROM pin WHERE venue = ?",
        deleting: "DELETE FROM pin WHERE venue = ?",
        inserting: "INSERT INTO pin (venue, digest) VALUES (?, ?)")

    /// Where alarms go.
    static let webhook = VenueSetting(
        table: "webhook", reading: "SELECT address FROM webhook WHERE venue = ?",
        deleting: "DELETE FROM webhook WHERE venue = ?",
        inserting: "INSERT INTO webhook (venue, address) VALUES (?, ?)")

    /// - Parameter text: `nil` to have none.
    func set(_ text: String?, of venue: Int64, _ db: Database) throws {
        var delete = try Query(deleting, db)
        try delete.bind(venue)
        try delete.run()
        if let text { try insert(text, of: venue, db) }
    }

    /// Takes over what a venue of another database has, if it has any: earlier versions had no table.
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
