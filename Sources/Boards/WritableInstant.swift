import JSON
import Sync

/// An instant as an argument. It is in the years 0001 to 9999, as every instant that was parsed.
struct WritableInstant: ArgumentValue {
    static let schema = Schema(.text(format: "date-time"))

    let instant: Instant

    init(_ argument: JSON) throws(Reason) {
        guard let instant = argument.instant else { throw Reason(.noInstant) }
        self.instant = instant
    }
}
