import BoardKit
import JSON
import MazeBoard
import Sync
import TestSupport
import Testing

/// Walkers: their holders, labels and stay.
@Suite struct MazeWalkerTests {
    private var bench = MazeBench()
    private let ada: String
    private let bo: String

    /// Explores a maze and adds two waiting parties.
    init() throws {
        try bench.explore()
        ada = try bench.add("Ada Lovelace", ["phone": "+12015550123"])
        bo = try bench.add("Bo")
    }

    private func label(of party: String) -> JSON? {
        bench.document("waitlist/display")?["parties"]?[party]?["label"]
    }

    private func labels() -> [String] {
        bench.walkers.sorted { $0.key < $1.key }.map { $0.value["label"]?.text ?? "" }
    }

    private mutating func change(_ labels: LabelPrivacy) throws {
        try bench.ask(
            "house.configure", ["labels": .string(labels.rawValue)], by: MazeBench.owner)
    }

    @Test(arguments: LabelPrivacy.allCases)
    mutating func `has the label of its party on the public list`(
        labels: LabelPrivacy
    ) throws {
        bench = MazeBench(labels: labels)
        try bench.explore()
        let party = try bench.add("Ada Lovelace")
        let guest = MazeBench.waiting(party)
        let label = try #require(label(of: party)?.text)
        let first = try bench.join(guest)
        expectEqual(
            bench.walker(first), ["label": .string(label), "colour": 0, "x": 0, "y": 0, "steps": 0])
        let second = try bench.join(guest)
        let third = try bench.join(guest)
        expectEqual([first, second, third], ["w_1", "w_2", "w_3"])
        expectEqual(self.labels(), [label, "\(label) 2", "\(label) 3"])
        // The id of a removed walker is not used again.
        try bench.ask("leave", ["walker": .string(second)], by: guest)
        try bench.ask("leave", ["walker": .string(first)], by: guest)
        try expectEqual(bench.join(guest), "w_4")
        expectEqual(self.labels(), ["\(label) 3", label])
    }

    @Test mutating func `follows its party's name and the privacy setting`() throws {
        try bench.join(MazeBench.waiting(ada))
        try bench.join(MazeBench.waiting(ada))
        try bench.join(MazeBench.waiting(bo))
        try bench.join()
        let screen = bench.watch()
        try bench.ask("waitlist.edit", ["party": .string(ada), "name": "Grace Hopper"])
        expectEqual(labels(), ["Grace H.", "Grace H. 2", "Bo", "House"])
        bench.wait(50)
        let diff = try #require(bench.heard(screen).last)
        expectEqual(diff["type"], "diff")
        expectEqual(diff["patch"]?.elements?.count, 2)
        for labels in LabelPrivacy.allCases {
            if labels != .firstInitial { try change(labels) }
            let (ada, bo) = (label(of: ada)?.text ?? "", label(of: bo)?.text ?? "")
            expectEqual(self.labels(), [ada, "\(ada) 2", bo, "House"])
        }
        // Changes of anything but the name have no effect.
        bench.wait(50)
        let document = bench.document()
        _ = bench.heard(screen)
        try bench.ask("waitlist.edit", ["party": .string(ada), "size": 5])
        try bench.ask("waitlist.ready", ["party": .string(ada)])
        bench.wait(50)
        #expect(bench.document() == document && bench.heard(screen).isEmpty)
    }

