import Storage
import Sync

extension EventRow {
    static let columns = """
        rev, time, board, kind, subject, actor, mutation_id, data, fingerprint, chain
        """

    static let columnCount: Int32 = 10

    /// Reads a row that begins with `columns`.
    init(_ row: borrowing Query) throws {
        guard case let rev = try row.integer(0), Self.revs.contains(rev) else {
            throw row.error(0)
        }
        guard case let time = try row.integer(1), Instant(milliseconds: time).isWritable else {
            throw row.error(1)
        }
        self.init(
            rev: Int(rev), time: time, board: try row.text(2), kind: try row.text(3),
            subject: try row.text(4), actor: try row.text(5), mutationID: try row.optionalText(6),
            data: try row.utf8(7))
    }

    /// Binds all columns except the last two.
    func bind(to insert: inout Query) throws {
        try insert.bind(rev)
        try insert.bind(time)
        try insert.bind(board)
        try insert.bind(kind)
        try insert.bind(subject)
        try insert.bind(actor)
        try insert.bind(mutationID)
        try insert.bind(utf8: data)
    }

    static func fingerprint(_ row: borrowing Query) throws -> [UInt8]? {
        try row.optionalBytes(8)
    }

    static func chain(_ row: borrowing Query) throws -> [UInt8] { try row.bytes(9) }
}
