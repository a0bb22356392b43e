package import JSON
package import Sync

/// An instant as an argument. It is in the years 0001 to 9999, as every instant that was parsed.
package struct WritableInstant: ArgumentValue {
    package static let schema = Schema(.text(format: "date-time"))

    package let instant: Instant

    package init(_ argument: JSON) throws(Reason) {
        guard let instant = argument.instant else { throw Reason(.noInstant) }
        self.instant = instant
    }
}
