import GRDB
import GRDBSQLite

/// A prepared statement with its arguments, row by row.
///
/// GRDB prepares and keeps the statement; its rows and arguments are driven here by SQLite's own
/// functions, which costs a fifth of GRDB's. Nothing here traps when the file holds something else
/// than expected, as GRDB's subscripts do.
struct Query: ~Copyable {
    /// Keeps the handle valid.
    private let statement: Statement
    private let handle: OpaquePointer
    private let connection: OpaquePointer
    private var argumentCount: Int32 = 0

    /// Finds or prepares the statement. It is for the time that `db` may be used only.
    init(_ sql: String, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: sql)
        guard let connection = db.sqliteConnection else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the connection is closed")
        }
        self.statement = statement
        self.connection = connection
        handle = statement.sqliteStatement
    }

    deinit {
        // An error of the last step comes up here again, and has been reported by then.
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// Steps to the next row.
    ///
    /// - Returns: whether there is one.
    func next() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        default: throw failure()
        }
    }

    /// Steps through a statement that gives no rows, and makes it ready for other arguments.
    mutating func run() throws {
        let hasRow = try next()
        sqlite3_reset(handle)
        argumentCount = 0
        if hasRow {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "a row came unasked")
        }
    }

    private func failure() -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
            message: String(cString: sqlite3_errmsg(connection)))
    }
}

/// Arguments, in the order of the question marks.
extension Query {
    /// SQLite copies what it is given before the call returns.
    private static var copied: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    mutating func bind(_ integer: Int64) throws {
        argumentCount += 1
        try check(sqlite3_bind_int64(handle, argumentCount, integer))
    }

    mutating func bind(_ integer: Int) throws { try bind(Int64(integer)) }

    mutating func bind(_ integer: Int64?) throws {
        guard let integer else { return try bind(nil as [UInt8]?) }
        try bind(integer)
    }

    mutating func bind(_ text: String?) throws {
        guard var text else { return try bind(nil as [UInt8]?) }
        try text.withUTF8 { try bind(utf8: UnsafeRawBufferPointer($0)) }
    }

    /// Binds bytes that are UTF-8 as a text.
    mutating func bind(utf8 bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try bind(utf8: $0) }
    }

    private mutating func bind(utf8 bytes: UnsafeRawBufferPointer) throws {
        argumentCount += 1
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else {
            // A null pointer would bind NULL.
            return try check(sqlite3_bind_text(handle, argumentCount, "", 0, Self.copied))
        }
        try check(
            sqlite3_bind_text64(
                handle, argumentCount, start, UInt64(bytes.count), Self.copied,
                UInt8(SQLITE_UTF8)))
    }

    mutating func bind(_ bytes: [UInt8]?) throws {
        argumentCount += 1
        guard let bytes else { return try check(sqlite3_bind_null(handle, argumentCount)) }
        guard !bytes.isEmpty else {
            return try check(sqlite3_bind_zeroblob(handle, argumentCount, 0))
        }
        try check(
            sqlite3_bind_blob64(
                handle, argumentCount, bytes, UInt64(bytes.count), Self.copied))
    }

    private func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw failure() }
    }
}

/// A column holds something else than its name promises: somebody has changed the file by hand, or
/// the disk has.
struct ColumnError: Error, CustomStringConvertible {
    var column: String

    var description: String { "the column \(column) holds what it should not" }
}

/// Columns of the current row, by index.
extension Query {
    /// Appends all of the row's values, each with its type; before texts and blobs stands their length.
    func appendValues(to bytes: inout [UInt8]) {
        for column in 0..<sqlite3_column_count(handle) {
            let type = sqlite3_column_type(handle, column)
            bytes.append(UInt8(truncatingIfNeeded: type))
            switch type {
            case SQLITE_NULL: break
            case SQLITE_INTEGER:
                let value = sqlite3_column_int64(handle, column)
                withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
            default:
                let value = contents(column)
                withUnsafeBytes(of: UInt64(value.count).bigEndian) { bytes.append(contentsOf: $0) }
                bytes.append(contentsOf: value)
            }
        }
    }

    /// Feeds an integer or a text to a hasher.
    func hash(_ column: Int32, into hasher: inout Hasher) {
        if sqlite3_column_type(handle, column) == SQLITE_INTEGER {
            hasher.combine(sqlite3_column_int64(handle, column))
        } else {
            hasher.combine(bytes: UnsafeRawBufferPointer(contents(column)))
        }
    }

    func integer(_ column: Int32) throws -> Int64 {
        guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else { throw error(column) }
        return sqlite3_column_int64(handle, column)
    }

    func optionalInteger(_ column: Int32) throws -> Int64? {
        try isNull(column) ? nil : integer(column)
    }

    func text(_ column: Int32) throws -> String {
        String(decoding: try span(column, SQLITE_TEXT), as: UTF8.self)
    }

    func optionalText(_ column: Int32) throws -> String? {
        try isNull(column) ? nil : text(column)
    }

    /// A text's bytes.
    func utf8(_ column: Int32) throws -> [UInt8] { Array(try span(column, SQLITE_TEXT)) }

    func bytes(_ column: Int32) throws -> [UInt8] { Array(try span(column, SQLITE_BLOB)) }

    func optionalBytes(_ column: Int32) throws -> [UInt8]? {
        try isNull(column) ? nil : bytes(column)
    }

    func error(_ column: Int32) -> ColumnError {
        ColumnError(column: sqlite3_column_name(handle, column).map(String.init(cString:)) ?? "?")
    }

    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// Valid until the next step.
    private func span(_ column: Int32, _ type: Int32) throws -> UnsafeBufferPointer<UInt8> {
        guard sqlite3_column_type(handle, column) == type else { throw error(column) }
        return contents(column)
    }

    /// A text's or a blob's bytes. Valid until the next step.
    private func contents(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
        let start = sqlite3_column_blob(handle, column)
        return UnsafeBufferPointer(
            start: start?.assumingMemoryBound(to: UInt8.self),
            count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
    }
}
