import GRDB
package import Storage
import Sync

extension Store {
    /// The copy contains what the data folder contains: guests' data, hashes of tokens, keys of
    /// tickets. Only its owner can read it (mode 0600).
    package func backUp(
        to path: String, replacing: Bool
    ) throws(StoreError) -> [(venue: String, verdict: JournalVerdict)] {
        let file = try NewFile(path, replacing: replacing, outside: folder.path)
        // Read the notes first: an event added meanwhile is noted after it is stored.
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

    /// Copies the database over a separate connection, because `VACUUM` must run outside a
    /// transaction.
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
