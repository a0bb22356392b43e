import GRDB
import Sync

extension Store {
    /// Copies all that there is into one file, while others go on writing: what had been committed
    /// when it began, with a checksum. Then reads the copy from end to end, and puts it in its place if
    /// it is sound.
    ///
    /// The copy has what the data folder has: guests' data, hashes of tokens, keys of tickets. It is
    /// for the owner's eyes only (mode 0600).
    ///
    /// - Parameter replacing: whether a file that is there already may be replaced.
    /// - Returns: what each venue's journal in the copy has. One that has lost its end is told of as a
    ///   fault: a new file has what is left of it.
    /// - Throws: `fileExists`, `fileNotWritable`; `damaged` when the journal is, `cutOff` and `lost`
    ///   when a file that is there should be replaced by one that has less.
    public func backUp(
        to path: String, replacing: Bool
    ) throws(StoreError) -> [(venue: String, verdict: JournalVerdict)] {
        let file = try newFile(path, replacing: replacing)
        // The notes first: events may be added meanwhile, and a note is written after its events.
        let noted = Dictionary(
            ends.all().map { ($0.start, $0) }, uniquingKeysWith: { one, _ in one })
        try copy(into: file.partialPath, for: path)
        let backup = try BackupFile(file.partialPath)
        if let fault = try backup.integrityFaults().first { throw .damaged(fault) }
        var verdicts = try backup.verify()
        for (venue, verdict) in verdicts {
            guard let fault = verdict.faults.first else { continue }
            throw .damaged("\(venue), revision \(fault.rev): \(fault.what)")
        }
        if file.isReplacing { try checkVenues() }
        for (index, record) in try backup.venues().enumerated() {
            let (venue, verdict) = verdicts[index]
            guard let end = noted[try Chain.start(epoch: record.epoch)], end.rev > verdict.lastRev
            else { continue }
            guard !file.isReplacing else {
                throw .cutOff(venue: venue, rev: verdict.lastRev, noted: end.rev)
            }
            verdicts[index].verdict.faults.append(
                .missing(after: verdict.lastRev, through: end.rev))
        }
        try file.finish()
        return verdicts
    }

    /// A file for a copy of what the folder has, or of a part of it.
    ///
    /// - Parameter replacing: whether a file that is there already may be replaced.
    /// - Throws: `fileExists`; `fileNotWritable`, also for a place in the data folder: what stands
    ///   there is the hub's own.
    public func newFile(_ path: String, replacing: Bool) throws(StoreError) -> NewFile {
        guard !folder.holds(path) else {
            throw .fileNotWritable(
                path: path, reason: "it is in the data folder, where the hub keeps its own files")
        }
        return try NewFile(path, replacing: replacing)
    }

    /// By a connection of its own, outside of any transaction, as `VACUUM` wants it.
    private func copy(into copyPath: String, for path: String) throws(StoreError) {
        do {
            var reading = Configuration()
            reading.readonly = true
            let source = try DatabaseQueue(path: folder.databasePath, configuration: reading)
            // What begins with `file:` would be an address to SQLite.
            let name = copyPath.hasPrefix("/") ? copyPath : "./" + copyPath
            try source.writeWithoutTransaction { db in
                try db.execute(sql: "VACUUM INTO ?", arguments: [name])
            }
            try BackupChecksum.add(to: copyPath)
        } catch {
            switch StoreError(error, path: folder.databasePath) {
            case .full:
                throw .fileNotWritable(path: path, reason: "there is no room left for it")
            case .disk(let reason): throw .fileNotWritable(path: path, reason: reason)
            case let reason: throw reason
            }
        }
    }
}
