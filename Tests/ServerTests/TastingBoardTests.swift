import BoardKit
import Client
import Delivery
import Glibc
import JSON
import Locks
import ShippedBoards
import Storage
import Sync
import TestBoards
import TestSupport
import Testing
import Transport

@testable import Server

/// A board that uses every capability, in a whole hub.
@Suite(.timeLimit(.minutes(5))) struct TastingBoardTests {
    private static let module = BoardModule(
        TastingBoard.declared,
        routes: [
            BoardRoute(
                .get, "count.txt", "How many have signed up.", roles: [.host, .owner],
                gives: "text/plain; charset=utf-8"
            ) { _, venue in
                let count = venue.document(of: TastingBoard.displayView)?["count"]?.integer ?? 0
                return .answer(RouteAnswer("\(count)\n"))
            }
        ],
        make: { _, dependencies in TastingBoard(ticket: dependencies.ticket) })

    private final class Target: EffectWorker {
        let keys = Locked<Set<String>>([])

        func carry(
            _ effect: Effect, key: String, keptAt: Instant, with secrets: any ConnectorSecrets
        ) {
            _ = keys.with { $0.insert(key) }
        }
    }

    private struct Place: ConnectorCarrier {
        func carry(
            _ job: any ConnectorJob, with secrets: any ConnectorSecrets
        ) -> ConnectorAnswer {
            switch job as? TastingJob {
            case .announce(let count): return .done([TastingResult.announced(count)])
            case .read(let address, let known):
                guard let token = try? secrets.secret("programme/token") else {
                    return .failed(.unreadable, secondsMin: nil)
                }
                let text = "Barolo at \(address), said to \(token)"
                return text == known ? .same : .done([TastingResult.text(text)])
            case nil: return .same
            }
        }
    }

    private let target = Target()
    private let hub: LiveHub

    init() throws {
        hub = try LiveHub(changing: { [target] options in
            options.boards = BoardRegistry(BoardRegistry.shipped.modules + [Self.module])
            options.carriers.connectors["tasting"] = { _ in Place() }
            options.carriers.effects["post"] = .init(of: "tasting") { _ in target }
            options.sender = { _ in NoSender() }
        })
    }

    private func awaitView(
        _ view: String, as role: Role = .owner, _ isWanted: (JSON) -> Bool
    ) throws {
        let http = try hub.http(role)
        while try !isWanted(http.view(view, venue: "main")["doc"] ?? .null) { usleep(1_000) }
    }

    /// Signs a guest up, and returns the sign-up's id and the guest's ticket.
    private func join(
        _ id: String, as role: Role = .host, seconds: Int = 3_600
    ) throws -> (signup: String, ticket: String) {
        let answer = try hub.connect(role).ask(
            id, "tasting.join",
            ["name": "Ada", "phone": "+12015550123", "seconds": JSON(seconds)])
        return (
            try #require(answer["result"]?["signup"]?.text),
            try #require(answer["result"]?["ticket"]?.text)
        )
    }

    @Test func `the views show an effect's outcome and a connector's result, across a restart`()
        throws
    {
        let signup = try join("a", as: TastingBoard.sommelier).signup
        _ = try hub.connect(.owner).ask(
            "f", "tasting.follow", ["address": "https://a.example", "token": "secret"])
        let isThere = { (document: JSON) in
            document["signups"]?[signup]?["isReminded"] == true
        }
        try awaitView(TastingBoard.hostView, isThere)
        let isRead = { (document: JSON) in
            document["programme"]
                == ["announced": 1, "text": "Barolo at https://a.example, said to secret"]
        }
        try awaitView(TastingBoard.programmeView, isRead)
        try hub.restart()
        try awaitView(TastingBoard.hostView, isThere)
        try awaitView(TastingBoard.programmeView, isRead)
        let followed = try #require(try hub.journal().first { $0.kind == "followed" })
        #expect(followed.data["token"] == nil && followed.data["secrets"] != nil)
        expectEqual(target.keys.with { $0.count }, 2)
    }

    @Test func `links a party to its sign-up, and greets it if it is on the list`()
        throws
    {
        let host = try hub.connect(.host)
        let signup = try join("a").signup
        try expectEqual(host.ask("g", "tasting.greet", ["party": "p_9"])["code"], "not_found")
        let added = try host.ask(
            "b", "waitlist.add", ["name": "Ada", "size": 2, "signup": .string(signup)])
        let party = try #require(added["result"]?["party"]?.text)
        try awaitView("tasting/some?state=here") {
            $0["signups"]?[signup]?["party"]?.text == party
        }
        try expectEqual(host.ask("h", "tasting.greet", ["party": .string(party)])["type"], "ack")
        _ = try join("c")
        let kept = try host.ask(
            "d", "waitlist.seat", ["party": .string(party), "table": "window"])
        expectEqual(kept["code"], "conflict")
    }

    @Test func `guests see and end their own sign-up, and others end in time`() throws {
        let other = try join("a", seconds: 1)
        let (signup, ticket) = try join("b")
        let guest = try hub.connect(ticket: ticket)
        try guest.subscribe(TastingBoard.guestView)
        try expectEqual(guest.next("snapshot")["doc"], ["state": "open"])
        let forbidden = try guest.ask("x", "tasting.leave", ["signup": .string(other.signup)])
        expectEqual(forbidden["code"], "forbidden")
        try expectEqual(guest.ask("y", "tasting.leave", ["signup": .string(signup)])["type"], "ack")
        try awaitView("tasting/some?state=gone") { $0["signups"]?.members?.count == 2 }
        try expectEqual(
            hub.journal().filter { $0.board == "tasting" && $0.actor == .clock }.map(\.kind),
            ["missed"])
    }

    @Test func `limits sign-ups by settings, masks numbers for engineers, and counts by a route`()
        throws
    {
        let owner = try hub.connect(.owner)
        try expectEqual(owner.ask("s", "tasting.configure", ["places": 1])["type"], "ack")
        let signup = try join("a").signup
        let full = try owner.ask("b", "tasting.join", ["name": "Bo", "seconds": 60])
        expectEqual(full["code"], "conflict")
        try awaitView(TastingBoard.hostView, as: .engineer) {
            $0["signups"]?[signup]?["phone"] == .mask
        }
        try expectEqual(hub.get("/v1/main/tasting/count.txt", as: .host).body, Array("1\n".utf8))
        try expectEqual(hub.get("/v1/main/tasting/count.txt", as: .display).status, 403)
    }
}
