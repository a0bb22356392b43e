import ArgumentParser
import Boards
import JSON
import Sync

/// A venue with so many parties on its list, and somebody at each of its views.
struct WatchedList {
    /// What is measured; each leaves the list as long as it was.
    enum Kind: String, CaseIterable {
        case edit = "a party's notes"
        case ready = "a table is ready, and not after all"
        case move = "a party moved to another's place"
        case seat = "a party seated, another one added"
    }

    private var venue: Venue
    private var parties: [String] = []
    private var turn = 0
    private var mutationCount = 0
    private var now = Instant(milliseconds: 1_795_197_600_000)

    private static let host = Principal(role: .host, device: "d_1")

    /// - Parameter bystanderCount: how many boards are on beside the shipped ones.
    init(partyCount: Int, bystanderCount: Int = 0) throws {
        let record = VenueRecord(
            slug: "main", epoch: "k3f9", name: "The Benchmark", timeZone: "Europe/Rome",
            settings: ["labels": "first_initial"], createdAt: now, ticketKey: [])
        let unlimited = RateLimit(perSecond: 1_000_000, credit: 1_000_000_000)
        let shipped: [any Board] = BoardRegistry.shipped.boards(for: record)
        venue = Venue(
            record: record,
            boards: shipped + (0..<bystanderCount).map { BystanderBoard(number: $0 + 1) },
            dependencies: VenueDependencies(recall: { _ in nil }, digest: { Array($0.prefix(32)) }),
            limits: VenueLimits(
                mutations: unlimited, joins: unlimited, joinsPerNetwork: unlimited,
                unconfirmed: 1, unconfirmedPerNetwork: 1, badMessagesPerMinute: 1))
        for number in 1...partyCount { try add(number) }
        for (number, role) in [Role.display, .host, .engineer].enumerated() {
            let id = ClientID(number: UInt64(number + 2))
            _ = venue.connect(id, as: Principal(role: role, device: "d_\(number)"), at: now)
            for view in ["waitlist/display", "waitlist/host"] {
                let message: JSON = ["type": "subscribe", "view": .string(view)]
                _ = venue.receive(message.canonical, from: id, at: now)
            }
        }
    }

    /// From a host's mutation to the diffs for everyone who watches.
    mutating func change(_ kind: Kind) throws {
        turn = (turn + 7919) % parties.count
        let party: JSON = .string(parties[turn])
        switch kind {
        case .edit:
            _ = try mutate("edit", ["party": party, "notes": .string("note \(mutationCount)")])
        case .ready:
            _ = try mutate("ready", ["party": party])
            _ = try mutate("unready", ["party": party])
        case .move:
            let other = parties[(turn + parties.count / 2) % parties.count]
            _ = try mutate("move", ["party": party, "before": .string(other)])
        case .seat:
            _ = try mutate("seat", ["party": party])
            parties.remove(at: turn)
            try add(mutationCount)
        }
    }

    /// Every party's guest looks at its own view.
    mutating func connectGuests() {
        for (number, party) in parties.enumerated() {
            let id = ClientID(number: UInt64(1_000 + number))
            let guest = Principal(guestOf: .party(party))
            _ = venue.connect(id, as: guest, at: now)
            let message: JSON = ["type": "subscribe", "view": "waitlist/guest"]
            _ = venue.receive(message.canonical, from: id, at: now)
        }
    }

    mutating func resize() throws {
        turn = (turn + 7919) % parties.count
        let size = 1 + mutationCount % 98
        _ = try mutate("edit", ["party": .string(parties[turn]), "size": JSON(size)])
    }

    /// Whoever comes last is ahead of nobody.
    mutating func comeAndLeave() throws {
        try add(mutationCount)
        _ = try mutate("cancel", ["party": .string(parties.removeLast())])
    }

    private mutating func add(_ number: Int) throws {
        let arguments: [String: JSON] = [
            "name": .string("Ada Lovelace \(number)"), "size": 4, "phone": "+12015550123",
            "tags": ["window", "high chair"],
        ]
        parties.append(try mutate("add", arguments).subject)
    }

    /// - Returns: the event that it made.
    private mutating func mutate(_ verb: String, _ arguments: [String: JSON]) throws -> Event {
        mutationCount += 1
        now = now.adding(milliseconds: 1)
        let mutation = Mutation(
            id: "m-\(mutationCount)", action: "waitlist.\(verb)", arguments: arguments)
        _ = venue.mutate(mutation, of: ClientID(number: 1), by: Self.host, at: now)
        guard let batch = venue.takeBatch(), let event = batch.entries.last?.event else {
            throw ValidationError("The venue refused \(verb).")
        }
        while venue.journaled(batch) != nil {}
        return event
    }
}
