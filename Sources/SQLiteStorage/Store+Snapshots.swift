import Locks
package import Storage
package import Sync

extension Store {
    /// Returns the stored state of a venue, if any.
    ///
    /// - Throws: an error if the snapshot is damaged, or was made from another journal.
    package func snapshot(of venue: String) throws(SnapshotError) -> StateReader? {
        try snapshotFile(of: venue).read { (header) throws(SnapshotError) in
            try knownLink(of: venue, at: header.rev) == header.link
        }
    }

    /// Returns the revision of the snapshot; 0 if the journal has no matching snapshot.
    func snapshotRev(of venue: String) -> Int {
        guard let header = try? snapshotFile(of: venue).readHeader(),
            let link = try? link(of: venue, at: header.rev), link == header.link
        else { return 0 }
        return header.rev
    }

    /// Stores the state of a venue at a revision. Replaces the previous snapshot. Does not delay
    /// the journal's writer.
    ///
    /// - Parameters:
    ///  - rev: a revision of the journal.
    ///  - state: the result of `Venue.savedState`.
    package func keepSnapshot(
        _ state: [UInt8], of venue: String, at rev: Int
    ) throws(SnapshotError) {
        guard let link = try knownLink(of: venue, at: rev) else {
            throw SnapshotError("the journal has no revision \(rev)")
        }
        // Leave enough space for the journal.
        guard folder.freeBytes / 4 > state.count else {
            throw SnapshotError("the disk has little room left")
        }
        try snapshotFile(of: venue).write(rev: rev, link: link, state: state)
    }

    private func snapshotFile(of venue: String) throws(SnapshotError) -> SnapshotFile {
        BlockingCall.begin()
        // The slug becomes part of a path.
        guard VenueRecord.isSlug(venue) else { throw SnapshotError("there is no such venue") }
        return SnapshotFile(path: folder.snapshotPath(of: venue))
    }

    /// The link at a revision, with errors as `SnapshotError`.
    private func knownLink(of venue: String, at rev: Int) throws(SnapshotError) -> [UInt8]? {
        try SnapshotError.explaining { () throws(StoreError) in try link(of: venue, at: rev) }
    }
}
