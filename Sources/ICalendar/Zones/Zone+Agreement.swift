extension Zone {
    /// Whether two zones mean the same instants by the same times on the clock, whatever they are
    /// called.
    ///
    /// Two zones of the IANA database must agree always: a person who chose another one meant it. A
    /// zone that a file defines knows only its own years, so it must agree within the time that
    /// matters.
    ///
    /// - Parameters:
    ///   - from: Unix seconds.
    ///   - through: Unix seconds.
    public func agrees(with other: Zone, from: Int64, through: Int64) -> Bool {
        guard self != other else { return true }
        let isAlways = definition == nil && other.definition == nil
        let from = isAlways ? -1 << 40 : from
        let through = isAlways ? Recurrence.instantMax : through
        guard offset(at: from) == other.offset(at: from) else { return false }
        return [table, other.table].allSatisfy { table in
            table.changes.allSatisfy { change in
                change < from || change > through || offset(at: change) == other.offset(at: change)
            }
        }
    }
}
