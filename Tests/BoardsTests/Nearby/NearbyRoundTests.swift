import BoardKit
import JSON
import NearbyBoard
import Sync
import TestSupport
import Testing

@Suite struct NearbyRoundTests {
    private var bench = NearbyBench()
    private var places: [String] = []

    init() throws {
        for name in ["Ada", "Bo", "Cy"] {
            places.append(try bench.add(name, ["phone": "+12015550123"]))
        }
    }

    @Test mutating func `a round is open for a day, or until its closing time`() throws {
        let result = try bench.ask("open", ["title": "Friday", "when": "2026-11-20T20:00:00Z"])
        let round = result["round"]?.text ?? ""
        expectEqual(result["ticket"], .string("ticket of \(round)"))
        let at = try #require(bench.events.last?.at)
        expectEqual(
            bench.round(round),
            [
                "title": "Friday", "state": "open", "when": "2026-11-20T20:00:00.000Z",
                "openedAt": .string(at.description),
                "until": .string(at.adding(milliseconds: 86_400_000).description),
                "options": [:], "friends": [:],
            ])
        bench.wait(hours: 23)
        #expect(bench.round(round)?["state"] == "open")
        bench.wait(hours: 1)
        #expect(bench.round(round)?["state"] == "closed")
        expectEqual(bench.events.last?.actor, .clock)
        expectEqual(bench.code("undo", ["rev": JSON(bench.rev)]), .conflict)
        let until = try bench.open("Later", ["until": "2026-11-25T18:00:00Z"])
        #expect(bench.round(until)?["until"] == "2026-11-25T18:00:00.000Z")
    }

    @Test mutating func `a round closes at most 30 days in the future`() throws {
        for until in ["2026-11-20T18:00:00Z", "soon", 7] as [JSON] {
            expectEqual(
                bench.sentences("open", ["title": "x", "until": until]),
                ["Until must be an instant in the future"])
        }
        expectEqual(
            bench.message(of: "open", ["title": "x", "until": "2026-12-21T18:00:00Z"]),
            "A round can be open for at most 30 days")
        _ = try bench.open("x", ["until": "2026-12-20T18:00:00Z"])
    }

