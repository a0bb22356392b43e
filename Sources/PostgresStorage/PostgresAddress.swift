import CPostgres
import Glibc
package import Storage

/// The address of a database: `postgres://tablecast@db.example/tablecast?sslmode=verify-full`.
/// It contains no password: libpq takes that from `PGPASSFILE`, `~/.pgpass` or `PGPASSWORD`.
package struct PostgresAddress: Sendable, CustomStringConvertible {
    private let text: String
    /// The address for messages and logs: host and database only.
    package let description: String

    /// - Throws: `unusable` if the address is malformed, or contains a password.
    package init(_ text: String) throws(StoreError) {
        guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") else {
            throw .unusable(
                "The journal's address must begin with postgres://. An example is "
                    + "postgres://tablecast@db.example/tablecast.")
        }
        guard let options = PQconninfoParse(text, nil) else {
            throw .unusable(
                "The journal's address can't be read. An example is "
                    + "postgres://tablecast@db.example/tablecast.")
        }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                values[String(cString: keyword)] = String(cString: value)
            }
            option += 1
        }
        guard values["password"] == nil, values["sslpassword"] == nil else {
            throw .unusable(
                "The journal's address contains a password, which other users of this machine could "
                    + "read. Take it out, and put it into a file that PGPASSFILE names, or into "
                    + "PGPASSWORD.")
        }
        self.text = text
        let host = values["host"] ?? values["hostaddr"] ?? "localhost"
        description = "PostgreSQL at \(host)/\(values["dbname"] ?? values["user"] ?? "")"
    }

    /// Begins a connection, which may have failed.
    ///
    /// - Parameter name: the name of the connection in the server's list.
    /// - Returns: `nil` if there is no memory.
    func connect(as name: String) -> OpaquePointer? {
        // The last two have a dead network noticed, by the client's system and by the server's.
        let parameters = [
            ("dbname", text), ("application_name", name), ("client_encoding", "UTF8"),
            ("connect_timeout", "5"), ("keepalives_idle", "5"), ("keepalives_interval", "2"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "10000"),
        ]
        let texts = parameters.map { (strdup($0.0), strdup($0.1)) }
        defer {
            for (keyword, value) in texts {
                free(keyword)
                free(value)
            }
        }
        let keywords = texts.map { UnsafePointer<CChar>($0.0) } + [nil]
        let values = texts.map { UnsafePointer<CChar>($0.1) } + [nil]
        // Expanding the first one reads it as an address; what follows it has precedence.
        return PQconnectdbParams(keywords, values, 1)
    }
}
