public import Sync

/// What the journal remembers of an accepted mutation.
public struct RecordedMutation: Sendable, Equatable {
    /// The event that it made.
    public var event: Event
    /// What tells this mutation from another with the same id, as it was given to the journal;
    /// empty when none was.
    public var fingerprint: [UInt8]

    public init(event: Event, fingerprint: [UInt8]) {
        self.event = event
        self.fingerprint = fingerprint
    }
}
