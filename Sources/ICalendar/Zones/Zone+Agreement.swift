extension Zone {
    /// Returns whether two zones have the same offsets, whatever their names.
    ///
    /// Two IANA zones must agree at all times, because the choice of a zone is deliberate. A zone
    /// that a file defines only covers some years, so it must agree within the range.
    ///
    /// - Parameters:
    ///   - from: the start of the range, in Unix seconds.
    ///   - through: the inclusive end, in Unix seconds.
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
