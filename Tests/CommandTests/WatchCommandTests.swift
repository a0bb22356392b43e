import Client
import Foundation
import HTTPTypes
import HostilePeers
import JSON
import TestSupport
import Testing

/// The commands by which an engineer inspects a running hub from a terminal.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct WatchCommandTests {
    private let commands: CommandLine
    private let hub: ServedHub
    private let url: String

    init() throws {
        commands = try CommandLine()
        hub = try ServedHub(program: BuiltProgram.named("tablecast"))
        url = "http://127.0.0.1:\(hub.address.port)"
        let client = HTTPClient(hub.address, token: try hub.token("host"))
        // The second name has a letter that is illegal in ids.
        for (index, name) in ["Ada", "Zoë"].enumerated() {
            let party = try client.mutate(
                id: "add-\(index)", "waitlist.add", ["name": .string(name), "size": 2],
                venue: "main")
            #expect(Self.isAccepted(party))
        }
        let seated = try client.mutate(
            id: "seat", "waitlist.seat", ["party": "p_1"], venue: "main")
        #expect(Self.isAccepted(seated))
    }

    private static func isAccepted(_ answer: MutationAnswer) -> Bool {
        if case .accepted = answer { true } else { false }
    }

    /// Returns the first lines that `watch` prints about past events.
    private func watched(_ options: String, lines count: Int) throws -> [String] {
        let output = try commands.shell(
            "tablecast watch \(url) --data '\(hub.dataFolder)' --since 0 \(options)"
                + " | head -n \(count)")
        return output.split(separator: "\n").map(String.init)
    }

    @Test func `a pipe gets lines without colours, and closing it ends the command`() throws {
        let lines = try watched("", lines: 3)
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { !$0.contains("\u{1B}") })
        #expect(lines[2].contains("waitlist.seated"))
        let json = try watched("--json", lines: 1)
        #expect(try JSON(parsing: Array(json[0].utf8), depthMax: 64)["rev"] == 1)
    }

    @Test(arguments: [
        ("--type seated", "waitlist.seated"), ("--type waitlist.seated", "p_1"),
        ("--subject p_2", "\"Zoë\""), ("--text zoë", "\"Zoë\""),
        ("--actor host --type seated", "host:"), ("--board waitlist --text ZOË", "p_2"),
    ])
    func `prints only events that match all filters`(options: String, words: String) throws {
        let line = try watched(options, lines: 1)
        #expect(line.count == 1)
        #expect(line.first?.contains(words) == true, "\(line)")
    }

    @Test func `text that people typed can't control the terminal`() throws {
        let client = HTTPClient(hub.address, token: try hub.token("host"))
        for (id, name) in [("c1", "\u{9B}2J"), ("cf", "Ada\u{202E}\u{1B}"), ("rtl", "Bo\u{202E}")] {
            _ = try client.mutate(
                id: id, "waitlist.add", ["name": .string(name), "size": 2], venue: "main")
        }
        for options in ["--rejected", "--rejected --json"] {
            let lines = try watched(options, lines: 6)
            #expect(lines.count == 6, "\(lines)")
            let text = lines.joined()
            #expect(text.contains("\\u009b2J") && text.contains("Bo\\u202e"), "\(text)")
            let raw: Set<Unicode.Scalar> = ["\u{9B}", "\u{202E}", "\u{1B}"]
            #expect(!text.unicodeScalars.contains(where: raw.contains))
        }
    }

    @Test func `prints colours on request`() throws {
        let line = try watched("--color always", lines: 1)
        #expect(line.first?.contains("\u{1B}[32mwaitlist.added") == true)
        #expect(try commands.shell("tablecast watch \(url) --color pink; true").contains("--color"))
    }

    @Test func `the doctor approves a running hub, and reports a missing one`() throws {
        let found = try commands.run(["doctor", "--data", hub.dataFolder])
        #expect(found.status == 0, "\(found.output)")
        #expect(found.output.contains("ok    journal   main goes through revision 3."))
        #expect(found.output.contains("It answers at \(url)."), "\(found.output)")
        let none = try commands.run(["doctor", "--data", "nothing", "--port", "1"])
        #expect(none.status == 1)
        #expect(none.output.contains("BAD   data      There is no journal in nothing."))
        #expect(none.output.contains("Nobody answers at http://localhost:1"))
    }

    private func namesOfDevices() throws -> [String?] {
        let owner = HTTPClient(try HubAddress(url), token: try hub.token("owner"))
        let answer = try owner.perform(.get, "/v1/main/devices")
        #expect(answer.status == 200)
        let names = try #require(answer.json?["devices"]?.elements).map { $0["name"]?.text }
        #expect(!names.isEmpty)
        return names
    }

    @Test func `read-only commands leave no device behind`() throws {
        _ = try watched("", lines: 1)
        #expect(try commands.run(["status", url, "--data", hub.dataFolder]).status == 0)
        let names = try namesOfDevices()
        #expect(!names.contains("status") && !names.contains("watch"), "\(names)")
    }

    @Test func `a rehearsal signs its host out, even if it is interrupted or fails`() throws {
        let program = ShellCommand.quoted(try BuiltProgram.named("tablecast").path)
        let data = ShellCommand.quoted(hub.dataFolder)
        let evenings = "\(CommandLine.pages)/docs/evenings"
        let output = try commands.shell(
            "(exec \(program) rehearse \(url) --data \(data) --evenings "
                + "\(ShellCommand.quoted(evenings)) --speed 1 >steps) & "
                + "until grep -q . steps; do sleep 0.05; done; kill -TERM $!; wait $!; cat steps")
        #expect(output.contains("off the list on the host's page"), "\(output)")
        #expect(try !namesOfDevices().contains("rehearsal"))
        let failed = try commands.run([
            "rehearse", "http://127.0.0.1:1", "--data", hub.dataFolder, "--evenings", evenings,
        ])
        #expect(failed.status != 0)
        #expect(try !namesOfDevices().contains("rehearsal"))
    }

    @Test func `a rehearsal plays the requested evenings`() throws {
        let evenings = URL(fileURLWithPath: commands.path("evenings"))
        try FileManager.default.createDirectory(at: evenings, withIntermediateDirectories: true)
        for (name, clock) in [("waitlist", "19:00"), ("later", "21:30")] {
            let line = """
                {"at":"\(clock):00","action":"waitlist.add","args":{"name":"Ada","size":2}}
                """
            try Data(line.utf8).write(to: evenings.appendingPathComponent("\(name).jsonl"))
        }
        let rehearse = [
            "rehearse", url, "--data", hub.dataFolder, "--speed", "max", "--evenings", "evenings",
        ]
        let without = try commands.run(rehearse)
        #expect(without.status == 0 && !without.output.contains("21:30"), "\(without)")
        #expect(without.output.contains("19:00  waitlist.add"))
        let with = try commands.run(rehearse + ["--with", "later"])
        #expect(with.status == 0 && with.output.contains("21:30  waitlist.add"), "\(with)")
        #expect(with.output.contains("Done: 2 changes, rejected 0"))
        let unknown = try commands.run(rehearse + ["--with", "never"])
        #expect(unknown.status != 0 && unknown.error.contains("there are later, waitlist"))
    }

    @Test func `the status of a healthy hub is five lines`() throws {
        let status = try commands.run(["status", url, "--data", hub.dataFolder])
        #expect(status.status == 0, "\(status.error)")
        let lines = status.output.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines[0] == "hub        ready")
        #expect(lines[3].hasPrefix("journal    main at revision 3, on the disk within "))
        #expect(lines[4] == "mutations  3 accepted")
        let refused = try commands.run(["status", url, "--token", try hub.token("host")])
        #expect(refused.status == 1)
        #expect(refused.error.contains("engineers"))
    }
}
