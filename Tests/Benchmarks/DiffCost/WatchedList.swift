import BoardKit
import JSON
import Sync
import WaitlistBoard

/// A venue with parties on its list, and a client at each of its views.
struct WatchedList {
    /// The measured mutations. Each keeps the list's length.
    enum Kind: String, CaseIterable {
        case edit = "a party's notes"
        case ready = "a table is ready, and not after all"
        case move = "a party moved to another's place"
        case seat = "a party seated, another one added"
    }

    private var venue: WatchedVenue
    private var parties: [String] = []
    private var turn = 0
    private var changeCount = 0

    /// - Parameter bystanderCount: the number of boards besides the shipped ones.
    init(partyCount: Int, bystanderCount: Int = 0) throws {
        venue = WatchedVenue(bystanderCount: bystanderCount)
        for number in 1...partyCount { try add(number) }
        for (number, role) in [Role.display, .host, .engineer].enumerated() {
            venue.watch(
                ["waitlist/display", "waitlist/host"],
                as: Principal(role: role, device: "d_\(number)"))
        }
    }

    mutating func change(_ kind: Kind) throws {
        let party = nextParty()
        switch kind {
        case .edit:
            try mutate("edit", ["party": party, "notes": .string("note \(changeCount)")])
        case .ready:
            try mutate("ready", ["party": party])
            try mutate("unready", ["party": party])
        case .move:
            let other = parties[(turn + parties.count / 2) % parties.count]
            try mutate("move", ["party": party, "before": .string(other)])
        case .seat:
            try mutate("seat", ["party": party])
            parties.remove(at: turn)
            try add(changeCount)
        }
    }

    /// Connects every party's guest to its own view.
    mutating func connectGuests() {
        for party in parties {
            venue.watch(["waitlist/guest"], as: Principal(guestOf: .party(party)))
        }
    }

    mutating func resize() throws {
        let party = nextParty()
        try mutate("edit", ["party": party, "size": JSON(1 + changeCount % 98)])
    }

    /// Changes the end of the list, so that no other party's position changes.
    mutating func comeAndLeave() throws {
        changeCount += 1
        try add(changeCount)
        try mutate("cancel", ["party": .string(parties.removeLast())])
    }

    private mutating func nextParty() -> JSON {
        changeCount += 1
        turn = (turn + 7919) % parties.count
        return .string(parties[turn])
    }

    private mutating func add(_ number: Int) throws {
        let arguments: [String: JSON] = [
            "name": .string("Ada Lovelace \(number)"), "size": 4, "phone": "+12015550123",
            "tags": ["window", "high chair"],
        ]
        parties.append(try mutate("add", arguments).subject)
    }

    @discardableResult
    private mutating func mutate(_ verb: String, _ arguments: [String: JSON]) throws -> Event {
        try venue.mutate("waitlist.\(verb)", arguments)
    }
}
