import Storage
import Sync

/// The end of a venue's journal.
struct JournalEnd {
    /// The venue's row number.
    let venue: Int64
    let slug: String
    let epoch: String
    /// The link before the first event.
    let start: [UInt8]
    /// The last revision; 0 if there is no event.
    var rev = 0
    /// The link of the last event.
    var link: [UInt8]

    /// Creates the end of an empty journal.
    init(venue: Int64, slug: String, epoch: String) throws(StoreError) {
        self.venue = venue
        self.slug = slug
        self.epoch = epoch
        start = try Chain.start(epoch: epoch)
        link = start
    }

    /// Returns the ends of the existing ones among these venues.
    static func present(
        of slugs: [String], _ connection: PostgresConnection
    ) throws -> [String: JournalEnd] {
        let rows = try connection.query(
            """
            SELECT venue.id, venue.slug, venue.epoch, last.rev, last.chain
            FROM venue LEFT JOIN LATERAL
                (SELECT rev, chain FROM event WHERE venue = venue.id ORDER BY rev DESC LIMIT 1)
                AS last ON true
            WHERE venue.slug = ANY ($1)
            """, .texts(slugs.map { Array($0.utf8) }))
        var ends: [String: JournalEnd] = [:]
        for row in rows {
            var end = try JournalEnd(
                venue: try row.integer(0), slug: try row.text(1), epoch: try row.text(2))
            if let rev = try row.optionalInteger(3) {
                end.rev = Int(rev)
                end.link = try row.bytes(4)
            }
            ends[end.slug] = end
        }
        return ends
    }
}
