import Locks
import Sync

/// The journal of a test: the durable entries by mutation id, and whether they can be read.
final class TestJournal: Sendable {
    struct Unreadable: Error {}

    private let state = Locked<(entries: [JournalEntry], isReadable: Bool)>(([], true))

    var entries: [JournalEntry] { state.with { $0.entries } }
    var events: [Event] { entries.map(\.event) }
    var rev: Int { state.with { $0.entries.last?.event.rev ?? 0 } }

    func append(_ entry: JournalEntry) { state.with { $0.entries.append(entry) } }

    func setReadable(_ isReadable: Bool) { state.with { $0.isReadable = isReadable } }

    var dependencies: VenueDependencies { dependencies(startCount: 0) }

    /// - Parameter startCount: the number of earlier starts of the hub.
    func dependencies(startCount: Int) -> VenueDependencies {
        VenueDependencies(
            recall: { id in
                try self.state.with { state in
                    guard state.isReadable else { throw Unreadable() }
                    return state.entries.first { $0.event.mutationID == id }.map {
                        RecordedMutation(event: $0.event, fingerprint: $0.fingerprint ?? [])
                    }
                }
            },
            // The text itself serves as a digest without collisions.
            digest: { $0 }, startID: "start\(startCount)")
    }
}
