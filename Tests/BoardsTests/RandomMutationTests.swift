import BoardKit
import JSON
import NoticeBoard
import Sync
import TestSupport
import Testing
import WaitlistBoard

@Suite struct RandomMutationTests {
    private static let verbs = [
        "add", "add", "add", "edit", "ready", "unready", "seat", "no_show", "cancel", "restore",
        "move", "move", "call_next", "undo", "undo", "confirm",
    ]

    private func arguments(
        _ verb: String, rev: Int, using random: inout SeededGenerator
    ) -> [String: JSON] {
        func party() -> JSON {
            .string("p_" + String(Int.random(in: 1...max(rev, 1), using: &random), radix: 36))
        }
        switch verb {
        case "add":
            let names = ["Ada Lovelace", "Secretson", "李 小龍", "Ana María Secretson"]
            return [
                "name": .string(names.randomElement(using: &random) ?? ""),
                "size": JSON(Int.random(in: 1...8, using: &random)),
                "phone": Bool.random(using: &random) ? "+12015550123" : .null,
                "notes": Bool.random(using: &random) ? "allergic" : .null,
            ]
        case "edit":
            return [
                "party": party(), "size": JSON(Int.random(in: 1...8, using: &random)),
                "notes": Bool.random(using: &random) ? "allergic" : .null,
                "was": Bool.random(using: &random)
                    ? ["size": JSON(Int.random(in: 1...8, using: &random))] : .null,
            ]
        case "move":
            return ["party": party(), Bool.random(using: &random) ? "before" : "after": party()]
        case "call_next":
            return [
                "sizeMax": JSON(Int.random(in: 1...8, using: &random)),
                "expect": Bool.random(using: &random) ? party() : .null,
            ]
        case "undo":
            return ["rev": JSON(max(1, rev - Int.random(in: 0...12, using: &random)))]
        default: return ["party": party()]
        }
    }

    /// Plays an evening of valid and invalid mutations.
    private func play(
        seed: UInt64, count: Int, after step: (WaitlistBench) -> Void = { _ in }
    ) throws -> WaitlistBench {
        var random = SeededGenerator(seed: seed)
        var bench = WaitlistBench()
        for _ in 0..<count {
            let verb = Self.verbs.randomElement(using: &random) ?? "add"
            let arguments = arguments(verb, rev: bench.rev, using: &random)
            if verb == "add", Int.random(in: 0..<8, using: &random) == 0 {
                try bench.addPending("Pat Pending")
            } else if bench.refusal("waitlist.\(verb)", arguments) == nil {
                try bench.ask("waitlist.\(verb)", arguments)
            } else if Int.random(in: 0..<40, using: &random) == 0 {
                bench.now = bench.now.adding(milliseconds: 40_000_000)
                bench.tick()
            } else {
                continue
            }
            step(bench)
        }
        return bench
    }

    @Test(arguments: 1...3)
    func `the same events make the same documents again`(seed: UInt64) throws {
        let bench = try play(seed: seed, count: 1000)
        #expect(bench.rev > 200)
        #expect(bench.needlessChanges.isEmpty)
        let replayed = bench.replayed()
        expectEqual(replayed.documents, bench.documents)
        expectEqual(replayed.documentRevs, bench.documentRevs)
        expectEqual(replayed.board.nextDue(), bench.board.nextDue())
        expectEqual(replayed.board.legacyReservations(), bench.board.legacyReservations())
        for rev in 1...bench.rev {
            let party = "p_" + String(rev, radix: 36)
            expectEqual(replayed.guestView(party), bench.guestView(party))
            for action in bench.board.declaration.actions.map(\.name)
            where action != "waitlist.add" {
                let arguments: [String: JSON] =
                    action == "waitlist.undo" ? ["rev": JSON(rev)] : ["party": .string(party)]
                expectEqual(
                    replayed.refusal(action, arguments)?.code,
                    bench.refusal(action, arguments)?.code)
            }
        }
    }

