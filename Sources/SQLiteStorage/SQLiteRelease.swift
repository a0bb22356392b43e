import GRDBSQLite

/// A release of SQLite, by the number that `sqlite3_libversion_number` gives: 3051003 is 3.51.3.
struct SQLiteRelease: Sendable, CustomStringConvertible {
    let number: Int32

    init(number: Int32) { self.number = number }

    /// The release that this program runs on.
    static var current: SQLiteRelease { SQLiteRelease(number: sqlite3_libversion_number()) }

    var description: String {
        "\(number / 1_000_000).\(number / 1_000 % 1_000).\(number % 1_000)"
    }

    /// Whether the release may damage a file when one process writes while another moves content
    /// out of the file's log (https://sqlite.org/wal.html#walresetbug).
    var needsTurns: Bool {
        switch number {
        case 3_044_006..<3_045_000, 3_050_007..<3_051_000, 3_051_003...: false
        default: true
        }
    }

    /// The release, with advice if it needs attention.
    var advice: String {
        needsTurns
            ? "\(self): before 3.51.3 it may damage a database to which two programs write at "
                + "once. The hub and these commands take turns; let no other program write to it."
            : "\(self)."
    }
}
