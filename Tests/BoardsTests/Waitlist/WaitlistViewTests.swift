import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import WaitlistBoard

@Suite struct WaitlistViewTests {
    @Test func `has empty documents before any event`() {
        let bench = WaitlistBench()
        expectEqual(
            bench.documents["waitlist/display"],
            [
                "venue": [
                    "name": "Da Ada", "timeZone": "Europe/Rome", "languages": ["en"],
                ], "parties": [:],
            ])
        expectEqual(bench.documents["waitlist/host"], ["parties": [:], "gone": [:]])
    }

    @Test func `has the protocol's members in a row, and none without a value`() throws {
        var bench = WaitlistBench(at: Instant(milliseconds: 1_795_197_845_123))
        try bench.ask(
            "waitlist.add",
            [
                "name": "Ada Lovelace", "size": 4, "phone": "+12015550123", "notes": "n",
                "tags": ["VIP"],
            ])
        let added = Instant(milliseconds: 1_795_197_845_123).description
        let readied = Instant(milliseconds: 1_795_197_846_123).description
        expectEqual(
            bench.displayRow("p_1"),
            [
                "rank": "11", "label": "Ada L.", "size": 4, "status": "waiting",
                "arrivedAt": .string(added),
            ])
        try bench.ask("ready", party: "p_1")
        expectEqual(
            bench.hostRow("p_1"),
            [
                "rank": "11", "number": 1, "name": "Ada Lovelace", "size": 4,
                "phone": "+12015550123", "notes": "n", "tags": ["VIP"], "status": "ready",
                "arrivedAt": .string(added), "readyAt": .string(readied),
            ])
        #expect(bench.displayRow("p_1")?["readyAt"] == .string(readied))
        try bench.ask("unready", party: "p_1")
        #expect(bench.displayRow("p_1")?["readyAt"] == nil)
        try bench.ask("waitlist.seat", ["party": "p_1", "table": "7"])
        expectEqual(
            bench.hostRow("p_1", in: "gone"),
            [
                "rank": "11", "number": 1, "name": "Ada Lovelace", "size": 4,
                "phone": "+12015550123", "notes": "n", "tags": ["VIP"], "status": "seated",
                "arrivedAt": .string(added), "table": "7",
                "leftAt": .string(Instant(milliseconds: 1_795_197_848_123).description),
            ])
    }

    @Test func `shows pending parties to hosts only`() throws {
        var bench = WaitlistBench()
        let ada = try bench.addPending("Ada")
        #expect(bench.hostRow(ada)?["status"] == "pending")
        expectNil(bench.displayRow(ada))
        try bench.ask("confirm", party: ada)
        #expect(bench.displayRow(ada) != nil)
    }

    @Test func `follows the venue's privacy setting for labels`() throws {
        for vector in try VectorFile.cases("waitlist/labels") {
            let name = try #require(vector["name"]?.text)
            for privacy in LabelPrivacy.allCases {
                var bench = WaitlistBench(labels: privacy)
                let party = try bench.add(name)
                #expect(
                    bench.displayRow(party)?["label"] == vector[privacy.rawValue],
                    "\(privacy) of \(name)")
            }
        }
    }

    @Test func `leaves the display unchanged by a change that it doesn't show`() throws {
        var bench = WaitlistBench()
        try bench.add("Ada")
        try bench.ask("waitlist.edit", ["party": "p_1", "notes": "allergic"])
        expectEqual(bench.documentRevs, ["waitlist/display": 1, "waitlist/host": 2])
        let event = try bench.ask("waitlist.edit", ["party": "p_1", "tags": ["x"]])
        var board = bench.replayed().board
        var later = event
        later.rev = 4
        later.data = ["name": "Ada", "notes": "more"]
        expectEqual(board.apply(later).map(\.view), ["waitlist/host"])
    }

    @Test func `masks phone, notes and tags at any depth`() throws {
        let board = WaitlistBench().board
        let value: JSON = [
            "phone": "+12015550123", "name": "Ada", "undoes": 3, "tags": ["phone", "x"],
            "party": ["notes": "n", "phone": "+1", "size": 4], "more": [["notes": "n"]],
        ]
        expectEqual(
            board.masked(value),
            [
                "phone": "•••", "name": "Ada", "undoes": 3, "tags": "•••",
                "party": ["notes": "•••", "phone": "•••", "size": 4],
                "more": [["notes": "•••"]],
            ])
        expectEqual(board.masked(["notes": .null]), ["notes": .null])
    }

    @Test func `masks the data of an undo completely`() throws {
        var bench = WaitlistBench()
        try bench.ask("waitlist.add", ["name": "Ada", "size": 2, "phone": "+12015550123"])
        try bench.ask("seat", party: "p_1")
        let undone = try bench.ask("waitlist.undo", ["rev": 2])
        #expect(undone.data.canonicalText.contains("2015550123"))
        #expect(!bench.board.masked(undone.data).canonicalText.contains("2015550123"))
    }

    @Test func `shows views to the readers of the protocol`() throws {
        let views = WaitlistBench().board.declaration.views
        let readers = Dictionary(uniqueKeysWithValues: views.map { ($0.name, $0.readers) })
        expectEqual(readers["waitlist/display"], [.owner, .host, .display, .engineer])
        expectEqual(readers["waitlist/host"], [.owner, .host, .engineer])
        expectEqual(readers["waitlist/guest"], [.guest])
        expectEqual(views.first { $0.name == "waitlist/host" }?.maskedFor, [.engineer])
        #expect(views.allSatisfy { $0.name == "waitlist/host" || $0.maskedFor.isEmpty })
    }

    @Test func `permits actions to the roles of the protocol`() {
        let board = WaitlistBench().board
        for action in board.declaration.actions.map(\.name) {
            let own = Mutation(id: "m", action: action, arguments: ["party": "p_1"])
            let other = Mutation(id: "m", action: action, arguments: ["party": "p_2"])
            let unnamed = Mutation(id: "m", action: action, arguments: ["party": 5])
            for role in [Role.owner, .host] {
                #expect(board.permits(own, by: Principal(role: role, device: "d")))
            }
            for role in [Role.display, .engineer] {
                #expect(!board.permits(own, by: Principal(role: role, device: "d")))
            }
            let guest = Principal(guestOf: .party("p_1"))
            let isGuests = action == "waitlist.cancel" || action == "waitlist.move"
            expectEqual(board.permits(own, by: guest), isGuests)
            expectEqual(board.permits(unnamed, by: guest), isGuests)
            #expect(!board.permits(other, by: guest))
            #expect(!board.permits(other, by: Principal(role: .guest, device: "d")))
        }
        expectEqual(board.declaration.actions.count, 12)
    }
}
