package import Sync

/// The states that venues had at some revision. They only save time: a journal is complete without
/// them.
package protocol Snapshots: Sendable {
    /// The stored state of a venue, if any.
    func snapshot(
        of venue: String,
        _ answer: @escaping @Sendable (Result<StateReader?, SnapshotError>) -> Void)
    /// Stores the state that the events up to a revision have made. Replaces the previous one.
    func keepSnapshot(
        _ state: [UInt8], of venue: String, at rev: Int,
        _ answer: @escaping @Sendable (Result<Void, SnapshotError>) -> Void)
}

/// Why a snapshot can't be used or stored: a phrase for the operator. It costs only time, because
/// the journal has everything.
package struct SnapshotError: Error, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
