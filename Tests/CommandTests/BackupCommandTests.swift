import Client
import Foundation
import Glibc
import HostilePeers
import JSON
import TestSupport
import Testing

/// Backups and exports of a running hub, and what can be made of them.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct BackupCommandTests {
    private let commands: CommandLine
    private let hub: ServedHub
    private let token: String

    init() throws {
        commands = try CommandLine()
        hub = try ServedHub(program: BuiltProgram.named("tablecast"))
        token = try hub.token("host")
    }

    @discardableResult
    private func add(
        _ name: String, id: String, at address: HubAddress? = nil
    ) throws -> MutationAnswer {
        try HTTPClient(address ?? hub.address, token: token).mutate(
            id: id, "waitlist.add", ["name": .string(name), "size": 2, "notes": "Secret"],
            venue: "main")
    }

    private func mode(_ name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: commands.path(name))
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    /// Expects one line that says what to do. Running as root, the hub may have logged a line
    /// before.
    private func expectComplaint(
        _ answer: CommandLine.Answer, _ words: String..., status: Int32 = 1,
        at place: SourceLocation = #_sourceLocation
    ) {
        let lines = answer.error.split(separator: "\n").filter { !$0.contains(" warning ") }
        #expect(answer.status == status, sourceLocation: place)
        #expect(answer.output.isEmpty, sourceLocation: place)
        #expect(lines.count == 1, "\(answer.error)", sourceLocation: place)
        #expect(
            lines.first?.hasPrefix("Error: ") == true, "\(answer.error)", sourceLocation: place)
        for word in words {
            #expect(answer.error.contains(word), "\(answer.error)", sourceLocation: place)
        }
    }

    @Test func `every command reports a journal whose log is lost, and no hub serves it`() throws {
        for index in 1...3 { try add("Ada", id: "m\(index)") }
        hub.crash()
        try FileManager.default.removeItem(atPath: hub.dataFolder + "/tablecast.sqlite-wal")
        for command in ["verify", "export", "token", "doctor"] {
            let role = command == "token" ? ["--role", "host"] : []
            let answer = try commands.run([command, "--data", hub.dataFolder] + role)
            #expect(answer.status == 1)
            let said = answer.output + answer.error
            #expect(said.contains("a venue with 3 events"), "\(command): \(said)")
        }
        expectComplaint(
            try commands.run(["backup", "b", "--data", hub.dataFolder]), "a venue with 3 events")
        try hub.begin()
        #expect(throws: ServedHub.Failure.self) { try hub.waitUntilServing() }
        #expect(hub.log.contains("a venue with 3 events"))
    }

    @Test func `reports a lost venue and serves the others`() throws {
        try add("Ada", id: "m1")
        // A clean stop moves the log into the database, and later events go to a new log.
        kill(hub.processIdentifier, SIGTERM)
        while hub.isRunning { usleep(10_000) }
        hub.crash()
        try hub.begin()
        try hub.waitUntilServing()
        let annexed = ["venue", "add", "annex", "--name", "Annex", "--data", hub.dataFolder]
        #expect(try commands.run(annexed).status == 0)
        let annex = try hub.command("token", ["--role", "host", "--venue", "annex"])
        _ = try HTTPClient(
            hub.address, token: annex.trimmingCharacters(in: .whitespacesAndNewlines)
        ).mutate(id: "m1", "waitlist.add", ["name": "Bo", "size": 2], venue: "annex")
        hub.crash()
        try FileManager.default.removeItem(atPath: hub.dataFolder + "/tablecast.sqlite-wal")
        let verdict = try commands.run(["verify", "--data", hub.dataFolder])
        #expect(verdict.status == 1)
        #expect(
            verdict.output
                == "main: 1 events, sound through revision 1\n"
                + "database: venues that are gone: 1, with 1 events\n")
        let checkup = try commands.run(["doctor", "--data", hub.dataFolder])
        #expect(checkup.output.contains("main goes through revision 1."))
        #expect(checkup.output.contains("a venue with 1 events"))
        try hub.begin()
        try hub.waitUntilServing()
        try add("Cy", id: "m2")
        #expect(hub.log.contains("a venue with 1 events"))
        expectComplaint(try commands.run(annexed), "tablecast.ends")
    }

    @Test func `refuses to export an altered journal`() throws {
        for index in 1...3 { try add("Ada", id: "m\(index)") }
        hub.crash()
        let sql = """
            import sqlite3, sys
            db = sqlite3.connect(sys.argv[1])
            db.execute("DROP TRIGGER event_is_not_changed")
            db.execute("UPDATE event SET data = replace(data, 'Secret', 'Public') WHERE rev = 2")
            db.commit()
            """
        try Data(sql.utf8).write(to: URL(fileURLWithPath: commands.path("alter.py")))
        _ = ShellCommand.output(
            of: "python3 \(commands.path("alter.py")) \(hub.dataFolder)/tablecast.sqlite")
        expectComplaint(
            try commands.run(["export", "--data", hub.dataFolder, "--output", "e"]),
            "the checksum of revision 2")
        #expect(!commands.exists("e"))
    }

    @Test func `backs up a running hub, and serves the backup`() throws {
        let first = try add("Ada", id: "m1")
        try add("Bo", id: "m2")
        let backup = try commands.run(["backup", "b", "--data", hub.dataFolder])
        #expect(backup.status == 0)
        #expect(backup.output == "main: 2 events, sound through revision 2\n")
        #expect(try mode("b") == 0o600)
        // The backup does not contain later events.
        try add("Cy", id: "m3")
        let verdict = try commands.run(["verify", "b"])
        #expect(verdict.output == "main: 2 events, sound through revision 2\n")
        #expect(verdict.status == 0)
        expectComplaint(
            try commands.run(["backup", "b", "--data", hub.dataFolder]), "--force")
        let again = try commands.run(["backup", "b", "--data", hub.dataFolder, "--force"])
        #expect(again.output == "main: 3 events, sound through revision 3\n")

        let restored = try commands.run(
            ["restore", "b", "--data", hub.dataFolder + "-2", "--with-devices"])
        #expect(restored.status == 0)
        #expect(restored.output.hasPrefix("main: restored through revision 3, epoch "))
        #expect(restored.output.hasSuffix(", devices signed in: 1\n"))
        hub.crash()
        let old = try epoch(of: hub.dataFolder)
        try FileManager.default.removeItem(atPath: hub.dataFolder)
        try FileManager.default.moveItem(
            atPath: hub.dataFolder + "-2", toPath: hub.dataFolder)
        #expect(try epoch(of: hub.dataFolder) != old)
        try hub.begin()
        try hub.waitUntilServing()
        // The same device has the same token, and gets the same answer again.
        guard case .accepted(let rev, let result, _) = first,
            case .accepted(let revAgain, let resultAgain, let isReplayed) = try add("Ada", id: "m1")
        else {
            Issue.record("it was not accepted")
            return
        }
        #expect(rev == revAgain && result == resultAgain && isReplayed)
        guard case .accepted(4, _, false) = try add("Dee", id: "m4") else {
            Issue.record("the journal does not go on with 4")
            return
        }
        #expect(
            try hub.command("verify") == "main: 4 events, sound through revision 4\n")
    }

    /// Changes a backup as somebody with an SQLite tool could.
    private func alter(_ name: String, _ sql: String) throws {
        let script = """
            import sqlite3, sys
            db = sqlite3.connect(sys.argv[1])
            db.executescript(sys.argv[2])
            """
        try Data(script.utf8).write(to: URL(fileURLWithPath: commands.path("alter.py")))
        let words = [commands.path("alter.py"), commands.path(name), sql]
        _ = ShellCommand.output(
            of: "python3 " + words.map(ShellCommand.quoted).joined(separator: " "))
    }

    @Test func `devices of a backup must sign in again, and the restore says how`() throws {
        try add("Ada", id: "m1")
        #expect(try commands.run(["backup", "b", "--data", hub.dataFolder]).status == 0)
        let restored = try commands.run(["restore", "b", "--data", "d"])
        #expect(
            restored.output.hasSuffix(
                """
                , devices signed in: 0
                To sign in an owner: tablecast link --data d --venue main --role owner

                """))
        let link = try commands.run(
            ["link", "--data", "d", "--venue", "main", "--role", "owner"])
        #expect(link.output.contains("/in/"))
    }

    @Test func `rejects a backup to which a device was added`() throws {
        try add("Ada", id: "m1")
        #expect(try commands.run(["backup", "b", "--data", hub.dataFolder]).status == 0)
        try alter(
            "b",
            """
            INSERT INTO device (id, venue, role, token_hash, created_at)
            VALUES ('d_evil00', 1, 'owner', x'00', 0)
            """)
        let verdict = try commands.run(["verify", "b"])
        #expect(verdict.status == 1)
        #expect(verdict.output.contains("changed after it was written"))
        let restoring = ["restore", "b", "--data", "d", "--with-devices"]
        expectComplaint(
            try commands.run(restoring), "changed after it was written", "tablecast backup")
    }

    @Test func `rejects a backup with an invalid name of a venue`() throws {
        try add("Ada", id: "m1")
        #expect(try commands.run(["backup", "b", "--data", hub.dataFolder]).status == 0)
        try alter(
            "b",
            "DROP TABLE backup_checksum; UPDATE venue SET name = 'Da Ada' || char(155) || '2J'")
        let verdict = try commands.run(["verify", "b"])
        #expect(verdict.status == 1)
        #expect(verdict.output.contains("venue 1 has a slug or a name that no venue can have"))
        expectComplaint(
            try commands.run(["restore", "b", "--data", "d"]), "a slug or a name",
            "tablecast backup")
        #expect(!commands.exists("d"))
        try alter("b", "UPDATE venue SET name = 'Da Ada', slug = 'main' || char(27) || '[2J'")
        let slug = try commands.run(["verify", "b"])
        #expect(slug.status == 1)
        #expect(!slug.output.contains("\u{1B}"))
    }

    private func epoch(of dataFolder: String) throws -> String {
        let line = try commands.run(["export", "--data", dataFolder]).output.prefix { $0 != "\n" }
        let id = try JSON(parsing: String(line))["id"]?.text
        return String(try #require(id?.split(separator: ":").first))
    }

    @Test func `refuses a restore that would do harm`() throws {
        try add("Ada", id: "m1")
        #expect(try commands.run(["backup", "b", "--data", hub.dataFolder]).status == 0)
        expectComplaint(
            try commands.run(["restore", "b", "--data", hub.dataFolder]), "Stop it first")
        expectComplaint(
            try commands.run(["restore", "b", "--data", "d", "--venue", "bar"]), "--venue", "main")
        expectComplaint(try commands.run(["restore", "none", "--data", "d"]), "none")
        expectComplaint(
            try commands.run(["restore", "b", "--data", "d", "--as", "A B"]), "a-z, 0-9")
        #expect(!commands.exists("d"))
        #expect(try commands.run(["restore", "b", "--data", "d"]).status == 0)
        expectComplaint(try commands.run(["restore", "b", "--data", "d"]), "already")
        expectComplaint(try commands.run(["restore", "b", "--data", "d", "--all"]), "already")
        let copy = try commands.run(["restore", "b", "--data", "d", "--as", "copy"])
        #expect(copy.output.contains("devices signed in: 0\n"))
        #expect(
            try commands.run(["verify", "--data", "d"]).output == """
                main: 1 events, sound through revision 1
                copy: 1 events, sound through revision 1

                """)
        #expect(try commands.run(["backup", "b2", "--data", "d"]).status == 0)
        let all = try commands.run(["restore", "b2", "--data", "e", "--all"])
        #expect(all.output.split(separator: "\n").count == 4)
        #expect(try commands.run(["restore", "b", "--all", "--as", "x"]).status == 64)
    }

    @Test func `every reader rejects a file that is damaged or not a backup`() throws {
        try add("Ada", id: "m1")
        #expect(try commands.run(["backup", "b", "--data", hub.dataFolder]).status == 0)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: commands.path("b")))
        let place = try #require(bytes.range(of: Data("Secret".utf8)))
        bytes.replaceSubrange(place, with: Data("secret".utf8))
        try bytes.write(to: URL(fileURLWithPath: commands.path("b")))
        let verdict = try commands.run(["verify", "b"])
        #expect(verdict.status == 1)
        #expect(
            verdict.output
                == "database: it was changed after it was written: its checksum does not match\n"
                + "main: revision 1: the checksum does not match\n")
        expectComplaint(
            try commands.run(["restore", "b", "--data", "d"]), "changed after it was written")
        #expect(!commands.exists("d"))
        try Data("no backup".utf8).write(to: URL(fileURLWithPath: commands.path("b")))
        expectComplaint(try commands.run(["verify", "b"]), "tablecast backup")
        expectComplaint(try commands.run(["restore", "b", "--data", "d"]), "tablecast backup")
        expectComplaint(try commands.run(["backup", "c", "--data", "nowhere"]), "--data")
        expectComplaint(
            try commands.run(["backup", "/proc/c", "--data", hub.dataFolder]), "another place")
    }

    @Test func `an export goes through pipes and files, and can be imported`() throws {
        for index in 1...40 { try add("Guest \(index)", id: "m\(index)") }
        let data = hub.dataFolder
        let export = try commands.run(["export", "--data", data])
        #expect(export.status == 0 && export.error.isEmpty)
        #expect(export.output.split(separator: "\n").count == 40)
        let file = try commands.run(["export", "--data", data, "-o", "e.ndjson"])
        #expect(file.output == "40 events in e.ndjson\n")
        #expect(
            try String(contentsOfFile: commands.path("e.ndjson"), encoding: .utf8) == export.output)
        #expect(try mode("e.ndjson") == 0o600)
        expectComplaint(
            try commands.run(["export", "--data", data, "-o", "e.ndjson"]), "--force")
        // A reader may stop early without an error.
        let piped = try commands.shell(
            "{ tablecast export --data \(data); echo status $? >&2; } | head -c 9")
        #expect(piped.contains("{\"actor\"") && piped.contains("status 0"))
        #expect(piped.count < 30, "\(piped)")
        let full = try commands.shell("tablecast export --data \(data) > /dev/full; echo $?")
        #expect(full.contains("not whole") && full.hasSuffix("1\n"))

        let imported = try commands.run(
            ["import", "e.ndjson", "--data", "d", "--name", "Bar", "--time-zone", "Europe/Rome"])
        #expect(imported.output == "main: 40 events imported\n")
        let other = try commands.run(
            ["import", "events", "-", "--data", "d", "--venue", "bar"], input: export.output)
        #expect(other.output == "bar: 40 events imported\n")
        #expect(try commands.run(["verify", "--data", "d"]).status == 0)
        let chain = try commands.shell(
            "tablecast export --data d | tablecast import - --data f && tablecast verify --data f")
        #expect(
            chain == """
                main: 40 events imported
                main: 40 events, sound through revision 40

                """)
    }

    @Test func `refuses to import an incomplete or invalid file`() throws {
        for index in 1...3 { try add("Guest \(index)", id: "m\(index)") }
        let lines = try commands.run(["export", "--data", hub.dataFolder]).output
            .split(separator: "\n").map(String.init)
        let hole = [lines[0], lines[2]].joined(separator: "\n")
        expectComplaint(
            try commands.run(["import", "-", "--data", "d"], input: hole), "Line 2 ", "revision 3",
            "Nothing was imported")
        let torn = lines[0] + "\n" + lines[1].prefix(50)
        expectComplaint(
            try commands.run(["import", "-", "--data", "d"], input: torn), "Line 2 ", "not JSON")
        #expect(try commands.run(["verify", "--data", "d"]).output == "There is no venue yet.\n")
        let whole = lines.joined(separator: "\n")
        expectComplaint(
            try commands.run(["import", "-", "--data", hub.dataFolder], input: whole),
            "Stop it first")
        expectComplaint(try commands.run(["import", "none", "--data", "d"]), "can't be read")
        expectComplaint(try commands.run(["import", ".", "--data", "d"]), "can't be read")
        #expect(
            try commands.run(["import", "-", "--data", "d", "--time-zone", "Mars"], input: whole)
                .status == 64)
        #expect(
            try commands.run(["import", "-", "--data", "d", "--labels", "none"], input: whole)
                .status == 64)
        let imported = try commands.run(
            ["import", "-", "--data", "d", "--labels", "number"], input: whole)
        #expect(imported.output == "main: 3 events imported\n")
        expectComplaint(
            try commands.run(["import", "-", "--data", "d"], input: whole), "already")
    }
}
