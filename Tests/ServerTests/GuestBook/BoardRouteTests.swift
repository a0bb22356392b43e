import BoardKit
import Client
import HTTPTypes
import JSON
import Locks
import ShippedBoards
import Sync
import TestSupport
import Testing

@testable import Server

/// Capabilities that the guest book doesn't use: routes that take content, or answer later or with
/// a code, and a role.
@Suite struct BoardRouteTests {
    private static let waiter = Role(rawValue: "waiter")
    private static let path = "/v1/main/guestbook/entries"

    /// The number of running computations, and its maximum.
    private static let computing = Monitor((count: 0, most: 0))
    private static let isAllowed = Locked(false)
    private static let tired = RouteProblem("tired", .tooManyRequests, "The guest book is tired.")

    private static let module = BoardModule(
        BoardDeclaration(
            name: "guestbook", summary: "What guests write.", actions: [], views: [],
            roles: [RoleDeclaration(waiter, "Serves at the tables.")]),
        routes: [
            BoardRoute(
                .post, "entries", "Signs with the text.", roles: [.host], takes: ["text/plain"],
                contentBytesMax: 20, gives: "text/plain; charset=utf-8"
            ) { request, _ in
                guard request.query["name"] != nil || !request.content.isEmpty else {
                    return .nothing
                }
                return .mutation(
                    action: "guestbook.sign",
                    arguments: [
                        "name": request.query["name"].map(JSON.string) ?? .null,
                        "text": .string(String(decoding: request.content, as: UTF8.self)),
                    ]
                ) { outcome, _ in
                    switch outcome {
                    case .success: .answer(RouteAnswer("signed"))
                    case .failure(let rejection): .answer(.refusal(rejection))
                    }
                }
            },
            BoardRoute(
                .put, "entries", "Tells the length of the text.", roles: [.host],
                takes: ["text/plain"], contentBytesMax: 100_000, gives: "text/plain"
            ) { request, _ in .answer(RouteAnswer("\(request.content.count)")) },
            BoardRoute(
                .delete, "entries", "Does nothing.", roles: [.host], gives: "text/plain"
            ) { _, _ in .nothing },
            BoardRoute(
                .get, "later/{name}", "Tells a name after a moment, or when that is allowed.",
                .everybody, gives: "text/plain"
            ) { request, _ in
                let name = request.components["name"] ?? ""
                return name == "wait" ? whenAllowed() : later(name)
            },
            BoardRoute(
                .get, "computed", "Answers when two are being computed.", roles: [.host],
                gives: "text/plain"
            ) { _, _ in
                .computation {
                    computing.withValue { computing in
                        computing.count += 1
                        computing.most = max(computing.most, computing.count)
                    }
                    computing.takeValue { $0.most > 1 ? () : nil }
                    computing.withValue { $0.count -= 1 }
                    return { _ in .answer(RouteAnswer("done", type: "text/csv")) }
                }
            },
            BoardRoute(
                .get, "problem", "Is none.", .everybody, gives: "text/plain", problems: [tired]
            ) { _, _ in .problem(tired, retryInSeconds: 7) },
        ]
    ) { _, _ in GuestBook() }

    private static func later(_ text: String) -> RouteOutcome {
        .later(.milliseconds(1), .answer(RouteAnswer(text, freshness: .lasting)))
    }

    private static func whenAllowed() -> RouteOutcome {
        if isAllowed.with({ $0 }) { return later("allowed") }
        return .later(.milliseconds(1), .work { { _ in whenAllowed() } })
    }

    private let hub: LiveHub

    init() throws {
        hub = try LiveHub(
            loopCount: 1,
            boards: BoardRegistry(
                BoardRegistry.shipped.modules.filter { $0.declaration.isAlwaysOn } + [Self.module]))
    }

    private func post(
        _ text: String, name: String? = "Ada", type: String = "text/plain; charset=utf-8"
    ) throws -> HTTPAnswer {
        let query = name.map { "?name=\($0)" } ?? ""
        return try hub.http(.host).perform(
            .post, Self.path + query, fields: [.contentType: type], body: Array(text.utf8))
    }

