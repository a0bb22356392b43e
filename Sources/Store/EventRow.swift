import JSON
import Sync

/// An event as its row contains it: the data is still text.
struct EventRow {
    static let columns = """
        rev, time, board, kind, subject, actor, mutation_id, data, fingerprint, chain
        """

    static let columnCount: Int32 = 10

    var rev: Int
    var time: Int64
    var board: String
    var kind: String
    var subject: String
    var actor: String
    var mutationID: String?
    var data: [UInt8]

    /// Reads a row that begins with `columns`.
    init(_ row: borrowing Query) throws {
        guard case let rev = try row.integer(0), Self.revs.contains(rev) else {
            throw row.error(0)
        }
        guard case let time = try row.integer(1), Instant(milliseconds: time).isWritable else {
            throw row.error(1)
        }
        self.rev = Int(rev)
        self.time = time
        board = try row.text(2)
        kind = try row.text(3)
        subject = try row.text(4)
        actor = try row.text(5)
        mutationID = try row.optionalText(6)
        data = try row.utf8(7)
    }

    init(_ event: Event) {
        rev = event.rev
        time = event.at.milliseconds
        board = event.board
        kind = event.kind
        subject = event.subject
        actor = event.actor.text
        mutationID = event.mutationID
        data = event.data.canonical
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

    /// - Throws: `damaged` if the data is not a JSON object.
    func event() throws(StoreError) -> Event {
        guard let data = try? JSON(parsing: data, depthMax: Self.dataDepthMax),
            case .object = data
        else { throw .damaged("the data of revision \(rev) is no JSON object") }
        return Event(
            rev: rev, at: Instant(milliseconds: time), board: board, kind: kind, subject: subject,
            data: data, actor: Actor(actor), mutationID: mutationID)
    }

    /// The revisions that a double represents exactly, as the protocol requires.
    private static let revs: ClosedRange<Int64> = 1...9_007_199_254_740_992

    /// More than a message may have, because a board may put a message's arguments into its data.
    private static let dataDepthMax = 64
}
