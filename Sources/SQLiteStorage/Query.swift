import GRDB
import GRDBSQLite

extension Database {
    /// Finds or prepares a statement. It must not outlive the access to the database.
    ///
    /// - Parameter arguments: the arguments in the order of the question marks.
    func query<each Argument: QueryArgument>(
        _ sql: String, _ arguments: repeat each Argument
    ) throws -> Query {
        var query = try Query(cachedStatement(sql: sql), self)
        repeat try (each arguments).bind(to: &query)
        return query
    }

    /// Runs a statement that returns no rows.
    func run<each Argument: QueryArgument>(
        _ sql: String, _ arguments: repeat each Argument
    ) throws {
        var query = try query(sql, repeat each arguments)
        try query.run()
    }
}

/// A prepared statement with its arguments and rows.
///
/// GRDB prepares and caches the statement. Rows and arguments are accessed by SQLite's own
/// functions, at a fifth of GRDB's cost, and without its traps if the file contains something
/// unexpected.
struct Query: ~Copyable {
    /// Keeps the handle valid.
    private let statement: Statement
    private let handle: OpaquePointer
    private let connection: OpaquePointer
    private var argumentCount: Int32 = 0

    fileprivate init(_ statement: Statement, _ db: Database) throws {
        guard let connection = db.sqliteConnection else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the connection is closed")
        }
        self.statement = statement
        self.connection = connection
        handle = statement.sqliteStatement
    }

    deinit {
        // Returns the last step's error again. It was already reported.
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// Steps to the next row.
    ///
    /// - Returns: whether there is a row.
    func next() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        default: throw failure()
        }
    }

    /// Runs a statement that returns no rows, and prepares it for other arguments.
    ///
    /// - Parameter arguments: the arguments that are not bound yet.
    mutating func run<each Argument: QueryArgument>(_ arguments: repeat each Argument) throws {
        repeat try (each arguments).bind(to: &self)
        let hasRow = try next()
        sqlite3_reset(handle)
        argumentCount = 0
        if hasRow {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "a row was not expected")
        }
    }

    private func failure() -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
            message: String(cString: sqlite3_errmsg(connection)))
    }
}

/// A value that can be bound to a question mark of a statement.
protocol QueryArgument {
    func bind(to query: inout Query) throws
}

extension Int64: QueryArgument {
    func bind(to query: inout Query) throws { try query.bind(self) }
}

extension Int: QueryArgument {
    func bind(to query: inout Query) throws { try query.bind(Int64(self)) }
}

extension String: QueryArgument {
    func bind(to query: inout Query) throws { try query.bind(self) }
}

extension [UInt8]: QueryArgument {
    func bind(to query: inout Query) throws { try query.bind(self) }
}

/// Binds `nil` as NULL.
extension Optional: QueryArgument where Wrapped: QueryArgument {
    func bind(to query: inout Query) throws {
        if let self { try self.bind(to: &query) } else { try query.bind(nil as [UInt8]?) }
    }
}

/// Arguments, in the order of the question marks.
extension Query {
    /// Tells SQLite to copy the value before the call returns.
    private static var copied: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    mutating func bind(_ integer: Int64) throws {
        argumentCount += 1
        try check(sqlite3_bind_int64(handle, argumentCount, integer))
    }

    mutating func bind(_ integer: Int) throws { try bind(Int64(integer)) }

    mutating func bind(_ text: String?) throws {
        guard var text else { return try bind(nil as [UInt8]?) }
        try text.withUTF8 { try bind(utf8: UnsafeRawBufferPointer($0)) }
    }

    /// Binds UTF-8 bytes as a text.
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
        if let bytes { return try bytes.withUnsafeBytes { try bind($0, Self.copied) } }
        argumentCount += 1
        try check(sqlite3_bind_null(handle, argumentCount))
    }

    /// Binds bytes without copying them. They must stay in place until the statement has run.
    mutating func bind(uncopied bytes: UnsafeRawBufferPointer) throws { try bind(bytes, nil) }

    private mutating func bind(
        _ bytes: UnsafeRawBufferPointer, _ destructor: sqlite3_destructor_type?
    ) throws {
        argumentCount += 1
        guard !bytes.isEmpty else {
            return try check(sqlite3_bind_zeroblob(handle, argumentCount, 0))
        }
        try check(
            sqlite3_bind_blob64(
                handle, argumentCount, bytes.baseAddress, UInt64(bytes.count), destructor))
    }

    private func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw failure() }
    }
}

/// An unexpected value in a column, because the file was edited or the disk has damaged it.
struct ColumnError: Error, CustomStringConvertible {
    var column: String

    var description: String { "the column \(column) has an unexpected value" }
}

/// Columns of the current row, by index.
extension Query {
    /// Appends all values of the row with their types. Texts and blobs are preceded by their
    /// length.
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

    /// Returns the bytes of a text.
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

    /// Returns the bytes of a text or blob of the given type. Valid until the next step.
    private func span(_ column: Int32, _ type: Int32) throws -> UnsafeBufferPointer<UInt8> {
        guard sqlite3_column_type(handle, column) == type else { throw error(column) }
        return contents(column)
    }

    /// Returns the bytes of a text or blob. Valid until the next step.
    private func contents(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
        let start = sqlite3_column_blob(handle, column)
        return UnsafeBufferPointer(
            start: start?.assumingMemoryBound(to: UInt8.self),
            count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
    }
}
