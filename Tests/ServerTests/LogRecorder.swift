import Locks
import Logging
import Transport

/// Keeps the lines that are logged, as `level text key=value`.
struct LogRecorder: LogHandler {
    private let recorded: Locked<[String]>
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]

    init(_ recorded: Locked<[String]>) { self.recorded = recorded }

    func log(event: LogEvent) {
        let metadata = metadata.merging(event.metadata ?? [:]) { $1 }
        let pairs = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
        recorded.with { $0.append("\(event.level) \(event.message)\(pairs.joined())") }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }
}
