import Boards
import Client
import JSON
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
        let doors = VenueDoors(
            recall: { _ in nil },
            digest: { Array(($0 + [UInt8](repeating: 0, count: 32)).prefix(32)) })
        venue = Venue(
            record: record, boards: [Waitlist(venue: record, ticket: { $0 }), Notices()],
            doors: doors)
    }

    var rev: Int { venue.rev }

    mutating func nextEvenings(_ count: Int) -> [JournalEntry] {
        entries = []
        for _ in 0..<count { playEvening() }
        return entries
    }

    private mutating func playEvening() {
        var parties: [Int: (id: String, lastRev: Int)] = [:]
        var notices: [Int: String] = [:]
        let midnight = Self.beginning.adding(
            milliseconds: Int64(eveningCount) * Self.dayMilliseconds)
        for step in Rehearsal.plan(seed: UInt64(eveningCount)) {
            let now = midnight.adding(milliseconds: Int64(step.second) * 1000)
            switch step.act {
            case .party(let index, let act):
                guard let (action, arguments) = Self.asked(act, of: parties[index]),
                    let event = mutate(action, arguments, at: now)
                else { continue }
                if case .arrive = act { partyCount += 1 }
                parties[index] = (event.subject, event.rev)
            case .notice(let index, .post(let text, let isUrgent)):
                let level: JSON = isUrgent ? "urgent" : "info"
                let event = mutate("notice.post", ["text": .string(text), "level": level], at: now)
                notices[index] = event?.subject
            case .notice(let index, .clear):
                guard let notice = notices[index] else { continue }
                _ = mutate("notice.clear", ["notice": .string(notice)], at: now)
            }
        }
        eveningCount += 1
    }

    private static func asked(
        _ act: Rehearsal.PartyAct, of party: (id: String, lastRev: Int)?
    ) -> (action: String, arguments: [String: JSON])? {
        if case .arrive(let details) = act {
            var arguments: [String: JSON] = [
                "name": .string(details.name), "size": JSON(details.size),
                "tags": .array(details.tags.map(JSON.string)),
            ]
            arguments["phone"] = details.phone.map(JSON.string)
            arguments["notes"] = details.notes.map(JSON.string)
            return ("waitlist.add", arguments)
        }
        guard let party else { return nil }
        let id: JSON = .string(party.id)
        return switch act {
        case .arrive: nil
        case .resize(let size): ("waitlist.edit", ["party": id, "size": JSON(size)])
        case .ready: ("waitlist.ready", ["party": id])
        case .seat(let table): ("waitlist.seat", ["party": id, "table": .string(table)])
        case .noShow: ("waitlist.no_show", ["party": id])
        case .cancel: ("waitlist.cancel", ["party": id])
        case .undo: ("waitlist.undo", ["rev": JSON(party.lastRev)])
        }
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
