package import Locks
package import Logging

/// The recorded log of a hub.
package final class KeptLog: Sendable {
    private let kept = Locked<[String]>([])

    package init() {}

    package func lines(with words: String) -> [String] {
        kept.with { $0 }.filter { $0.contains(words) }
    }

    package var logger: Logger { Logger(label: "test") { [kept] _ in LogRecorder(kept) } }
}

/// Records the logged lines as `level text key=value`.
package struct LogRecorder: LogHandler {
    private let recorded: Locked<[String]>
    package var logLevel = Logger.Level.trace
    package var metadata: Logger.Metadata = [:]

    package init(_ recorded: Locked<[String]>) { self.recorded = recorded }

    package func log(event: LogEvent) {
        let metadata = metadata.merging(event.metadata ?? [:]) { $1 }
        let pairs = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
        recorded.with { $0.append("\(event.level) \(event.message)\(pairs.joined())") }
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }
}
