import JSON
import Sync

/// An instant that reads back as the one it was written for: one of the years 0001 to 9999 in UTC.
struct WritableInstant: ArgumentValue {
    let instant: Instant

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        guard let instant = argument.instant, Self.canHold(instant) else {
            throw ArgumentProblem(
                message: "\(label) must be an instant, such as 2026-11-20T18:04:05.123Z")
        }
        self.instant = instant
    }

    static func canHold(_ instant: Instant) -> Bool {
        Instant(instant.description) == instant
    }
}
