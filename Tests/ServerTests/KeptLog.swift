import Locks
import Logging
import TestSupport

/// The log of a hub.
final class KeptLog: Sendable {
    private let kept = Locked<[String]>([])

    func lines(with words: String) -> [String] {
        kept.with { $0 }.filter { $0.contains(words) }
    }

    var logger: Logger { Logger(label: "test") { [kept] _ in LogRecorder(kept) } }
}
