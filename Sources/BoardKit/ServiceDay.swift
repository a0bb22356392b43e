public import Sync

/// What is counted and shown for one service day only. The house decides when it begins.
public struct ServiceDay<ID: LedgerID>: Sendable {
    /// The last number that was given; 0 if there is none yet.
    package var lastNumber = 0
    /// The things that left since the day began.
    @usableFromInline package private(set) var gone: Set<ID> = []
    @usableFromInline var beganAt = Instant(milliseconds: .min)
    private var clock: VenueClock

    /// - Parameter timeZone: an IANA identifier; UTC when there is no such zone.
    package init(timeZone: String) {
        clock = VenueClock(timeZone: timeZone)
    }

    package mutating func setTimeZone(_ timeZone: String) {
        clock = VenueClock(timeZone: timeZone)
    }

    /// The date of the service day that an instant belongs to: `2026-11-20`.
    ///
    /// - Parameter start: when a service day begins.
    package func date(of instant: Instant, startingAt start: TimeOfDay) -> String {
        clock.date(of: instant, startingAt: start)
    }

    /// A time in the venue's time zone: `19:42`.
    package func timeOfDay(_ instant: Instant) -> String { clock.time(of: instant) }

    package mutating func begin(at instant: Instant) {
        lastNumber = 0
        gone = []
        beganAt = instant
    }

    /// The day may have begun by a clock that was ahead. Things that leave from now on left after
    /// that.
    package mutating func clockWasSetBack(to instant: Instant) { beganAt = min(beganAt, instant) }

    /// - Returns: whether the thing left since the day began.
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