    @Test(arguments: 1...2)
    func `a guest's document and its revision are what comparing them would say`(
        seed: UInt64
    ) throws {
        var last: [String: PersonalDocument] = [:]
        _ = try play(seed: seed, count: 400) { bench in
            for number in 1...bench.rev {
                let party = "p_" + String(number, radix: 36)
                let view = bench.guestView(party)
                if let view {
                    let isSame = view.document == last[party]?.document
                    let expected = isSame ? last[party]?.rev : bench.rev
                    expectEqual(view.rev, expected, "\(party) at \(bench.rev)")
                }
                last[party] = view
            }
        }
    }

    @Test func `nothing that a screen does not show gets into its document`() throws {
        _ = try play(seed: 99, count: 400) { bench in
            let display = bench.documents["waitlist/display"]?.canonicalText ?? ""
            for secret in ["5550123", "allergic", "Lovelace", "María", "Pending"] {
                #expect(!display.contains(secret))
            }
            let rows = bench.documents["waitlist/display"]?["parties"]?.members ?? [:]
            let known: Set = ["rank", "label", "size", "status", "arrivedAt", "readyAt"]
            for row in rows.values {
                #expect(known.isSuperset(of: (row.members ?? [:]).keys))
            }
        }
    }

    @Test(arguments: 1...2)
    func `no event of a damaged journal does any harm`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let kinds = [
            "added", "edited", "readied", "unreadied", "seated", "no_show", "cancelled",
            "restored", "moved", "undone", "confirmed", "day_began", "posted", "cleared", "?",
        ]
        let values: [JSON] = [
            .null, true, 0, -1, 1, 2, 3, 4.5, 1e300, "", "p_1", "waiting", "ready", "seated", "11",
            "1", "zz", "2026-11-20T18:04:05.123Z", "0000-01-01T00:00:00Z", [], ["a"], [5], [:],
            ["name": "x"], ["number": 1, "rank": "5", "name": "x", "size": -4],
        ]
        let names = [
            "number", "rank", "name", "size", "phone", "notes", "tags", "status", "arrivedAt",
            "readyAt", "leftAt", "table", "undoes", "party", "notice", "text", "level", "until",
            "called", "statusBefore", "isCleared",
        ]
        var waitlist = WaitlistBench()
        var notices = BoardBench(Notices())
        for step in 1...1500 {
            var data: [String: JSON] = [
                "number": 1, "rank": "15", "name": "x", "size": 2, "status": "waiting",
                "arrivedAt": "2026-11-20T18:04:05.123Z", "text": "t", "level": "info",
            ]
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                data[names.randomElement(using: &random) ?? ""] = values.randomElement(
                    using: &random)
            }
            let subjects = [
                "p_1", "p_2", "p_3", "n_1", "n_2", "day", "", "p_" + String(step, radix: 36),
            ]
            var event = Event(
                rev: step - (Int.random(in: 0..<10, using: &random) == 0 ? 3 : 0),
                at: Instant(milliseconds: Int64(step) * 60_000), board: "waitlist",
                kind: kinds.randomElement(using: &random) ?? "",
                subject: subjects.randomElement(using: &random) ?? "", data: .object(data),
                actor: "host:d_1", mutationID: nil)
            if Int.random(in: 0..<20, using: &random) == 0 {
                event.data = values.randomElement(using: &random) ?? .null
            }
            waitlist.apply(event)
            _ = waitlist.board.result(of: event)
            event.board = "notice"
            notices.apply(event)
            _ = notices.board.result(of: event)
            for action in waitlist.board.declaration.actions.map(\.name) {
                for side in ["before", "after"] {
                    let mutation: [String: JSON] =
                        switch action {
                        case "waitlist.undo": ["rev": JSON(step)]
                        case "waitlist.call_next": [:]
                        case "waitlist.move": ["party": "p_1", side: "p_2"]
                        default: ["party": "p_1"]
                        }
                    _ = waitlist.refusal(action, mutation)
                }
            }
            for party in ["p_1", "p_2", "p_3"] { _ = waitlist.guestView(party) }
        }
        #expect(waitlist.needlessChanges.isEmpty)
        #expect(notices.needlessChanges.isEmpty)
    }
}
