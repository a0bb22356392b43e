import Foundation
import JSON
import TestSupport
import Testing

/// `tablecast maze explore`, without a hub.
@Suite(.timeLimit(.minutes(2)))
struct MazeCommandTests {
    private let commands: CommandLine

    init() throws { commands = try CommandLine() }

    private static func base(of server: TestServer) -> String {
        "http://127.0.0.1:\(server.port)/api/"
    }

    private func explore(
        _ server: TestServer, _ options: String...
    ) throws -> CommandLine.Answer {
        try commands.run(["maze", "explore", Self.base(of: server)] + options)
    }

    /// Returns the members of the JSON line without the times.
    private func figures(_ answer: CommandLine.Answer) throws -> JSON {
        let line = answer.output.split(separator: "\n").last ?? ""
        var members = try JSON(parsing: Array(line.utf8)).members ?? [:]
        let times = ["seconds", "roomsPerSecond"].map { members.removeValue(forKey: $0) }
        for time in times {
            guard case .number(let number) = time else {
                Issue.record("There is no time in \(line)")
                continue
            }
            #expect(number >= 0)
        }
        return .object(members)
    }

    @Test func `draws a whole maze, and then prints its figures`() throws {
        let server = TestServer(serving: try RecordedMaze("perfect"))
        let answer = try explore(server, "--token", "secret", "--maze", "5x5-0a0b0c0d")
        #expect(answer.status == 0)
        let drawing = answer.output.split(separator: "\n").dropLast().joined(separator: "\n")
        #expect(drawing == Self.drawing)
        let figures: JSON = [
            "maze": .null, "rooms": 25, "doors": 1, "locks": 1, "lost": 0, "retries": 0,
            "problems": [:],
        ]
        #expect(try self.figures(answer) == figures)
        let requests = server.requests
        #expect(requests.first?.target == "/api/start?maze=5x5-0a0b0c0d")
        #expect(requests.allSatisfy { $0.head.contains("Authorization: Bearer secret\r\n") })
    }

    private static let drawing = """
        ┌───────┬───────────┐
        │       │           │
        │   ╶───┘   ┌┄┄┄┐   │
        │     X     │ D │   │
        ├───────────┴┄┄┄┤   │
        │               │   │
        │   ╷   ┌───────┴───┤
        │   │   │ @         │
        │   └───┴───────╴   │
        │                   │
        └───────────────────┘
        """

    @Test func `a maze with lost rooms ends with status 2`() throws {
        let maze = try RecordedMaze("damaged")
        // With one request at a time, the first room is predictable too.
        let answer = try explore(TestServer(serving: maze), "--quiet", "--concurrency", "1")
        #expect(answer.status == 2)
        #expect(answer.output.split(separator: "\n").count == 1)
        let figures = try figures(answer)
        #expect(figures["rooms"] == maze.file["expected"]?["found"])
        #expect(figures["lost"] == maze.file["expected"]?["lost"])
        #expect(figures["problems"] == maze.file["expected"]?["problems"])
    }

    @Test func `reports a missing maze on standard error`() throws {
        let server = TestServer { request, peer in
            peer.answer(request.head.contains("Bearer secret") ? 404 : 401)
        }
        let answer = try explore(server)
        #expect(answer.status == 1)
        let base = Self.base(of: server).dropLast()
        let error = "Error: There is no maze at \(base): the server answered 401.\n"
        #expect(answer.error == error)
        #expect(try figures(answer)["problems"] == ["unreachable": ["count": 1]])
        let words = "TABLECAST_TOKEN=secret tablecast maze explore \(base)"
        #expect(try commands.shell(words).contains("the server answered 404."))
    }

    @Test func `control-C ends the exploration and prints what was found`() throws {
        let isHeld = DispatchSemaphore(value: 0)
        let server = TestServer(serving: try RecordedMaze("perfect")) { request, peer in
            guard request.method == "POST" else { return nil }
            isHeld.signal()
            peer.waitUntilClosed()
            return false
        }
        let process = Process()
        let output = Pipe()
        process.executableURL = try BuiltProgram.named("tablecast")
        process.arguments = ["maze", "explore", Self.base(of: server), "--concurrency", "1"]
        process.standardOutput = output
        try process.start()
        isHeld.wait()
        process.interrupt()
        process.waitForEnd()
        #expect(process.terminationStatus == 130)
        let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let answer = CommandLine.Answer(status: 130, output: text, error: "")
        #expect(try figures(answer)["locks"] == 0)
        #expect(text.contains("@"))
    }

    @Test(arguments: [
        (["ftp://hub.example"], "It must begin with https:// or http://."),
        (["http://hub.example", "--maze", "1x1-0a0b0c0d"], "It must look like 32x18-4b7f8b8b"),
        (["http://hub.example", "--concurrency", "65"], "a whole number from 1 to 64"),
    ])
    func `reports mistyped options`(options: [String], words: String) throws {
        let answer = try commands.run(["maze", "explore"] + options)
        #expect(answer.status == 64)
        #expect(answer.error.contains(words), "\(answer.error)")
    }
}