    @Test mutating func `an option has its place's values but no telephone number`() throws {
        bench.loadAll()
        let round = try bench.open()
        let own = try bench.choose(places[0], in: round)
        let chosen = bench.events.last
        expectEqual(chosen?.subject, round)
        #expect(chosen?.data["place"]?["phone"] == "+12015550123")
        let other = try bench.ask("choose", ["round": .string(round), "ref": "osm:node/1"])
        let options = bench.round(round)?["options"]
        #expect(
            options?[own] == [
                "favourite": .string(places[0]), "name": "Ada", "votes": 0,
                "at": .string(chosen?.at.description ?? ""),
            ])
        let row = options?[other["option"]?.text ?? ""]
        #expect(row?["ref"] == "osm:node/1")
        #expect(row?["kind"] == "restaurant")
        #expect(row?["lat"] == 40.717)
        #expect(row?["phone"] == nil)
        // An option keeps its favourite's values at the time of choosing.
        try bench.ask("edit", ["favourite": .string(places[0]), "name": "New"])
        try bench.ask("remove", ["favourite": .string(places[0])])
        #expect(bench.round(round)?["options"]?[own]?["name"] == "Ada")
    }

    @Test mutating func `choosing the same place twice in a round is a conflict`() throws {
        bench.loadAll()
        let round = try bench.open()
        let byRef = try bench.ask("add", ["ref": "osm:node/1"])["favourite"]?.text ?? ""
        let option = try bench.choose(byRef, in: round)
        let again: [[String: JSON]] = [["ref": "osm:node/1"], ["favourite": .string(byRef)]]
        for place in again {
            let arguments = place.merging(["round": .string(round)]) { $1 }
            expectEqual(
                bench.message(of: "choose", arguments),
                "This place is an option of the round already")
        }
        try bench.ask("drop", ["option": .string(option)])
        let dropped = bench.rev
        try bench.ask("choose", ["round": .string(round), "ref": "osm:node/1"])
        expectEqual(bench.code("undo", ["rev": JSON(dropped)]), .conflict)
        let elsewhere = try bench.open("Other")
        _ = try bench.choose(byRef, in: elsewhere)
    }

    @Test mutating func `an option has a ref or a favourite, not both`() throws {
        let round = JSON.string(try bench.open())
        expectEqual(bench.sentences("choose", ["round": round]), ["Favourite is a required field."])
        expectEqual(
            bench.sentences(
                "choose", ["round": round, "ref": "osm:node/1", "favourite": .string(places[0])]),
            ["Ref can't be given with a favourite"])
        expectEqual(bench.code("choose", ["round": round, "ref": "osm:node/9"]), .notFound)
        expectEqual(bench.code("choose", ["round": round, "favourite": "f_zz"]), .notFound)
        expectEqual(
            bench.code("choose", ["round": "r_zz", "favourite": .string(places[0])]), .notFound)
    }

    // MARK: Closing

    /// Opens a round with an option for each place, and with these friends and their votes.
    private mutating func round(
        _ friends: [(coming: String?, votes: [Int])]
    ) throws -> (id: String, options: [String]) {
        let round = try bench.open()
        var options: [String] = []
        for place in places { options.append(try bench.choose(place, in: round)) }
        for (number, friend) in friends.enumerated() {
            let joined = try bench.join(round, "Friend\(number)")
            try bench.answer(
                joined, in: round, votes: friend.votes.map { options[$0] }, coming: friend.coming)
        }
        return (round, options)
    }

    @Test(
        arguments: [
            ([], nil), ([("yes", [])], nil), ([(nil, [2]), ("no", [2, 1])], 2),
            // With equal votes, the votes of friends who come decide.
            ([("yes", [1]), ("maybe", [0])], 1), ([("yes", [2, 1]), ("no", [0, 2, 1])], 1),
            ([(nil, [2]), (nil, [1])], 1),
        ] as [([(String?, [Int])], Int?)])
    mutating func `votes decide, then the votes of friends who come, then the earlier choice`(
        friends: [(String?, [Int])], winner: Int?
    ) throws {
        let (round, options) = try round(friends.map { (coming: $0.0, votes: $0.1) })
        let decided = try bench.close(round)
        expectEqual(decided, winner.map { options[$0] })
        expectEqual(bench.round(round)?["decided"]?.text, decided)
        // The same rule applies when time closes the round.
        try bench.undo()
        bench.wait(hours: 24)
        expectEqual(bench.round(round)?["decided"]?.text, decided)
    }

    @Test mutating func `a host may decide for any option of the round`() throws {
        let (round, options) = try round([("yes", [0])])
        let (_, others) = try self.round([])
        expectEqual(
            bench.code("close", ["round": .string(round), "option": .string(others[0])]), .notFound)
        try bench.ask("drop", ["option": .string(options[1])])
        expectEqual(
            bench.code("close", ["round": .string(round), "option": .string(options[1])]), .notFound
        )
        try expectEqual(bench.close(round, for: options[2]), options[2])
        #expect(bench.round(round)?["state"] == "closed")
    }

    @Test mutating func `a closed round only accepts being reopened`() throws {
        let (round, options) = try round([("yes", [0])])
        let friend = try #require(bench.round(round)?["friends"]?.members?.keys.first)
        try bench.close(round)
        let closed = bench.round(round)
        let asked: [(String, [String: JSON])] = [
            ("choose", ["round": .string(round), "favourite": .string(try bench.add("Di"))]),
            ("drop", ["option": .string(options[0])]),
            ("join", ["round": .string(round), "name": "Late"]),
            ("answer", ["friend": .string(friend), "coming": "no"]),
            ("close", ["round": .string(round)]),
        ]
        for (verb, arguments) in asked {
            expectEqual(bench.message(of: verb, arguments), "The round is closed", "\(verb)")
        }
        try bench.ask("reopen", ["round": .string(round)])
        #expect(bench.round(round)?["state"] == "open")
        #expect(bench.round(round)?["decided"] == nil)
        expectEqual(bench.message(of: "reopen", ["round": .string(round)]), "The round is open")
        try bench.undo()
        expectEqual(bench.round(round), closed)
    }

    @Test
    mutating func `a reopened round whose time has passed is open for another day`() throws {
        let round = try bench.open()
        bench.wait(hours: 25)
        try bench.ask("reopen", ["round": .string(round)])
        let reopened = bench.rev
        let until = bench.events.last?.at.adding(milliseconds: 86_400_000)
        #expect(bench.round(round)?["until"] == .string(until?.description ?? ""))
        bench.wait(hours: 25)
        #expect(bench.round(round)?["state"] == "closed")
        expectEqual(bench.code("undo", ["rev": JSON(reopened)]), .conflict)
    }

    @Test mutating func `closing can't be undone after the round's time`() throws {
        let round = try bench.open()
        try bench.close(round)
        let closed = bench.rev
        bench.wait(hours: 25)
        expectEqual(
            bench.message(of: "undo", ["rev": JSON(closed)]),
            "The round's time has passed; open it again instead")
    }

    @Test mutating func `a round leaves all documents a week after it closed`() throws {
        let (round, _) = try round([("yes", [0])])
        let guest = NearbyBench.guest(of: round)
        try bench.close(round)
        bench.wait(hours: 7 * 24 - 1)
        #expect(bench.round(round) != nil)
        #expect(bench.document("nearby/round", by: guest) != nil)
        bench.wait(hours: 1)
        expectEqual(bench.events.last?.kind, "forgotten")
        #expect(bench.document("nearby/host")?["rounds"] == [:])
        expectNil(bench.document("nearby/round", by: guest))
        expectEqual(bench.code("reopen", ["round": .string(round)]), .notFound)
        expectEqual(bench.code("undo", ["rev": JSON(bench.rev)]), .conflict)
        #expect(bench.venue.nextDue() != nil)
    }
}
