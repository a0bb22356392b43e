import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import NearbyBoard

/// Actions of a round's guests.
@Suite struct NearbyFriendTests {
    private var bench = NearbyBench()
    private var round = ""
    private var options: [String] = []

    init() throws {
        round = try bench.open()
        for name in ["Ada", "Bo", "Cy"] {
            options.append(try bench.choose(bench.add(name), in: round))
        }
    }

    private func row(_ friend: String) -> JSON? { bench.round(round)?["friends"]?[friend] }

    @Test mutating func `a guest joins its own round, and answers with its own key`() throws {
        let ada = try bench.join(round, " Ada  L ")
        expectEqual(row(ada.id), ["name": "Ada L", "votes": []])
        // Votes are in the order in which the options were chosen.
        try bench.answer(ada, in: round, votes: [options[2], options[0]], coming: "maybe")
        expectEqual(
            row(ada.id),
            [
                "name": "Ada L", "coming": "maybe",
                "votes": [.string(options[0]), .string(options[2])],
            ])
        try bench.answer(ada, in: round, coming: "yes")
        expectEqual(row(ada.id)?["votes"]?.elements?.count, 2)
        try bench.answer(ada, in: round, votes: [])
        expectEqual(row(ada.id), ["name": "Ada L", "coming": "yes", "votes": []])
        #expect(bench.events.allSatisfy { !$0.data.canonicalText.contains(ada.key) })
    }

    @Test
    mutating func `a repeated request returns the same key, and each friend has a different one`()
        throws
    {
        let ada = try bench.join(round, "Ada")
        let bo = try bench.join(round, "Bo")
        #expect(ada.key != bo.key)
        let board = try #require(bench.venue.board(Nearby.self))
        let event = try #require(bench.events.last)
        expectEqual(board.result(of: event), ["friend": .string(bo.id), "key": .string(bo.key)])
    }

    @Test mutating func `rejects a guest of another round, and one without the key`() throws {
        let ada = try bench.join(round, "Ada")
        let bo = try bench.join(round, "Bo")
        let other = try bench.open("Other")
        let guest = NearbyBench.guest(of: round)
        let stranger = NearbyBench.guest(of: other)
        expectEqual(
            bench.code("join", ["round": .string(other), "name": "x"], by: guest), .forbidden)
        func code(_ friend: String, _ key: JSON?, by principal: Principal) -> RejectCode? {
            var arguments: [String: JSON] = ["friend": .string(friend), "coming": "no"]
            arguments["key"] = key
            return bench.code("answer", arguments, by: principal)
        }
        expectEqual(code(ada.id, .string(ada.key), by: stranger), .forbidden)
        expectEqual(code("g_zz", .string(ada.key), by: guest), .forbidden)
        expectEqual(code(ada.id, .string(bo.key), by: guest), .forbidden)
        expectEqual(code(ada.id, "", by: guest), .invalid)
        expectEqual(
            bench.sentences("answer", ["friend": .string(ada.id), "coming": "no"], by: guest),
            ["Key is a required field."])
        expectNil(code(ada.id, .string(ada.key), by: guest))
        // A host needs no key.
        expectNil(code(ada.id, nil, by: NearbyBench.host))
        expectEqual(code("g_zz", nil, by: NearbyBench.host), .notFound)
        for verb in ["choose", "open", "close", "undo", "add", "import"] {
            expectEqual(bench.code(verb, by: guest), .forbidden, "\(verb)")
        }
        let waiting = NearbyBench.waiting("p_1")
        for principal in [waiting, Principal(joinLink: "j_1"), NearbyBench.screen] {
            expectEqual(code(ada.id, .string(ada.key), by: principal), .forbidden)
            expectEqual(
                bench.code("join", ["round": .string(round), "name": "x"], by: principal),
                .forbidden)
        }
    }

