import CPostgres
import Storage

/// The rows that a statement returned, in PostgreSQL's binary format.
final class PostgresRows: Sequence {
    private let result: OpaquePointer

    /// - Parameter result: a result of libpq, which is freed with the rows.
    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    var count: Int { Int(PQntuples(result)) }
    var isEmpty: Bool { count == 0 }

    /// The number of rows that the statement changed.
    var changedCount: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// The name of the command as the server confirmed it: `COMMIT`.
    var tag: String { String(cString: PQcmdStatus(result)) }

    var first: PostgresRow? { isEmpty ? nil : row(0) }

    private func row(_ number: Int) -> PostgresRow {
        PostgresRow(rows: self, number: Int32(number))
    }

    func makeIterator() -> some IteratorProtocol<PostgresRow> {
        (0..<count).lazy.map(row).makeIterator()
    }

    fileprivate func bytes(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(result, row, column) == 0 else { return nil }
        return UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    }
}

/// One row.
///
/// All methods throw `damaged` if the column is not of the type that the schema gives it.
struct PostgresRow {
    fileprivate let rows: PostgresRows
    fileprivate let number: Int32

    func optionalInteger(_ column: Int32) throws(StoreError) -> Int64? {
        guard let bytes = rows.bytes(number, column) else { return nil }
        guard bytes.count == 8 else { throw error(column) }
        return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
    }

    func integer(_ column: Int32) throws(StoreError) -> Int64 {
        guard let value = try optionalInteger(column) else { throw error(column) }
        return value
    }

    func optionalBytes(_ column: Int32) -> [UInt8]? { rows.bytes(number, column).map(Array.init) }

    func bytes(_ column: Int32) throws(StoreError) -> [UInt8] {
        guard let value = optionalBytes(column) else { throw error(column) }
        return value
    }

    func optionalText(_ column: Int32) -> String? {
        rows.bytes(number, column).map { String(decoding: $0, as: UTF8.self) }
    }

    func text(_ column: Int32) throws(StoreError) -> String {
        guard let value = optionalText(column) else { throw error(column) }
        return value
    }

    func boolean(_ column: Int32) throws(StoreError) -> Bool {
        guard let bytes = rows.bytes(number, column), bytes.count == 1 else { throw error(column) }
        return bytes[0] != 0
    }

    func error(_ column: Int32) -> StoreError {
        .damaged("column \(column + 1) of a row has no valid value")
    }
}
