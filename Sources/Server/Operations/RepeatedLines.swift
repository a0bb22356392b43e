import Logging

/// Log lines that a peer can cause as often as it likes. Each is written once a minute for each
/// subject, and then with how many were left out.
final class RepeatedLines {
    private struct Key: Hashable {
        var text: String
        var subject: String
    }

    private struct Entry {
        var level: Logger.Level
        var metadata: Logger.Metadata
        var writtenAt: Duration
        var leftOutCount = 0
    }

    private static let interval = Duration.seconds(60)
    /// Subjects beyond these share one entry for each text.
    private static let entryCountMax = 1_000

    private let logger: Logger
    private var entries: [Key: Entry] = [:]

    init(logger: Logger) { self.logger = logger }

    /// Writes a line, unless the same was written of this subject within the last minute.
    ///
    /// - Parameters:
    ///   - subject: who causes it, such as a device's id.
    ///   - now: by the loop's clock.
    func log(
        _ level: Logger.Level, _ text: String, of subject: String = "",
        _ metadata: Logger.Metadata = [:], at now: Duration
    ) {
        var key = Key(text: text, subject: subject)
        if entries[key] == nil, entries.count >= Self.entryCountMax { key.subject = "" }
        guard entries[key] == nil else {
            entries[key]?.metadata = metadata
            entries[key]?.leftOutCount += 1
            return
        }
        entries[key] = Entry(level: level, metadata: metadata, writtenAt: now)
        logger.log(level: level, "\(text)", metadata: metadata)
    }

    /// A second has gone by: writes the last of those that were left out for a minute.
    func sweep(at now: Duration) {
        for (key, entry) in entries where now - entry.writtenAt >= Self.interval {
            guard entry.leftOutCount > 0 else {
                entries[key] = nil
                continue
            }
            let count = ["leftOut": Logger.MetadataValue.stringConvertible(entry.leftOutCount)]
            logger.log(
                level: entry.level, "\(key.text)", metadata: entry.metadata.merging(count) { $1 })
            entries[key]?.writtenAt = now
            entries[key]?.leftOutCount = 0
        }
    }
}
