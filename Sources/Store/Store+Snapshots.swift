import GRDB
package import Sync

extension Store {
    /// The state that was kept of a venue: what the events up to some revision had made.
    ///
    /// - Returns: `nil` when none was kept.
    /// - Throws: when what is there is damaged, or was made from other events than the journal's.
    package func snapshot(of venue: String) throws(SnapshotError) -> StateReader? {
        try snapshotFile(of: venue).read { (header) throws(SnapshotError) in
            try knownLink(of: venue, at: header.rev) == header.link
        }
    }

    /// The revision of the snapshot that is there; 0 when there is none that fits the journal.
    package func snapshotRev(of venue: String) -> Int {
        guard let header = try? snapshotFile(of: venue).readHeader(),
            let link = try? link(of: venue, at: header.rev), link == header.link
        else { return 0 }
        return header.rev
    }

    /// Keeps what the events up to a revision have made, in place of what was kept before. Can be
    /// done beside the journal's writer, which does not notice.
    ///
    /// - Parameters:
    ///   - rev: a revision that the journal has.
    ///   - state: as `Venue.savedState` gives it.
    package func keepSnapshot(
        _ state: [UInt8], of venue: String, at rev: Int
    ) throws(SnapshotError) {
        guard let link = try knownLink(of: venue, at: rev) else {
            throw SnapshotError("the journal has no revision \(rev)")
        }
        // The journal goes first: what room there is it may need.
        guard folder.freeBytes / 4 > state.count else {
            throw SnapshotError("the disk has little room left")
        }
        try snapshotFile(of: venue).write(rev: rev, link: link, state: state)
    }

    private func snapshotFile(of venue: String) throws(SnapshotError) -> SnapshotFile {
        // The name is a part of a path.
        guard VenueRecord.isSlug(venue) else { throw SnapshotError("there is no such venue") }
        return SnapshotFile(path: folder.snapshotPath(of: venue))
    }

    /// The link at a revision, with a failure as one of the snapshot.
    private func knownLink(of venue: String, at rev: Int) throws(SnapshotError) -> [UInt8]? {
        do throws(StoreError) {
            return try link(of: venue, at: rev)
        } catch {
            throw SnapshotError(error.description)
        }
    }
}