    @Test mutating func `votes are for the round's current options`() throws {
        let ada = try bench.join(round, "Ada")
        let other = try bench.open("Other")
        let foreign = try bench.choose(bench.add("Di"), in: other)
        try bench.ask("drop", ["option": .string(options[1])])
        for votes in [[foreign], [options[1]], ["o_zz"], [options[0], "x"]] {
            var copy = bench
            #expect(throws: Rejection(.notFound, .noOption)) {
                try copy.answer(ada, in: round, votes: votes)
            }
        }
        let guest = NearbyBench.guest(of: round)
        let own: [String: JSON] = ["friend": .string(ada.id), "key": .string(ada.key)]
        let twice = JSON.array([.string(options[0]), .string(options[0])])
        for votes in [twice, "o_1", [7], .array(Array(repeating: "o_1", count: 21))] as [JSON] {
            expectEqual(
                bench.sentences("answer", own.merging(["votes": votes]) { $1 }, by: guest),
                ["Votes must be a list of options"])
        }
        expectEqual(
            bench.sentences("answer", own.merging(["coming": "perhaps"]) { $1 }, by: guest),
            ["Coming must be yes, no or maybe"])
        expectEqual(bench.sentences("answer", own, by: guest), ["Something to change is required"])
    }

    @Test mutating func `dropping an option removes its votes, and undoing that restores them`()
        throws
    {
        let ada = try bench.join(round, "Ada")
        let bo = try bench.join(round, "Bo")
        try bench.answer(ada, in: round, votes: [options[0], options[1]])
        try bench.answer(bo, in: round, votes: [options[1]])
        let before = bench.round(round)
        #expect(before?["options"]?[options[1]]?["votes"] == 2)
        try bench.ask("drop", ["option": .string(options[1])])
        let dropped = bench.rev
        #expect(row(ada.id)?["votes"] == [.string(options[0])])
        #expect(row(bo.id)?["votes"] == [])
        #expect(bench.round(round)?["options"]?[options[1]] == nil)
        try bench.undo()
        expectEqual(bench.round(round), before)
        // This includes answers given in the meantime.
        try bench.undo()
        try bench.answer(ada, in: round, votes: [options[2]])
        try bench.undo(bench.rev - 1)
        #expect(
            row(ada.id)?["votes"] == [.string(options[1]), .string(options[2])])
        #expect(bench.round(round)?["options"]?[options[1]]?["votes"] == 2)
        #expect(dropped < bench.rev)
    }

    @Test mutating func `a guest sees only the round, its friends and the venue`() throws {
        let ada = try bench.join(round, "Ada")
        try bench.open("Other")
        let document = bench.document("nearby/round", by: NearbyBench.guest(of: round))
        #expect(document?["round"] == bench.round(round))
        #expect(
            document?["venue"]
                == ["name": "Da Ada", "timeZone": "America/New_York", "units": "auto"])
        expectEqual(document?.members?.count, 2)
        #expect(document?["round"]?["friends"]?[ada.id]?["name"] == "Ada")
        expectNil(bench.document("nearby/host", by: NearbyBench.guest(of: round)))
        expectNil(bench.document("nearby/round", by: NearbyBench.guest(of: "r_zz")))
    }

    @Test mutating func `a guest's document follows the round's changes`() throws {
        let guest = NearbyBench.guest(of: round)
        var messages: [Int] = []
        for step in 0..<4 {
            switch step {
            case 0: _ = try bench.join(round, "Ada")
            case 1: try bench.ask("drop", ["option": .string(options[0])])
            case 2:
                try bench.ask(
                    "configure", ["lat": 40.7, "lon": -74.3], by: NearbyBench.owner)
            default: try bench.close(round)
            }
            let message = try #require(bench.message("nearby/round", by: guest))
            messages.append(try #require(try JSON(parsing: message)["rev"]?.integer))
            expectEqual(messages.last, bench.rev, "step \(step)")
        }
    }

    @Test
    mutating func `removing a friend removes the votes, and the friend's next answer says so`()
        throws
    {
        let ada = try bench.join(round, "Ada")
        let bo = try bench.join(round, "Bo")
        for friend in [ada, bo] { try bench.answer(friend, in: round, votes: [options[0]]) }
        let guest = NearbyBench.guest(of: round)
        let dismissal: [String: JSON] = ["friend": .string(ada.id)]
        for principal in [guest, NearbyBench.screen, NearbyBench.engineer] {
            expectEqual(bench.code("dismiss", dismissal, by: principal), .forbidden)
        }
        try bench.ask("dismiss", dismissal)
        expectEqual(bench.round(round)?["friends"]?.members?.keys.sorted(), [bo.id])
        #expect(bench.round(round)?["options"]?[options[0]]?["votes"] == 1)
        #expect(bench.document("nearby/round", by: guest)?["round"] == bench.round(round))
        let answer: [String: JSON] = [
            "friend": .string(ada.id), "key": .string(ada.key), "coming": "yes",
        ]
        let refusal = bench.refusal("answer", answer, by: guest)
        expectEqual(refusal?.code, .conflict)
        expectEqual(refusal?.message, "A host has taken you out of the round")
        expectEqual(bench.code("dismiss", dismissal), .notFound)
        expectEqual(bench.message(of: "undo", ["rev": JSON(bench.rev)]), "This can't be taken back")
        // The next removal is accepted, also in a closed round.
        try bench.close(round)
        try bench.ask("dismiss", ["friend": .string(bo.id)])
        expectEqual(bench.round(round)?["friends"], [:])
        expectEqual(try bench.restored().round(round), bench.round(round))
    }

    @Test mutating func `nobody can undo a friend's answer`() throws {
        let ada = try bench.join(round, "Ada")
        let joined = bench.rev
        try bench.answer(ada, in: round, votes: [options[0]])
        for rev in [joined, bench.rev] {
            expectEqual(bench.message(of: "undo", ["rev": JSON(rev)]), "This can't be taken back")
        }
    }
}
