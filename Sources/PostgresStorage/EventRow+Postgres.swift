import Storage
import Sync

extension EventRow {
    /// The columns that `init(_:)` reads, and then the event's fingerprint and link.
    static let columns = """
        event.rev, event.time, event.board, event.kind, event.subject, event.actor,
            event.mutation_id, event.data, event.fingerprint, event.chain
        """

    init(_ row: PostgresRow) throws(StoreError) {
        let (rev, time) = (try row.integer(0), try row.integer(1))
        guard Self.revs.contains(rev) else { throw row.error(0) }
        guard Instant(milliseconds: time).isWritable else { throw row.error(1) }
        self.init(
            rev: Int(rev), time: time, board: try row.text(2), kind: try row.text(3),
            subject: try row.text(4), actor: try row.text(5), mutationID: row.optionalText(6),
            data: try row.bytes(7))
    }

    static func fingerprint(_ row: PostgresRow) -> [UInt8]? { row.optionalBytes(8) }
    static func link(_ row: PostgresRow) throws(StoreError) -> [UInt8] { try row.bytes(9) }
}
