import JSON
package import Sync

/// Events and batches for the tests of engines.
package enum Sample {
    package static let now = Instant(milliseconds: 1_795_111_445_123)

    package static func event(_ rev: Int, id: String? = nil, name: String = "Ada") -> Event {
        Event(
            rev: rev, at: now.adding(milliseconds: Int64(rev)), board: "waitlist", kind: "added",
            subject: "p_\(rev)", data: ["party": .string("p_\(rev)"), "name": .string(name)],
            actor: id == nil ? .clock : "host:d_4f", mutationID: id)
    }

    /// Returns a batch of one event for each revision. The ids of their mutations are `m1`, `m2`,
    /// ….
    package static func batch(
        _ revs: ClosedRange<Int>, of venue: String = "main", name: String = "Ada"
    ) -> JournalBatch {
        JournalBatch(
            venue: venue, generation: 0,
            entries: revs.map { rev in
                JournalEntry(event: event(rev, id: "m\(rev)", name: name), fingerprint: [7, 7])
            })
    }
    /// Returns a batch of one event that refers to content under the name `stops`.
    package static func batch(
        _ rev: Int, keeping content: ReferenceContent?, of venue: String = "main"
    ) -> JournalBatch {
        var decision = Decision(kind: "imported", subject: "stops", data: ["count": 3])
        decision.keep(ReferenceChange(name: "stops", content: content))
        var event = event(rev, id: "m\(rev)")
        (event.kind, event.subject, event.data) = (
            decision.kind, decision.subject, decision.data
        )
        return JournalBatch(
            venue: venue, generation: 0,
            entries: [
                JournalEntry(
                    event: event, fingerprint: [7, 7], reference: decision.reference)
            ])
    }
}
