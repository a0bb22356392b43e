import BoardKit
import JSON
import NearbyBoard
import ShippedBoards
import Sync
import TestSupport
import Testing

/// No byte of hidden data reaches an audience that may not see it.
@Suite struct NearbyDiscretionTests {
    private var bench = NearbyBench()
    private var rounds: [String] = []
    private var friends: [(id: String, key: String)] = []

    /// Two favourites with notes and visits, and two rounds with a friend each. Their texts are
    /// marked with numbers.
    init() throws {
        for number in 1...2 {
            let favourite = try bench.add(
                "Place\(number)", ["notes": .string("Notes\(number)"), "rating": 4])
            try bench.visit(favourite, notes: "Visit\(number)")
            let round = try bench.open("Title\(number)")
            let option = try bench.choose(favourite, in: round)
            let friend = try bench.join(round, "Friend\(number)")
            try bench.answer(friend, in: round, votes: [option], coming: "yes")
            rounds.append(round)
            friends.append(friend)
        }
        try bench.ask("configure", ["yelpKey": "Secret1"], by: NearbyBench.owner)
    }

    private static let kinds = ["Place", "Notes", "Visit", "Title", "Friend", "Secret"]

    private var audiences: [(name: String, principal: Principal)] {
        [
            ("owner", NearbyBench.owner), ("host", NearbyBench.host),
            ("engineer", NearbyBench.engineer), ("screen", NearbyBench.screen),
            ("guest", NearbyBench.guest(of: rounds[0])),
            ("waiting", NearbyBench.waiting("p_1")),
            ("joining", Principal(joinLink: "j_1")),
        ]
    }

    /// Returns the words that an audience sees in a view.
    private func words(of view: String, by audience: String, isOpen: Bool) -> Set<String> {
        let (kinds, numbers): ([String], ClosedRange<Int>) =
            switch (view, audience) {
            case ("nearby/host", "owner"), ("nearby/host", "host"):
                (["Place", "Notes", "Visit", "Title", "Friend"], 1...2)
            case ("nearby/host", "engineer"): (["Place", "Title"], 1...2)
            case ("nearby/display", "owner"), ("nearby/display", "host"),
                ("nearby/display", "engineer"), ("nearby/display", "screen"):
                (["Place"], 1...2)
            case ("nearby/display", _): (isOpen ? ["Place"] : [], 1...2)
            case ("nearby/round", "guest"): (["Place", "Title", "Friend"], 1...1)
            default: ([], 1...1)
            }
        return Set(kinds.flatMap { kind in numbers.map { "\(kind)\($0)" } })
    }

    @Test(arguments: [false, true])
    mutating func `each audience sees exactly what it may see in every view`(isOpen: Bool) throws {
        try bench.ask("configure", ["guests": .bool(isOpen)], by: NearbyBench.owner)
        let marks = Self.kinds.flatMap { kind in (1...2).map { "\(kind)\($0)" } }
        for view in BoardRegistry.shipped.modules.flatMap(\.declaration.views)
        where view.parameters.isEmpty {
            for (name, principal) in audiences {
                let bytes = bench.message(view.name, by: principal) ?? []
                let seen = String(decoding: bytes, as: UTF8.self)
                expectEqual(
                    Set(marks.filter(seen.contains)),
                    words(of: view.name, by: name, isOpen: isOpen), "\(view.name) \(name)")
                for friend in friends {
                    #expect(!seen.contains(friend.key), "\(view.name) \(name)")
                }
            }
        }
    }

    @Test func `an engineer sees that notes and friends exist, but not their content`() {
        let document = bench.document("nearby/host", by: NearbyBench.engineer)
        let favourite = document?["favourites"]?.members?.values.first
        #expect(favourite?["notes"] == "•••")
        #expect(favourite?["visits"]?.members?.values.first?["notes"] == "•••")
        let friend = document?["rounds"]?[rounds[0]]?["friends"]?[friends[0].id]
        #expect(friend?["name"] == "•••")
        #expect(friend?["coming"] == "yes")
    }

    @Test func `an engineer's events have no notes and no names`() {
        for event in bench.events {
            let seen = bench.venue.event(event, maskedFor: .engineer).data.canonicalText
            for word in ["Notes", "Visit", "Friend", "Secret"] {
                #expect(!seen.contains(word), "\(event.kind) \(word)")
            }
            expectEqual(bench.venue.event(event, maskedFor: .owner), event)
        }
    }

    @Test func `no event contains a key or a ticket, and no rejection shows one to an engineer`() {
        let told = bench.events.map(\.data.canonicalText).joined()
        for secret in friends.map(\.key) + rounds.map({ "ticket of \($0)" }) + ["Secret1"] {
            #expect(!told.contains(secret))
        }
        let refused = Mutation(
            id: "m", action: "nearby.join", arguments: ["round": "r_1", "name": "Friend1"])
        let masked = bench.venue.arguments(of: refused, maskedFor: .engineer)
        expectEqual(masked["name"], "•••")
        expectEqual(masked["round"], "r_1")
    }

    @Test mutating func `a guest's view of favourites ends when the owner closes them`() throws {
        try bench.ask("configure", ["guests": true], by: NearbyBench.owner)
        let guest = NearbyBench.guest(of: rounds[0])
        #expect(bench.document("nearby/display", by: guest) != nil)
        let ended = try bench.endings(of: "nearby/display", by: guest) { bench throws in
            try bench.ask("configure", ["guests": false], by: NearbyBench.owner)
        }
        expectEqual(ended, 1)
    }
}
