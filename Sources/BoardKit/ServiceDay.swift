public import Sync

/// The state of one service day. The house decides when a day begins.
public struct ServiceDay<ID: LedgerID>: Sendable {
    /// The last number given out; 0 if none was.
    package var lastNumber = 0
    /// The items that left since the day began.
    @usableFromInline package private(set) var gone: Set<ID> = []
    @usableFromInline var beganAt = Instant(milliseconds: .min)
    private var clock: VenueClock

    /// - Parameter timeZone: an IANA identifier. An unknown one counts as UTC.
    package init(timeZone: String) {
        clock = VenueClock(timeZone: timeZone)
    }

    package mutating func setTimeZone(_ timeZone: String) {
        clock = VenueClock(timeZone: timeZone)
    }

    /// Returns the date of the service day that an instant belongs to: `2026-11-20`.
    ///
    /// - Parameter start: when a service day begins.
    package func date(of instant: Instant, startingAt start: TimeOfDay) -> String {
        clock.date(of: instant, startingAt: start)
    }

    /// Returns the time of day in the venue's time zone: `19:42`.
    package func timeOfDay(_ instant: Instant) -> String { clock.time(of: instant) }

    package mutating func begin(at instant: Instant) {
        lastNumber = 0
        gone = []
        beganAt = instant
    }

    /// Adjusts the start of the day, which may have been recorded by a clock that was ahead, so
    /// that items that leave from now on count as later.
    package mutating func clockWasSetBack(to instant: Instant) { beganAt = min(beganAt, instant) }

    /// - Returns: whether the item left since the day began.
    @inlinable public mutating func updateGone(_ id: ID, leftAt: Instant?) -> Bool {
        guard let leftAt, leftAt >= beganAt else {
            if !gone.isEmpty { gone.remove(id) }
            return false
        }
        gone.insert(id)
        return true
    }
}

extension ServiceDay {
    package func write(to writer: inout StateWriter) {
        writer.write(lastNumber)
        writer.write(gone)
        writer.write(beganAt)
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        lastNumber = try reader.read()
        gone = try reader.read()
        beganAt = try reader.read()
    }
}
