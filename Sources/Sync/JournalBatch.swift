/// Events that are written to the journal together, or not at all.
public struct JournalBatch: Sendable {
    /// The slug of the events' venue.
    public var venue: String
    /// Distinguishes batches from before and after a failure of the journal. The writer ignores it.
    public var generation: Int
    /// The entries, with consecutive revisions.
    public var entries: [JournalEntry]

    public init(venue: String, generation: Int, entries: [JournalEntry]) {
        self.venue = venue
        self.generation = generation
        self.entries = entries
    }
}

extension JournalBatch {
    /// Whether the journal contains the batch.
    ///
    /// - Parameter events: the journal's events, from the batch's first revision on.
    public func isJournaled(in events: [Event]) -> Bool {
        events.count >= entries.count
            && zip(entries, events).allSatisfy { entry, event in
                entry.event.rev == event.rev && entry.event.at == event.at
                    && entry.event.board == event.board && entry.event.kind == event.kind
                    && entry.event.subject == event.subject
                    && entry.event.mutationID == event.mutationID
            }
    }
}

/// An event on its way to the journal.
public struct JournalEntry: Sendable {
    public var event: Event
    /// Distinguishes the mutation from another one with the same id; `nil` if time caused the
    /// event.
    public var fingerprint: [UInt8]?
    /// A change of devices to make in the same transaction; `nil` for nearly all events.
    public var access: AccessChange?
    /// The effects of the event outside the hub.
    public var effects: [Effect]
    /// A change of a stored effect to make in the same transaction; `nil` for nearly all events.
    public var effectChange: EffectChange?
    /// Secrets of the event's board to seal or remove. No event contains them.
    public var secrets: [SecretChange]
    /// Reference data that the event mentions; `nil` for nearly all events.
    public var reference: ReferenceChange?

    public init(
        event: Event, fingerprint: [UInt8]?, access: AccessChange? = nil, effects: [Effect] = [],
        effectChange: EffectChange? = nil, secrets: [SecretChange] = [],
        reference: ReferenceChange? = nil
    ) {
        self.event = event
        self.fingerprint = fingerprint
        self.access = access
        self.effects = effects
        self.effectChange = effectChange
        self.secrets = secrets
        self.reference = reference
    }

    /// Whether it changes anything besides the journal: devices, effects, secrets or reference
    /// data. Hardly any event does.
    public var changesMore: Bool {
        access != nil || effectChange != nil || reference != nil || !effects.isEmpty
            || !secrets.isEmpty
    }
}
