import GRDB
import Sync

extension Store {
    /// Copies everything that was committed when it began into one file, with a checksum, while
    /// others go on writing. Then reads the whole copy, and moves it into place if it is sound.
    ///
    /// The copy contains what the data folder contains: guests' data, hashes of tokens, keys of
    /// tickets. Only its owner can read it (mode 0600).
    ///
    /// - Parameter replacing: whether an existing file may be replaced.
    /// - Returns: the verdict on each venue's journal in the copy. A lost end is reported as a
    ///   fault: a new file contains what is left.
    /// - Throws: `fileExists`, `fileNotWritable`; `damaged` if a journal is damaged; `cutOff` and
    ///   `lost` if an existing file would be replaced by one with less in it.
    public func backUp(
        to path: String, replacing: Bool
    ) throws(StoreError) -> [(venue: String, verdict: JournalVerdict)] {
        let file = try newFile(path, replacing: replacing)
        // Read the notes first: events may be added in the meantime, before their notes.
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

    /// Makes a file for a copy of the folder's data.
    ///
    /// - Parameter replacing: whether an existing file may be replaced.
    /// - Throws: `fileExists`; `fileNotWritable`, also for a place in the data folder, where the
    ///   hub keeps its own files.
    public func newFile(_ path: String, replacing: Bool) throws(StoreError) -> NewFile {
        guard !folder.holds(path) else {
            throw .fileNotWritable(
                path: path, reason: "it is in the data folder, where the hub keeps its own files")
        }
        return try NewFile(path, replacing: replacing)
    }

    /// Uses a connection of its own, because `VACUUM` must run outside a transaction.
    private func copy(into copyPath: String, for path: String) throws(StoreError) {
        do {
            var reading = Configuration()
            reading.readonly = true
            let source = try DatabaseQueue(path: folder.databasePath, configuration: reading)
            // SQLite would read a name that begins with `file:` as an address.
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
