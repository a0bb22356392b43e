import Storage
import Sync

/// Events that are inserted by one statement, column by column.
struct EventColumns {
    private var venues: [Int64] = []
    private var revs: [Int64] = []
    private var times: [Int64] = []
    private var boards: [[UInt8]?] = []
    private var kinds: [[UInt8]?] = []
    private var subjects: [[UInt8]?] = []
    private var actors: [[UInt8]?] = []
    private var mutations: [[UInt8]?] = []
    private var data: [[UInt8]?] = []
    private var fingerprints: [[UInt8]?] = []
    private var links: [[UInt8]?] = []

    var isEmpty: Bool { revs.isEmpty }
    var count: Int { revs.count }

    /// An event with its place in the journal.
    struct Row {
        fileprivate let venue: Int64
        fileprivate let event: EventRow
        fileprivate let fingerprint: [UInt8]?
        fileprivate let link: [UInt8]

        /// Moves the journal's end to the event.
        ///
        /// - Throws: `discontinuous` if the event does not have the next revision.
        init(
            _ event: EventRow, _ fingerprint: [UInt8]?, after end: inout JournalEnd
        ) throws(StoreError) {
            guard event.rev == end.rev + 1 else {
                throw .discontinuous(expected: end.rev + 1, found: event.rev)
            }
            link = try Chain.link(of: event, fingerprint: fingerprint, after: end.link)
            (venue, self.event, self.fingerprint) = (end.venue, event, fingerprint)
            end.link = link
            end.rev = event.rev
        }
    }

    mutating func append(_ row: Row) {
        venues.append(row.venue)
        revs.append(Int64(row.event.rev))
        times.append(row.event.time)
        boards.append(Array(row.event.board.utf8))
        kinds.append(Array(row.event.kind.utf8))
        subjects.append(Array(row.event.subject.utf8))
        actors.append(Array(row.event.actor.utf8))
        mutations.append(row.event.mutationID.map { Array($0.utf8) })
        data.append(row.event.data)
        fingerprints.append(row.fingerprint)
        links.append(row.link)
    }

    var insertion: PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO event (venue, rev, time, board, kind, subject, actor, mutation_id, data,
                fingerprint, chain)
            SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[],
                $6::text[], $7::text[], $8::text[], $9::text[], $10::bytea[], $11::bytea[])
            """,
            .integers(venues), .integers(revs), .integers(times), .texts(boards), .texts(kinds),
            .texts(subjects), .texts(actors), .texts(mutations), .texts(data),
            .blobs(fingerprints), .blobs(links))
    }
}
