import Foundation
import JSON
import Locks
import MazeExploring
import MazeFetching
import Mazes
import TestSupport
import Testing

/// Explorations of sound and faulty servers on this machine.
@Suite(.timeLimit(.minutes(5))) struct MazeFetcherTests {
    /// The result of an exploration.
    private struct Findings: Sendable {
        var drawing: [String: JSON] = [:]
        /// The final progress, or `nil` if it was cancelled.
        var end: MazeExploration.Progress?
        var failure: String?

        var figures: JSON? {
            end.map { end in
                [
                    "found": JSON(end.foundCount), "lost": JSON(end.lostCount),
                    "doors": JSON(end.doorCount), "locks": JSON(end.lockCount),
                    "problems": end.problemsByCode,
                ]
            }
        }
    }

    private static func explore(
        _ server: TestServer, at base: String? = nil, maze: MazeCode? = nil, token: String? = nil,
        concurrency: Int = 16, allowsLocal: Bool = true, resolvedName: String? = nil,
        pace: Duration = .zero, isWanted: @escaping @Sendable () -> Bool = { true }
    ) async throws -> Findings {
        let address = try MazeAddress(base ?? "http://127.0.0.1:\(server.port)/api")
        return try await onOwnThread {
            let fetcher = MazeFetcher(
                address, maze: maze, token: token, allowsLocal: allowsLocal,
                resolvedName: resolvedName)
            var exploration = MazeExploration(run: 1, concurrency: concurrency)
            var findings = Findings()
            findings.end = fetcher.explore(
                &exploration, pace: pace, isWanted: isWanted,
                found: { batch in
                    for found in batch.rooms {
                        findings.drawing[found.place.description] = .string(found.room.text)
                    }
                })
            findings.failure = fetcher.failure
            return findings
        }
    }

    /// Serves the rooms `a` and `b`. The test answers requests for `b`.
    private static func server(
        _ answer: @escaping @Sendable (_ tryCount: Int, TestServer.Peer) -> Bool
    ) -> TestServer {
        let count = Locked(0)
        return TestServer { request, peer in
            switch request.target {
            case "/api/start": return peer.answer(200, body: Array(#"{"id":"a"}"#.utf8))
            case "/api/rooms/a":
                return peer.answer(200, body: Self.room("a", #""east":{"room":"b"}"#))
            default:
                let tryCount = count.with { count in
                    count += 1
                    return count
                }
                return answer(tryCount, peer)
            }
        }
    }

    private static let lastRoom = room("b", #""west":{"room":"a"}"#)

    private static func room(_ id: String, _ connections: String) -> [UInt8] {
        Array(#"{"id":"\#(id)","type":"EMPTY","rooms":{\#(connections)}}"#.utf8)
    }

    private static let wholeDrawing: [String: JSON] = ["0,0": "e@", "1,0": "w"]

    @Test(arguments: ["perfect", "loops", "damaged"])
    func `explores a recorded maze as its file expects`(name: String) async throws {
        let maze = try RecordedMaze(name)
        let server = TestServer(serving: maze)
        // A problem names the first room met, so the order of answers matters.
        let findings = try await Self.explore(server, concurrency: name == "damaged" ? 1 : 16)
        #expect(.object(findings.drawing) == maze.file["drawing"])
        #expect(findings.figures == maze.file["expected"])
    }

    @Test(arguments: [1, 4])
    func `keeps within the allowed requests in flight, on persistent connections`(
        concurrency: Int
    ) async throws {
        let maze = try RecordedMaze("loops")
        let server = TestServer(serving: maze)
        let findings = try await Self.explore(server, concurrency: concurrency)
        #expect(.object(findings.drawing) == maze.file["drawing"])
        #expect(server.openCountMax <= concurrency)
        #expect(server.connectionCount <= concurrency)
        // One request for each room and lock, and one for the start.
        #expect(server.requests.count == 30 + 6 + 1)
    }

    @Test func `paces requests until the exploration is cancelled`()
        async throws
    {
        let maze = try RecordedMaze("loops")
        let server = TestServer(serving: maze)
        let time = try await ContinuousClock().measure {
            let findings = try await Self.explore(server, pace: .milliseconds(5))
            #expect(.object(findings.drawing) == maze.file["drawing"])
        }
        #expect(time >= .milliseconds(5) * 36)
        let begun = server.requests.count
        // The exploration is cancelled while it waits to send the second request.
        let looks = Locked(Array(repeating: true, count: 100))
        let unwanted = try await Self.explore(
            server, pace: .seconds(3_600), isWanted: { looks.with { $0.popLast() ?? false } })
        #expect(unwanted.end == nil)
        #expect(server.requests.count == begun + 1)
    }

    @Test func `explores a server that closes each connection`() async throws {
        let server = Self.server { _, peer in
            _ = peer.answer(200, fields: "Connection: close\r\n", body: Self.lastRoom)
            return false
        }
        #expect(try await Self.explore(server).drawing == Self.wholeDrawing)
    }

    @Test func `requests a truncated body again`() async throws {
        let server = Self.server { tryCount, peer in
            if tryCount > 1 { return peer.answer(200, body: Self.lastRoom) }
            peer.send("HTTP/1.1 200 \r\nContent-Length: \(Self.lastRoom.count)\r\n\r\n")
            peer.send(Array(Self.lastRoom.dropLast()))
            return false
        }
        let findings = try await Self.explore(server)
        #expect(findings.drawing == Self.wholeDrawing)
        #expect(findings.end?.retryCount == 1)
        #expect(findings.failure == "the answer was cut off")
    }

    @Test func `accepts an answer that comes byte by byte`() async throws {
        let server = Self.server { _, peer in
            let head = "HTTP/1.1 200 \r\nContent-Length: \(Self.lastRoom.count)\r\n\r\n"
            for byte in Array(head.utf8) + Self.lastRoom {
                peer.send([byte])
                usleep(1_000)
            }
            return true
        }
        #expect(try await Self.explore(server).drawing == Self.wholeDrawing)
    }

    @Test func `does not follow a redirect`() async throws {
        let aim = TestServer { _, peer in peer.answer(200, body: Self.lastRoom) }
        let port = aim.port
        let server = Self.server { _, peer in
            peer.answer(307, fields: "Location: http://127.0.0.1:\(port)/\r\n")
        }
        let findings = try await Self.explore(server)
        #expect(findings.figures?["problems"] == ["bad_room": ["count": 1, "first": "b"]])
        #expect(findings.failure == "the server answered 307")
        #expect(aim.connectionCount == 0)
    }

    @Test func `reads little more than the limit of a gigabyte`() async throws {
        let sentCount = Locked(0)
        let server = Self.server { _, peer in
            let part = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
            peer.send("HTTP/1.1 200 \r\nContent-Length: 1000000000\r\n\r\n")
            for _ in 0..<1_000_000_000 / part.count where peer.send(part) {
                sentCount.with { $0 += part.count }
            }
            return false
        }
        let findings = try await Self.explore(server)
        #expect(findings.figures?["problems"] == ["bad_room": ["count": 1, "first": "b"]])
        server.waitUntilOpen(0)
        // Bytes beyond 16 KiB fill the buffers of the kernel.
        #expect(sentCount.with { $0 } < 10_000_000)
    }

    @Test func `waits for the Retry-After of a server`() async throws {
        let times = Locked<[ContinuousClock.Instant]>([])
        let server = Self.server { tryCount, peer in
            times.with { $0.append(.now) }
            if tryCount == 2 { return peer.answer(200, body: Self.lastRoom) }
            return peer.answer(429, fields: "Retry-After: 1\r\n")
        }
        #expect(try await Self.explore(server).drawing == Self.wholeDrawing)
        let pause = times.with { $0[0].duration(to: $0[1]) }
        #expect(pause >= .seconds(1))
    }

    @Test func `a cancel abandons all requests, and no more follow`()
        async throws
    {
        let isWanted = Locked(true)
        let heldCount = Locked(0)
        let server = TestServer(serving: try RecordedMaze("loops")) { request, peer in
            guard request.target.contains("rooms") else { return nil }
            let held = heldCount.with { count in
                count += 1
                return count
            }
            guard held > 8 else { return nil }
            if held == 10 { isWanted.with { $0 = false } }
            peer.waitUntilClosed()
            return false
        }
        let findings = try await Self.explore(
            server, concurrency: 2, isWanted: { isWanted.with { $0 } })
        let count = server.requests.count
        server.waitUntilOpen(0)
        #expect(findings.end == nil)
        #expect(findings.drawing.count == 8)
        #expect(server.requests.count == count)
        let unwanted = TestServer { _, peer in peer.answer(404) }
        #expect(try await Self.explore(unwanted, isWanted: { false }).end == nil)
        #expect(unwanted.connectionCount == 0)
    }

    @Test func `a retry requests the lost items`() async throws {
        let server = Self.server { tryCount, peer in
            tryCount == 1 ? peer.answer(404) : peer.answer(200, body: Self.lastRoom)
        }
        let address = try MazeAddress("http://127.0.0.1:\(server.port)/api")
        let counts = try await onOwnThread {
            let fetcher = MazeFetcher(address, allowsLocal: true)
            var exploration = MazeExploration(run: 1, concurrency: 16)
            return (1...3).map { _ in
                let end = fetcher.explore(&exploration, isWanted: { true }, found: { _ in })
                return [end?.foundCount, end?.lostCount]
            }
        }
        #expect(counts == [[1, 1], [2, 0], [2, 0]])
        #expect(server.requests.count == 4)
    }

    @Test(arguments: ["127.0.0.1", "maze.example"])
    func `connects to a private address only if allowed`(host: String) async throws {
        let server = Self.server { _, peer in peer.answer(200, body: Self.lastRoom) }
        let base = "http://\(host):\(server.port)/api"
        let name = "maze.example:\(server.port):127.0.0.1"
        let refused = try await Self.explore(
            server, at: base, allowsLocal: false, resolvedName: name)
        #expect(refused.figures?["problems"] == ["unreachable": ["count": 1]])
        #expect(refused.failure == "the address is in a private network")
        #expect(server.connectionCount == 0)
        let allowed = try await Self.explore(server, at: base, resolvedName: name)
        #expect(allowed.drawing == Self.wholeDrawing)
    }

    @Test func `requests carry the maze, the token, and rooms and locks of any text`() async throws
    {
        let ids = ["..", "a/b?c#d%", "ä \r\n\u{0}\"", "e"]
        let server = TestServer { request, peer in
            let body: JSON
            switch request.target.split(separator: "/").last {
            case "start?maze=4x4-0a0b0c0d": body = ["id": .string(ids[0]), "maze": "4x4-0a0b0c0d"]
            case "unlock": body = ["room": .string(ids[2])]
            case let place?:
                let index = ids.firstIndex(of: place.removingPercentEncoding!)!
                let next: JSON =
                    switch index {
                    case 0: ["east": ["room": .string(ids[1])]]
                    case 1: ["east": ["lock": "\"=\u{1F511}"]]
                    case 2: ["east": ["room": .string(ids[3])]]
                    default: [:]
                    }
                body = ["id": .string(ids[index]), "type": "EMPTY", "rooms": next]
            case nil: return peer.answer(404)
            }
            return peer.answer(200, body: body.canonical)
        }
        let findings = try await Self.explore(
            server, maze: MazeCode("4x4-0a0b0c0d"), token: "secret")
        #expect(findings.end?.foundCount == 4)
        let requests = server.requests
        #expect(requests.allSatisfy { $0.head.contains("\r\nAuthorization: Bearer secret\r\n") })
        #expect(
            requests.map { "\($0.method) \($0.target)" } == [
                "GET /api/start?maze=4x4-0a0b0c0d", "GET /api/rooms/..",
                "GET /api/rooms/a%2Fb%3Fc%23d%25", "POST /api/unlock",
                "GET /api/rooms/%C3%A4%20%0D%0A%00%22", "GET /api/rooms/e",
            ])
        #expect(requests[3].head.contains("\r\nContent-Type: application/json\r\n"))
        #expect(try JSON(parsing: requests[3].body) == ["lock": "\"=\u{1F511}"])
    }
}
