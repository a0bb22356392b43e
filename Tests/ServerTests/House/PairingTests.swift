import Client
import JSON
import Sync
import TestSupport
import Testing
import Transport

@testable import Server
@testable import SignIn

/// Pairing: a screen shows a code, and a person in the room types it.
@Suite struct PairingTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    /// The event stream of a screen without a sign-in.
    private final class Screen {
        private let connection: RawConnection
        let head: RawAnswer
        private var lines: ChunkedLines

        init(_ hub: LiveHub, venue: String = "main", _ fields: [String: String] = [:]) throws {
            connection = try RawConnection(hub)
            try connection.send(
                hub.request("GET", "/v1/\(venue)/pairing", as: nil, fields))
            head = try connection.head()
            lines = ChunkedLines(of: connection)
        }

        /// Returns the next event's type and data; `nil` at the end.
        func next() throws -> (type: String, data: JSON)? {
            var type = ""
            while let line = try lines.next() {
                if line.hasPrefix("event: ") { type = String(line.dropFirst(7)) }
                if line.hasPrefix("data: ") {
                    return (type, try JSON(parsing: String(line.dropFirst(6))))
                }
            }
            return nil
        }

        func code() throws -> String {
            let event = try #require(try next())
            expectEqual(event.type, "code")
            return event.data["code"]?.text ?? ""
        }

        func close() { connection.close() }
    }

    @Test func `a host types the code, and the screen is signed in`() throws {
        let screen = try Screen(hub)
        let other = try Screen(hub)
        expectEqual(screen.head.status, 200)
        expectEqual(screen.head["content-type"], "text/event-stream")
        let code = try screen.code()
        let otherCode = try other.code()
        #expect(code.utf8.count == 6 && code != otherCode)
        let host = try hub.connect(.host)
        let answer = try host.ask("p", "house.pair", ["code": .string(code), "name": "TV"])
        let link = try #require(answer["result"]?["link"]?.text)
        let admitted = try #require(try screen.next())
        expectEqual(admitted.type, "admitted")
        expectEqual(admitted.data["link"]?.text, link)
        try expectNil(screen.next())
        let followed = try hub.get(link, as: nil)
        expectEqual(followed["location"], "/display")
        // A code is valid once, and the other screen's is still valid.
        try expectEqual(host.ask("q", "house.pair", ["code": .string(code)])["code"], "not_found")
        try expectEqual(host.ask("r", "house.pair", ["code": .string(otherCode)])["type"], "ack")
        try expectEqual(#require(try other.next()).type, "admitted")
        try expectEqual(hub.journal().map(\.type).count, 2)
    }

    @Test func `the code of a disconnected screen is unknown`() throws {
        var screens: [Screen] = []
        for _ in 0..<PairingCodes<Int>.codesPerNetworkMax { screens.append(try Screen(hub)) }
        let code = try screens[0].code()
        screens[0].close()
        // Once there is room for another screen, the hub has noticed the end.
        while try Screen(hub).head.status == 429 {}
        let answer = try hub.connect(.host).ask("p", "house.pair", ["code": .string(code)])
        expectEqual(answer["code"], "not_found")
    }

    @Test func `a code is valid only in its own venue`() throws {
        try hub.makeVenue("terrace")
        let screen = try Screen(hub, venue: "terrace")
        let code = try screen.code()
        let answer = try hub.connect(.host).ask("p", "house.pair", ["code": .string(code)])
        expectEqual(answer["code"], "not_found")
    }

    @Test func `counts the waiting screens of one address in all venues together`() throws {
        try hub.makeVenue("terrace")
        var screens: [Screen] = []
        for number in 0..<PairingCodes<Int>.codesPerNetworkMax {
            screens.append(try Screen(hub, venue: number % 2 == 0 ? "main" : "terrace"))
        }
        #expect(screens.allSatisfy { $0.head.status == 200 })
        for venue in ["main", "terrace"] {
            let late = try hub.get("/v1/\(venue)/pairing", as: nil)
            #expect(late.status == 429 && late.isProblem && late["retry-after"] == "60")
            try expectEqual(hub.ask("HEAD", "/v1/\(venue)/pairing").status, 429)
        }
    }

    @Test func `refuses a code to pages of other sites and for unknown venues`() throws {
        try expectEqual(Screen(hub, ["Origin": "http://elsewhere.example"]).head.status, 403)
        try expectEqual(Screen(hub, venue: "attic").head.status, 404)
        try expectEqual(hub.ask("HEAD", "/v1/main/pairing").status, 200)
        try expectEqual(hub.ask("POST", "/v1/main/pairing", body: "").status, 405)
    }
}
