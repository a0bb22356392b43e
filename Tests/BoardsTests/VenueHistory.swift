import BoardKit
import JSON
import ShippedBoards
import Sync
import TestSupport

/// A random evening at a venue with all boards: the durable events, and venues opened from them in
/// several ways.
struct VenueHistory {
    private(set) var events: [Event] = []
    /// The saved state of the original venue at each revision, from 0 on.
    private(set) var states: [[UInt8]] = []
    private var recorded: [String: RecordedMutation] = [:]
    private(set) var venue: Venue
    private var now = Self.start

    static let start = Instant(milliseconds: 1_795_197_600_000)
    static let host = Principal(role: .host, device: "d_host")
    static let owner = Principal(role: .owner, device: "d_owner")

    private static let verbs = [
        "waitlist.add", "waitlist.add", "waitlist.add", "waitlist.edit", "waitlist.ready",
        "waitlist.unready", "waitlist.seat", "waitlist.no_show", "waitlist.cancel",
        "waitlist.restore", "waitlist.move", "waitlist.move", "waitlist.call_next",
        "waitlist.undo", "waitlist.undo", "notice.post", "notice.post", "notice.clear",
        "notice.undo", "house.configure", "house.revoke", "house.invite",
        "house.renew_join_link",
    ]

    /// - Parameter count: the least number of events.
    init(seed: UInt64, count: Int) {
        var random = SeededGenerator(seed: seed)
        venue = Self.emptyVenue()
        states = [venue.savedState()]
        while events.count < count {
            let verb = Self.verbs.randomElement(using: &random) ?? "waitlist.add"
            let mutation = Mutation(
                id: "m\(events.count)", action: verb,
                arguments: Self.arguments(verb, rev: venue.rev, using: &random))
            // Sometimes a night passes.
            let isLate = Int.random(in: 0..<25, using: &random) == 0
            now = now.adding(milliseconds: isLate ? 40_000_000 : 1000)
            _ = venue.mutate(
                mutation, of: ClientID(number: 1),
                by: verb.hasPrefix("house.") ? Self.owner : Self.host, at: now)
            if let batch = venue.takeBatch() { take(batch) }
        }
    }

    private mutating func take(_ batch: JournalBatch) {
        for entry in batch.entries {
            events.append(entry.event)
            if let id = entry.event.mutationID {
                recorded[id] = RecordedMutation(
                    event: entry.event, fingerprint: entry.fingerprint ?? [])
            }
            // Events are applied one by one to get the state at each revision.
            var single = batch
            single.entries = [entry]
            _ = venue.journaled(single)
            states.append(venue.savedState())
        }
    }

    private static func emptyVenue(_ recorded: [String: RecordedMutation] = [:]) -> Venue {
        var record = VenueRecord.ofTests(createdAt: start)
        record.settings = ["labels": "first_initial"]
        return .empty(record, recorded: recorded)
    }

    /// Returns the venue after all events.
    func replayed() -> Venue {
        var venue = Self.emptyVenue(recorded)
        venue.replay { apply in for event in events { apply(event) } }
        return venue
    }

    /// Returns the venue opened from a snapshot and the events after it.
    func opened(bySnapshotAt rev: Int) throws -> Venue {
        var venue = try restored(states[rev])
        venue.replay { apply in for event in events[rev...] { apply(event) } }
        return venue
    }

    func restored(_ state: [UInt8]) throws -> Venue {
        var venue = Self.emptyVenue(recorded)
        try venue.restore(from: StateReader(state))
        return venue
    }

    private static func arguments(
        _ verb: String, rev: Int, using random: inout SeededGenerator
    ) -> [String: JSON] {
        func thing(_ prefix: String) -> JSON {
            let newest = max(rev, 1)
            // Mostly a recent item, sometimes an old one.
            let oldest = Bool.random(using: &random) ? max(1, newest - 30) : 1
            let number = Int.random(in: oldest...newest, using: &random)
            return .string(prefix + String(number, radix: 36))
        }
        switch verb {
        case "waitlist.add":
            let names = ["Ada Lovelace", "李 小龍", "Ana María", "Zoë 👩‍👩‍👧‍👦"]
            return [
                "name": .string(names.randomElement(using: &random) ?? ""),
                "size": JSON(Int.random(in: 1...8, using: &random)),
                "phone": Bool.random(using: &random) ? "+12015550123" : .null,
                "tags": Bool.random(using: &random) ? ["window", "high chair"] : .null,
            ]
        case "waitlist.edit":
            return [
                "party": thing("p_"), "size": JSON(Int.random(in: 1...8, using: &random)),
                "notes": Bool.random(using: &random) ? "allergic\nto nuts" : .null,
            ]
        case "waitlist.move":
            return [
                "party": thing("p_"),
                Bool.random(using: &random) ? "before" : "after": thing("p_"),
            ]
        case "house.configure" where rev.isMultiple(of: 2):
            let languages = Language.allCases.map { JSON.string($0.rawValue) }
            let selfCheckIn = SelfCheckIn.allCases.randomElement(using: &random) ?? .off
            return [
                "selfCheckIn": .string(selfCheckIn.rawValue),
                "languages": .array(Array(languages.shuffled(using: &random).prefix(2))),
            ]
        case "house.configure":
            let names = ["Da Ada", "Chez Zoë"]
            let labels = LabelPrivacy.allCases.map(\.rawValue)
            let zones = ["Europe/Rome", "Asia/Tokyo", "America/New_York"]
            return [
                "name": .string(names.randomElement(using: &random) ?? ""),
                "labels": .string(labels.randomElement(using: &random) ?? ""),
                "timeZone": Bool.random(using: &random)
                    ? .string(zones.randomElement(using: &random) ?? "") : "Europe/Rome",
            ]
        case "house.renew_join_link": return [:]
        case "house.revoke": return ["device": thing("d_")]
        case "house.invite": return ["role": "display", "name": "Bar"]
        case "waitlist.seat": return ["party": thing("p_"), "table": "12"]
        case "waitlist.call_next": return ["sizeMax": JSON(Int.random(in: 1...8, using: &random))]
        case "waitlist.undo", "notice.undo":
            return ["rev": JSON(max(1, rev - Int.random(in: 0...12, using: &random)))]
        case "notice.post":
            let until = start.adding(milliseconds: Int64(rev) * 900_000)
            return [
                "text": "The kitchen closes at ten", "level": "info",
                "until": Bool.random(using: &random) ? .string(until.description) : .null,
            ]
        case "notice.clear": return ["notice": thing("n_")]
        default: return ["party": thing("p_")]
        }
    }
}
