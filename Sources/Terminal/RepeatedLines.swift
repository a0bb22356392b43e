package import Logging

/// Writes log lines that a peer can cause as often as it likes. Each is written at most once a
/// minute for each subject, with the number of omitted lines.
package final class RepeatedLines {
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
    /// Beyond this number, all further subjects share one entry for each text.
    private static let entryCountMax = 1_000

    private let logger: Logger
    private var entries: [Key: Entry] = [:]

    package init(logger: Logger) { self.logger = logger }

    /// Writes a line, unless the same line about this subject was written within the last minute.
    ///
    /// - Parameters:
    ///  - subject: the subject of the line. It may name the peer only if peers have few names;
    ///    otherwise a flood of guests would fill the log.
    ///  - now: the time by the loop's clock.
    package func log(
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

    /// Writes the last line of each subject whose lines were omitted for a minute. Call it every
    /// second.
    package func sweep(at now: Duration) {
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
