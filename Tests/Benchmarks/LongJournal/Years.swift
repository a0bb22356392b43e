import BoardKit
import JSON
import Sync

/// Consecutive evenings of one venue, as in the hub's journal.
struct Years {
    private(set) var partyCount = 0
    private(set) var eveningCount = 0
    private var played: PlayedVenue

    static let beginning = Instant(milliseconds: 1_514_764_800_000)
    private static let dayMilliseconds: Int64 = 86_400_000
    private static let partiesPerEvening = 50

    init(_ record: VenueRecord) { played = PlayedVenue(record) }

    var rev: Int { played.venue.rev }

    mutating func nextEvenings(_ count: Int) -> [JournalEntry] {
        for _ in 0..<count { playEvening() }
        return played.takeEntries()
    }

    /// A party arrives every six minutes from 17:00 on. Each is called when three others have come,
    /// and then seated, but every tenth does not show up.
    private mutating func playEvening() {
        let opening = Self.beginning.adding(
            milliseconds: Int64(eveningCount) * Self.dayMilliseconds + 17 * 3_600_000)
        var waiting: [String] = []
        for number in 0..<Self.partiesPerEvening {
            let now = opening.adding(milliseconds: Int64(number) * 360_000)
            let party: [String: JSON] = [
                "name": .string("Party \(number) of evening \(eveningCount)"),
                "size": JSON(1 + (number + eveningCount) % 8), "phone": "+12015550100",
            ]
            guard let added = played.mutate("waitlist.add", party, at: now) else { continue }
            waiting.append(added.subject)
            if waiting.count > 3 { end(waiting.removeFirst(), number, at: now) }
        }
        let closing = opening.adding(milliseconds: Int64(Self.partiesPerEvening) * 360_000)
        for party in waiting { end(party, 1, at: closing) }
        partyCount += Self.partiesPerEvening
        eveningCount += 1
    }

    private mutating func end(_ party: String, _ number: Int, at now: Instant) {
        _ = played.mutate("waitlist.ready", ["party": .string(party)], at: now)
        let action = number % 10 == 0 ? "waitlist.no_show" : "waitlist.seat"
        _ = played.mutate(action, ["party": .string(party)], at: now)
    }
}
