import Locks
import Logging

/// What a hub has logged.
final class KeptLog: Sendable {
    private let kept = Locked<[String]>([])

    func lines(with words: String) -> [String] {
        kept.with { $0 }.filter { $0.contains(words) }
    }

    var logger: Logger { Logger(label: "test") { [kept] _ in LogRecorder(kept) } }
}
