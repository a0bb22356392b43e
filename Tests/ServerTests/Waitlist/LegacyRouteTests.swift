import JSON
import Sync
import TestSupport
import Testing

/// The routes of the first system, as its clients know them.
@Suite struct LegacyRouteTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    private func ask(
        _ method: String, _ path: String, as role: Role? = .host, _ fields: [String: String] = [:]
    ) throws -> RawAnswer {
        let needsBody = method == "POST" || method == "PUT"
        return try hub.ask(
            method, "/api\(path)", as: role, fields, body: needsBody ? "" : nil)
    }

    private func list() throws -> String { try ask("GET", "/RestaurantQueue").text }

    /// `id`, `name`, `size` and `isReady` of each line; the time is checked.
    private func lines(_ text: String) -> [[String]] {
        text.split(separator: "\n").map { line in
            let fields = line.split(separator: ", ").map {
                $0.split(separator: ":", maxSplits: 1).map(String.init)
            }
            expectEqual(fields.map(\.first), ["id", "name", "size", "time", "isReady"])
            #expect(fields[3][1].count == 25 && fields[3][1].hasSuffix(" +0000"))
            return [fields[0][1], fields[1][1], fields[2][1], fields[4][1]]
        }
    }

    @Test func `the first system's root answers`() throws {
        let answer = try ask("GET", "")
        expectEqual(answer.status, 200)
        expectEqual(answer.text, "connected")
        expectEqual(answer["content-type"], "text/plain; charset=utf-8")
        try expectEqual(ask("GET", "/").text, "connected")
        #expect(try list().isEmpty)
    }

    @Test(arguments: ["/RestaurantQueue/%zz/2", "/RestaurantQueue/%ff/2", "/RestaurantQueue/A%/2"])
    func `answers "error with request" for a path that can't be decoded`(path: String) throws {
        let answer = try ask("POST", path)
        expectEqual(answer.status, 400)
        expectEqual(answer.text, "error with request")
        #expect(try list().isEmpty)
    }

    @Test func `answers every change with the whole list`() throws {
        let one = try ask("POST", "/RestaurantQueue/James/2")
        expectEqual(one.status, 200)
        expectEqual(one["content-type"], "text/plain; charset=utf-8")
        expectEqual(lines(one.text), [["1", "James", "2", "false"]])
        let two = try ask("POST", "/RestaurantQueue/Ada%20Lovelace/12")
        expectEqual(
            lines(two.text),
            [
                ["1", "James", "2", "false"], ["2", "Ada Lovelace", "12", "false"],
            ])
        try expectEqual(list(), two.text)
        let ready = try ask("PUT", "/RestaurantQueue/seat/1")
        expectEqual(ready.status, 200)
        expectEqual(lines(ready.text).map { $0[3] }, ["true", "false"])
        let removed = try ask("DELETE", "/RestaurantQueue/remove/1")
        expectEqual(lines(removed.text), [["2", "Ada Lovelace", "12", "false"]])
    }

    @Test func `making a ready party ready changes nothing`() throws {
        _ = try ask("POST", "/RestaurantQueue/James/2")
        let first = try ask("PUT", "/RestaurantQueue/seat/1")
        let second = try ask("PUT", "/RestaurantQueue/seat/1")
        expectEqual(second.status, 200)
        expectEqual(second.text, first.text)
        try expectEqual(hub.journal().count, 2)
    }

    @Test func `percent-decodes pieces of the path`() throws {
        for (piece, shown) in [
            ("AC%2FDC", "AC/DC"), ("J%C3%BCrgen", "Jürgen"), ("%F0%9F%8E%89", "🎉"), ("a+b", "a+b"),
            ("100%25", "100%"), ("a%2Cb%3Ac%0Ad", "a b c d"), ("Time%20time", "Time Time"),
            ("%3Cscript%3E", "<script>"), ("O'Neil", "O'Neil"),
        ] {
            let answer = try ask("POST", "/RestaurantQueue/\(piece)/2")
            expectEqual(answer.status, 200, "\(piece)")
            #expect(lines(answer.text).last?[1] == shown)
        }
    }

    @Test(arguments: [
        "James/0", "James/-1", "James/100", "James/x", "James/2.5", "/2", "%20/2",
        "James/99999999999999999999", "James/9223372036854775807", "%07/2",
        "James/-9223372036854775808",
    ])
    func `returns 400 with the first system's words for bad input`(path: String) throws {
        let answer = try ask("POST", "/RestaurantQueue/\(path)")
        expectEqual(answer.status, 400)
        expectEqual(answer.text, "error with request")
        #expect(try list().isEmpty)
    }

    @Test func `returns 400 for a malformed id, 404 for an unknown one`() throws {
        _ = try ask("POST", "/RestaurantQueue/James/2")
        for (method, path) in [
            ("PUT", "/RestaurantQueue/seat/"), ("DELETE", "/RestaurantQueue/remove/"),
        ] {
            for id in ["x", "1x", "1.0", "99999999999999999999", "p_1"] {
                let answer = try ask(method, path + id)
                expectEqual(answer.status, 400, "\(method) \(id)")
                expectEqual(answer.text, "error with ID")
            }
            for id in ["2", "0", "-1", "9223372036854775807"] {
                let answer = try ask(method, path + id)
                expectEqual(answer.status, 404, "\(method) \(id)")
                expectEqual(answer.text, "no reservation found")
            }
        }
        expectEqual(lines(try list()).count, 1)
    }

    @Test func `returns 404 for a party that left`() throws {
        _ = try ask("POST", "/RestaurantQueue/James/2")
        _ = try ask("DELETE", "/RestaurantQueue/remove/1")
        for (method, path) in [
            ("PUT", "/RestaurantQueue/seat/1"), ("DELETE", "/RestaurantQueue/remove/1"),
        ] {
            let answer = try ask(method, path)
            expectEqual(answer.status, 404)
            expectEqual(answer.text, "no reservation found")
        }
    }

    @Test func `the routes need a token of a host or an owner`() throws {
        for path in ["", "/RestaurantQueue"] {
            try expectEqual(ask("GET", path, as: nil).status, 401)
            try expectEqual(ask("GET", path, as: .display).status, 403)
            try expectEqual(ask("GET", path, as: .engineer).status, 403)
            try expectEqual(ask("GET", path, as: .owner).status, 200)
        }
        try expectEqual(ask("POST", "/RestaurantQueue/James/2", as: nil).status, 401)
        let cookie = ["Cookie": "tablecast=\(try hub.token(.host))"]
        try expectEqual(ask("GET", "/RestaurantQueue", as: nil, cookie).status, 200)
        let without = try ask("POST", "/RestaurantQueue/James/2", as: nil, cookie)
        expectEqual(without.status, 403)
        let foreign = try ask(
            "POST", "/RestaurantQueue/James/2", as: .host, ["Origin": "http://evil.example"])
        expectEqual(foreign.status, 403)
        #expect(try list().isEmpty)
    }

    @Test func `returns 404 for another address`() throws {
        for (method, path) in [
            ("GET", "/Nothing"), ("GET", "/RestaurantQueue/James"), ("POST", "/RestaurantQueue"),
            ("DELETE", "/RestaurantQueue"), ("PUT", "/RestaurantQueue/remove/1"),
            ("PUT", "/RestaurantQueue/seat/"), ("POST", "/RestaurantQueue/James/"),
        ] {
            try expectEqual(ask(method, path).status, 404)
        }
    }
}
