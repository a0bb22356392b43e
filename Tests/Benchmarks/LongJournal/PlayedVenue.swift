import BoardKit
import JSON
import ShippedBoards
import Sync

/// A venue whose host performs one action after the other, with the journal entries that the hub
/// would have.
struct PlayedVenue {
    private(set) var venue: Venue
    private var mutationCount = 0
    private var entries: [JournalEntry] = []

    private static let host = Principal(role: .host, device: "d_1")

    init(_ record: VenueRecord) {
        // A digest only needs the length of the hub's.
        let dependencies = VenueDependencies(
            recall: { _ in nil },
            digest: { Array(($0 + [UInt8](repeating: 0, count: 32)).prefix(32)) })
        venue = Venue(
            record: record, boards: BoardRegistry.shipped.boards(for: record),
            dependencies: dependencies)
    }

    /// Returns the journal entries since the last call.
    mutating func takeEntries() -> [JournalEntry] {
        defer { entries = [] }
        return entries
    }

    /// - Returns: the mutation's own event, if it was accepted.
    mutating func mutate(
        _ action: String, _ arguments: [String: JSON], at now: Instant
    ) -> Event? {
        mutationCount += 1
        // As long as the UUIDs that clients send.
        let number = String(mutationCount, radix: 16)
        let id = String(repeating: "0", count: 36 - number.utf8.count) + number
        let mutation = Mutation(id: id, action: action, arguments: arguments)
        _ = venue.mutate(mutation, of: ClientID(number: 1), by: Self.host, at: now)
        guard let batch = venue.takeBatch() else { return nil }
        entries += batch.entries
        while venue.journaled(batch) != nil {}
        return batch.entries.lazy.map(\.event).first { $0.mutationID == id }
    }
}
