import Boards
import Client
import JSON
import Rehearsal
import Sync

/// Evening after evening of one venue, as the hub would have them in its journal.
struct Years {
    private(set) var partyCount = 0
    private(set) var eveningCount = 0
    private var played: PlayedVenue

    static let beginning = Instant(milliseconds: 1_514_764_800_000)
    private static let dayMilliseconds: Int64 = 86_400_000

    init(_ record: VenueRecord) { played = PlayedVenue(record) }

    var rev: Int { played.venue.rev }

    mutating func nextEvenings(_ count: Int) -> [JournalEntry] {
        for _ in 0..<count { playEvening() }
        return played.takeEntries()
    }

    private mutating func playEvening() {
        let midnight = Self.beginning.adding(
            milliseconds: Int64(eveningCount) * Self.dayMilliseconds)
        var rehearsal = Rehearsal(seed: UInt64(eveningCount))
        for step in rehearsal.steps {
            let now = midnight.adding(milliseconds: Int64(step.second) * 1000)
            guard let asked = rehearsal.parts[step.part].mutation(at: step.index),
                let event = played.mutate(asked.action, asked.arguments, at: now)
            else { continue }
            let result =
                played.venue.board(Waitlist.self)?.result(of: event)
                ?? played.venue.board(Notices.self)?.result(of: event)
            _ = rehearsal.parts[step.part].accepted(step.index, rev: event.rev, result: result)
        }
        partyCount += rehearsal.parts.flatMap(\.counts).first { $0.name == "parties" }?.number ?? 0
        eveningCount += 1
    }
}
