import Client
import Foundation
import Glibc
import HTTPTypes
import HostilePeers
import JSON
import ScreenClient
import TestSupport
import Testing

/// The program under signals, limits and other actions of the system.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct RunningHubTests {
    private let hub: ServedHub
    private let http: HTTPClient

    init() throws {
        hub = try ServedHub(program: BuiltProgram.named("tablecast"))
        http = HTTPClient(hub.address, token: try hub.token("host"))
    }

    private func add(_ id: String) throws -> MutationAnswer {
        try http.mutate(id: id, "waitlist.add", ["name": "Ada", "size": 2], venue: "main")
    }

    /// As by `systemctl reload`, or by closing a terminal on a hub that does not need it.
    @Test func `a hang-up of a hub without a certificate disconnects nobody`() throws {
        let screen = SyncSession(
            with: hub.address, venue: "main", token: try hub.token("display"),
            views: ["waitlist/display"])
        while !screen.isLive { _ = try screen.next(timeout: .seconds(10)) }
        kill(hub.processIdentifier, SIGHUP)
        guard case .accepted(let rev, _, _) = try add("first") else {
            Issue.record("refused")
            return
        }
        while screen.copy(of: "waitlist/display")?.position?.rev != rev {
            let event = try #require(try screen.next(timeout: .seconds(10)))
            if case .disconnected = event { Issue.record("the screen was cut off") }
        }
        #expect(hub.isRunning)
    }

    @Test(arguments: ["http://localhost:8080", "http://127.0.0.1", "https://[::1]:8443"])
    func `rejects an address that leads each other device to itself`(url: String) throws {
        for host in [[], ["--host", "0.0.0.0"]] {
            let answer = try CommandLine().run(
                ["serve", "--port", "0", "--data", "d", "--url", url] + host)
            #expect(answer.status == 64)
            #expect(answer.error.contains("leads each device to itself"), "\(answer.error)")
            #expect(answer.output.isEmpty)
        }
    }

    @Test(arguments: ["http://localhost.:8080", "http://0.0.0.0", "https://[::1]:8443"])
    func `warns of such an address when only this machine is served`(
        url: String
    ) throws {
        let said = try CommandLine().shell(
            """
            '\(try BuiltProgram.named("tablecast").path)' serve --host 127.0.0.1 --port 0 \
                --url '\(url)' --data d --public '\(CommandLine.pages)' > said 2>&1 &
            for i in $(seq 400); do grep -q 'Another link' said && break; sleep 0.05; done
            kill $!
            wait
            cat said
            """)
        #expect(said.contains("Other devices can't follow links and codes"), "\(said)")
    }

    @Test func `a start prints one link with its code until a device has signed in`() throws {
        let said = try CommandLine().shell(
            """
            program='\(try BuiltProgram.named("tablecast").path)'
            serve() {
                rm -f said
                "$program" serve --host 127.0.0.1 --port 0 \
                    --url http://hub.example --data d --public '\(CommandLine.pages)' > said 2>&1 &
                for i in $(seq 400); do grep -q "$1" said && break; sleep 0.05; done
                kill $!
                wait
                cat said
            }
            serve 'Another link'
            echo again
            serve 'Another link'
            "$program" token --data d --role owner > token
            echo again
            serve 'To sign in'
            """)
        let starts = said.components(separatedBy: "again")
        expectEqual(starts.map { $0.components(separatedBy: "/in/").count - 1 }, [1, 1, 0])
        expectEqual(starts.map { $0.contains("█") }, [true, true, false])
        #expect(starts[0].contains("  http://hub.example/in/"))
        #expect(starts[0].contains("tablecast link --data d --role owner"))
    }

    @Test func `a file-size limit rejects changes but does not end the hub`() throws {
        guard case .accepted = try add("first") else {
            Issue.record("refused from the beginning")
            return
        }
        setFileSizeMax("4096")
        for id in ["second", "third"] {
            guard case .rejected(let rejection) = try add(id) else {
                Issue.record("accepted beyond the limit")
                return
            }
            #expect(rejection.code == "unavailable")
        }
        #expect(try http.perform(.get, "/readyz").status == 503)
        #expect(try http.view("waitlist/host", venue: "main")["rev"] == 1)
        setFileSizeMax("unlimited")
        guard case .accepted(2, _, false) = try add("second") else {
            Issue.record("refused although there is room")
            return
        }
        #expect(try http.perform(.get, "/readyz").status == 200)
    }

    /// Sets the limit as `ulimit -f` does, for a running process.
    private func setFileSizeMax(_ bytes: String) {
        _ = ShellCommand.output(of: "prlimit --pid \(hub.processIdentifier) --fsize=\(bytes):")
    }

    @Test func `a hub whose data folder was deleted acknowledges nothing`() throws {
        guard case .accepted = try add("first") else {
            Issue.record("refused from the beginning")
            return
        }
        try FileManager.default.moveItem(atPath: hub.dataFolder, toPath: hub.dataFolder + "-away")
        guard case .rejected(let rejection) = try add("second") else {
            Issue.record("acknowledged what nobody will find again")
            return
        }
        #expect(rejection.code == "unavailable")
        #expect(try http.perform(.get, "/readyz").status == 503)
        #expect(hub.log.contains("tablecast.sqlite is gone"))
        try FileManager.default.moveItem(atPath: hub.dataFolder + "-away", toPath: hub.dataFolder)
        guard case .accepted(2, _, false) = try add("second") else {
            Issue.record("refused although it is there again")
            return
        }
    }

    @Test func `only the owner can read a running hub's files`() throws {
        _ = try add("first")
        let names = try FileManager.default.contentsOfDirectory(atPath: hub.dataFolder)
        #expect(names.contains("address"))
        for name in names {
            let path = hub.dataFolder + "/" + name
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
        }
    }

    @Test func `rejects a second hub on the same folder`() throws {
        let answer = try CommandLine().run([
            "serve", "--host", "127.0.0.1", "--port", "0", "--data", hub.dataFolder,
            "--public", CommandLine.pages,
        ])
        #expect(answer.status == 1)
        #expect(answer.output.isEmpty)
        #expect(answer.error.contains("Error: Another tablecast runs on the data folder"))
        #expect(answer.error.contains("--data"))
        _ = try add("first")
    }

    @Test func `commands can write beside a busy hub`() throws {
        let hub = try ServedHub(
            program: BuiltProgram.named("tablecast"), limits: ["mutations-per-second=10000"])
        let http = HTTPClient(hub.address, token: try hub.token("host"))
        let program = ShellCommand.quoted(try BuiltProgram.named("tablecast").path)
        let data = ShellCommand.quoted(hub.dataFolder)
        let commands = Process()
        commands.executableURL = URL(fileURLWithPath: "/bin/sh")
        commands.arguments = [
            "-ec",
            """
            for round in $(seq 12); do
                \(program) link --data \(data) --role host --url http://localhost >&2 &
                \(program) token --data \(data) --role display >&2
                wait $!
                \(program) venue add "round-$round" --data \(data) --name Round >&2
            done
            """,
        ]
        commands.standardError = FileHandle.nullDevice
        try commands.run()
        var count = 0
        while commands.isRunning || count == 0 {
            count += 1
            let answer = try http.mutate(
                id: "m\(count)", "waitlist.add", ["name": "Ada", "size": 2], venue: "main")
            guard case .accepted(count, _, _) = answer else {
                Issue.record("refused beside a command")
                break
            }
        }
        commands.waitUntilExit()
        #expect(commands.terminationStatus == 0)
        let verdict = try CommandLine().run(["verify", "--data", hub.dataFolder])
        #expect(verdict.status == 0, "\(verdict)")
        #expect(verdict.output.contains("main: \(count) events, sound"))
        let venues = try CommandLine().run(["venue", "list", "--data", hub.dataFolder])
        #expect(venues.output.split(separator: "\n").count == 13)
    }
}