    @Test(arguments: ["seat", "no_show", "cancel"])
    mutating func `leaves with its party, and can join again after an undo`(
        verb: String
    ) throws {
        let guest = MazeBench.waiting(ada)
        try bench.join(guest)
        try bench.join(guest)
        try bench.join(MazeBench.waiting(bo))
        try bench.ask("waitlist.ready", ["party": .string(ada)])
        expectEqual(bench.walkers.count, 3)
        try bench.ask("waitlist.\(verb)", ["party": .string(ada)])
        expectEqual(labels(), ["Bo"])
        let refusal = bench.refusal("join", by: guest)
        expectEqual(refusal?.code, .conflict)
        expectEqual(refusal?.message, "Only parties on the waiting list can walk in the maze")
        expectEqual(bench.code("step", ["walker": "w_1", "to": "north"], by: guest), .forbidden)
        try bench.ask("waitlist.undo", ["rev": JSON(try #require(bench.events.last?.rev))])
        expectEqual(labels(), ["Bo"])
        try expectEqual(bench.join(guest), "w_4")
        expectEqual(labels(), ["Bo", "Ada L."])
    }

    @Test mutating func `leaves after five minutes of a race without a step`() throws {
        let walker = try bench.join(MazeBench.waiting(ada))
        let second = try bench.join()
        // Walkers can't move before a race.
        bench.wait(seconds: 3_600)
        try bench.race()
        bench.wait(seconds: 100)
        try bench.walk(second, bench.path.prefix(1))
        bench.wait(199_898)
        expectEqual(bench.walkers.count, 2)
        bench.wait(1)
        expectEqual(bench.walkers.keys.sorted(), [second])
        expectEqual(bench.code("leave", ["walker": .string(walker)]), .notFound)
        bench.wait(seconds: 100)
        expectEqual(bench.walkers.keys.sorted(), [second])
        bench.wait(2)
        #expect(bench.walkers.isEmpty)
    }

    @Test mutating func `stays the winner when its party is called to the table`() throws {
        let (guest, other) = (MazeBench.waiting(ada), MazeBench.waiting(bo))
        let (walker, second) = (try bench.join(guest), try bench.join(other))
        try bench.race()
        let path = bench.path
        try bench.walk(second, path.prefix(1), by: other)
        try bench.walk(walker, path, by: guest)
        let ms = bench.walker(walker)?["ms"]
        #expect(bench.run?["winner"] == JSON(present: ["label": "Ada L.", "ms": ms]))
        try bench.ask("waitlist.ready", ["party": .string(ada)])
        try bench.ask("waitlist.seat", ["party": .string(ada)])
        #expect(labels() == ["Bo"] && bench.state == "racing")
        // The winner's label follows the new setting.
        try bench.ask("house.configure", ["labels": "initials"], by: MazeBench.owner)
        try bench.walk(second, path.dropFirst(), by: other)
        #expect(bench.state == "finished" && bench.walker(second)?["place"] == 2)
        #expect(bench.run?["winner"] == JSON(present: ["label": "A. L.", "ms": ms]))
        try bench.race()
        #expect(bench.run?["winner"] == nil)
    }

    @Test mutating func `gets the least used colour`() throws {
        for number in 0..<14 {
            let device = Principal(role: .host, device: "d_\(number / 6)")
            let walker = try bench.join(device)
            expectEqual(bench.walker(walker)?["colour"]?.integer, number % 12)
        }
        try bench.ask("leave", ["walker": "w_6"])
        let walker = try bench.join()
        #expect(bench.walker(walker)?["colour"] == 5)
        expectEqual(Set(bench.walkers.values.compactMap { $0["label"]?.text }).count, 6)
    }

    @Test mutating func `is limited to six for a party, and two hundred for a venue`() throws {
        let guest = MazeBench.waiting(ada)
        for _ in 1...6 { try bench.join(guest) }
        let refusal = bench.refusal("join", by: guest)
        expectEqual(refusal?.code, .conflict)
        expectEqual(refusal?.message, "6 walkers of yours are in the maze already")
        for number in 7...200 {
            try bench.join(Principal(role: .host, device: "d_\(number / 6)"))
        }
        let full = bench.refusal("join", by: MazeBench.waiting(bo))
        expectEqual(full?.code, .conflict)
        expectEqual(full?.message, "The maze is full: 200 walkers are in it")
        try bench.ask("leave", ["walker": "w_2"], by: guest)
        try expectEqual(bench.join(MazeBench.waiting(bo)), "w_201")
    }

    @Test mutating func `does not join while its party is unconfirmed`() throws {
        try bench.ask("house.configure", ["selfCheckIn": "confirm"], by: MazeBench.owner)
        let link = bench.document("house/settings", by: MazeBench.owner)?["venue"]?["joinLink"]
        let newcomer = Principal(joinLink: link?.text ?? "")
        let party = try bench.add("Pat Pending", by: newcomer)
        expectEqual(bench.code("join", by: newcomer), .forbidden)
        let guest = MazeBench.waiting(party)
        expectEqual(bench.code("join", by: guest), .conflict)
        try bench.ask("waitlist.confirm", ["party": .string(party)])
        try expectEqual(bench.join(guest), "w_1")
        expectEqual(labels(), ["Pat P."])
    }

    @Test mutating func `does not exist for screens and guests of other boards`() throws {
        let walker = try bench.join(MazeBench.waiting(ada))
        let others: [Principal] = [
            Principal(guestOf: Subject(board: "orders", id: ada)),
            Principal(guestOf: Subject(board: "nearby", id: "r_1")),
            Principal(guestOf: Subject(board: "maze", id: "m_1")), MazeBench.screen,
            MazeBench.engineer, Principal(joinLink: "j_1"),
        ]
        for principal in others {
            expectEqual(bench.code("join", by: principal), .forbidden, "\(principal)")
            let step: [String: JSON] = ["walker": .string(walker), "to": "north"]
            expectEqual(bench.code("step", step, by: principal), .forbidden, "\(principal)")
            let leave: [String: JSON] = ["walker": .string(walker)]
            expectEqual(bench.code("leave", leave, by: principal), .forbidden, "\(principal)")
        }
        let unknown = MazeBench.waiting("p_zz")
        expectEqual(bench.code("join", by: unknown), .conflict)
    }

    @Test mutating func `is moved only by its holder, and removed by any host`() throws {
        let (guest, other) = (MazeBench.waiting(ada), MazeBench.waiting(bo))
        let adas = try bench.join(guest)
        let bos = try bench.join(other)
        let hosts = try bench.join()
        let owners = try bench.join(MazeBench.owner)
        try bench.race()
        func step(_ walker: String, by principal: Principal) -> RejectCode? {
            let side = MazeBench.side(bench.path.first ?? "n")
            return bench.code(
                "step", ["walker": .string(walker), "to": .string(side)], by: principal)
        }
        #expect(step(adas, by: guest) == nil && step(hosts, by: MazeBench.host) == nil)
        // Guests don't learn whether the walker exists.
        for walker in [bos, hosts, "w_99", "x"] {
            expectEqual(step(walker, by: guest), .forbidden, "\(walker)")
            expectEqual(
                bench.code("leave", ["walker": .string(walker)], by: guest), .forbidden, "\(walker)"
            )
        }
        // Another device of the same role is another person.
        for walker in [adas, owners] { expectEqual(step(walker, by: MazeBench.host), .forbidden) }
        let second = Principal(role: .host, device: "d_second")
        expectEqual(step(hosts, by: second), .forbidden)
        for walker in ["w_99", "x", "w_01"] {
            expectEqual(step(walker, by: MazeBench.host), .notFound)
            expectEqual(bench.code("leave", ["walker": .string(walker)]), .notFound)
        }
        expectEqual(bench.refusal("leave", ["walker": "w_99"])?.message, "There is no such walker")
        try bench.ask("leave", ["walker": .string(adas)], by: guest)
        try bench.ask("leave", ["walker": .string(bos)])
        try bench.ask("leave", ["walker": .string(hosts)], by: MazeBench.owner)
        expectEqual(bench.walkers.keys.sorted(), [owners])
    }

    @Test mutating func `permits guests to walk only if the owner allows it`() throws {
        let guest = MazeBench.waiting(ada)
        let walker = try bench.join(guest)
        try bench.ask("configure", ["guests": false], by: MazeBench.owner)
        expectEqual(bench.code("join", by: MazeBench.waiting(bo)), .forbidden)
        expectNil(bench.code("join"))
        // Walkers in the maze stay.
        try bench.race()
        try bench.walk(walker, bench.path.prefix(1), by: guest)
        try bench.ask("leave", ["walker": .string(walker)], by: guest)
        expectEqual(bench.code("join", by: guest), .forbidden)
        try bench.ask("configure", ["guests": .null], by: MazeBench.owner)
        expectNil(bench.code("join", by: guest))
    }

    @Test mutating func `joins even before the first room is found`() throws {
        try bench.ask("explore")
        let walker = try bench.join(MazeBench.waiting(ada))
        #expect(bench.walker(walker)?["label"] == "Ada L.")
        expectEqual(bench.code("step", ["walker": .string(walker), "to": "north"]), .forbidden)
        expectEqual(
            bench.code(
                "step", ["walker": .string(walker), "to": "north"], by: MazeBench.waiting(ada)),
            .conflict)
    }
}