    @Test func `a route can request a change, and answers with its outcome`() throws {
        let signed = try post("Lovely")
        expectEqual(signed.status, 200)
        expectEqual(String(decoding: signed.body, as: UTF8.self), "signed")
        let refused = try post("Lovely", name: nil)
        expectEqual(refused.status, 422)
        expectEqual(refused.fields[.contentType], "application/problem+json")
        let told = try JSON(parsing: refused.body)
        expectEqual(told["detail"], "Name is a required field.")
        expectEqual(told["code"], "invalid")
        expectEqual(told["problems"]?.elements?.first?["field"], "name")
        try expectEqual(post("", name: nil).status, 404)
    }

    @Test func `a route accepts only what it declares`() throws {
        try expectEqual(post("Lovely", type: "application/json").status, 415)
        try expectEqual(post(String(repeating: "a", count: 21)).status, 413)
        try expectEqual(hub.http(.host).perform(.delete, Self.path).status, 404)
        try expectEqual(hub.http(.host).perform(.get, Self.path).status, 405)
    }

    @Test func `a route may accept more content than the hub's default`() throws {
        func put(_ count: Int) throws -> HTTPAnswer {
            try hub.http(.host).perform(
                .put, Self.path, fields: [.contentType: "text/plain"],
                body: Array(repeating: 97, count: count))
        }
        try expectEqual(put(100_000).body, Array("100000".utf8))
        try expectEqual(put(100_001).status, 413)
    }

    @Test func `a route can answer later without delaying others`() throws {
        let waiting = try RawConnection(hub)
        try waiting.send(hub.request("GET", "/v1/main/guestbook/later/wait", as: .display))
        for name in ["Ada", "B%2Fo"] {
            let answer = try hub.get("/v1/main/guestbook/later/\(name)", as: .display)
            expectEqual(answer.text, name.replacing("%2F", with: "/"))
            expectEqual(answer["cache-control"], "private, max-age=31536000, immutable")
        }
        #expect(try !waiting.hasBytes())
        Self.isAllowed.with { $0 = true }
        try expectEqual(waiting.answer().text, "allowed")
        try expectEqual(hub.get("/v1/main/guestbook/later/", as: .display).status, 404)
        try expectEqual(hub.get("/v1/main/guestbook/later/a/b", as: .display).status, 404)
    }

    @Test func `runs two computations at a time without delaying other requests`() throws {
        let asking = try (0..<6).map { _ in try RawConnection(hub) }
        let request = try hub.request("GET", "/v1/main/guestbook/computed", as: .host)
        try asking[0].send(request)
        try expectEqual(hub.get("/v1/main/guestbook/later/Ada", as: .host).text, "Ada")
        for connection in asking.dropFirst() { try connection.send(request) }
        for connection in asking {
            let answer = try connection.answer()
            #expect(answer.text == "done" && answer["content-type"] == "text/csv")
        }
        expectEqual(Self.computing.withValue(\.most), 2)
    }

    @Test func `sends a problem with its code`() throws {
        let answer = try hub.get("/v1/main/guestbook/problem", as: .engineer)
        #expect(answer.status == 429 && answer.isProblem)
        #expect(answer.json?["code"] == "tired")
        #expect(answer.json?["detail"] == "The guest book is tired.")
        expectEqual(answer["retry-after"], "7")
    }

    @Test func `returns 404 for a route of a disabled board`() throws {
        let off = try hub.http(.owner).mutate(
            id: "off", "house.configure", ["boards": []], venue: "main")
        guard case .accepted = off else {
            Issue.record("\(off)")
            return
        }
        try expectEqual(post("Lovely").status, 404)
    }

    @Test func `devices can have a role that a board adds`() throws {
        let owner = try hub.http(.owner)
        let invited = try owner.mutate(
            id: "one", "house.invite", ["role": "waiter"], venue: "main")
        guard case .accepted(_, let result, _) = invited else {
            Issue.record("\(invited)")
            return
        }
        let link = try #require(result?["link"]?.text)
        let answer = try hub.http(nil).perform(.get, link)
        expectEqual(answer.fields[.location], "/display")
        let refused = try owner.mutate(
            id: "two", "house.invite", ["role": "juggler"], venue: "main")
        guard case .rejected(let rejection) = refused else {
            Issue.record("\(refused)")
            return
        }
        expectEqual(
            rejection.problems.map(\.message),
            [
                "Role must be owner, host, engineer, display or waiter"
            ])
    }
}
