import Boards
import Client
import JSON
import Rehearsal
import Store
import Sync

/// Evening after evening of one venue, as the hub would have them in its journal.
struct Years {
    private(set) var partyCount = 0
    private(set) var eveningCount = 0
    private var venue: Venue
    private var mutationCount = 0
    private var entries: [JournalEntry] = []

    static let beginning = Instant(milliseconds: 1_514_764_800_000)
    private static let dayMilliseconds: Int64 = 86_400_000
    private static let host = Principal(role: .host, device: "d_1")

    init(_ record: VenueRecord) {
        // What matters of a digest here is that it has as many bytes as the hub's.
        let dependencies = VenueDependencies(
            recall: { _ in nil },
            digest: { Array(($0 + [UInt8](repeating: 0, count: 32)).prefix(32)) })
        venue = Venue(
            record: record, boards: BoardRegistry.shipped.boards(for: record),
            dependencies: dependencies)
    }

    var rev: Int { venue.rev }

    mutating func nextEvenings(_ count: Int) -> [JournalEntry] {
        entries = []
        for _ in 0..<count { playEvening() }
        return entries
    }

    private mutating func playEvening() {
        let midnight = Self.beginning.adding(
            milliseconds: Int64(eveningCount) * Self.dayMilliseconds)
        var rehearsal = Rehearsal(seed: UInt64(eveningCount))
        for step in rehearsal.steps {
            let now = midnight.adding(milliseconds: Int64(step.second) * 1000)
            guard let asked = rehearsal.parts[step.part].mutation(at: step.index),
                let event = mutate(asked.action, asked.arguments, at: now)
            else { continue }
            let result =
                venue.board(Waitlist.self)?.result(of: event)
                ?? venue.board(Notices.self)?.result(of: event)
            _ = rehearsal.parts[step.part].accepted(step.index, rev: event.rev, result: result)
        }
        partyCount += rehearsal.parts.flatMap(\.counts).first { $0.name == "parties" }?.number ?? 0
        eveningCount += 1
    }

    /// - Returns: the mutation's own event, if it was accepted.
    private mutating func mutate(
        _ action: String, _ arguments: [String: JSON], at now: Instant
    ) -> Event? {
        mutationCount += 1
        // As long as a UUID, which clients send.
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
