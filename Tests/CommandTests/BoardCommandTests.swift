import Foundation
import JSON
import Testing

/// The commands that use the list of boards.
@Suite struct BoardCommandTests {
    private let commands: CommandLine

    init() throws { commands = try CommandLine() }

    @Test(arguments: [
        ["serve", "--port", "0", "--boards", "waitlist,orchard"],
        ["venue", "add", "two", "--name", "Two", "--boards", "orchard"],
    ])
    func `an unknown board is an error that lists the known ones`(
        words: [String]
    ) throws {
        let answer = try commands.run(words)
        #expect(answer.status != 0)
        #expect(answer.error.contains("There is no board orchard"))
        #expect(answer.error.contains("waitlist, notice, house"))
        #expect(!commands.exists("data"))
    }

    @Test func `describe prints the boards' declarations`() throws {
        let answer = try commands.run(["describe"])
        #expect(answer.status == 0)
        let described = try JSON(parsing: Array(answer.output.utf8), depthMax: 64)
        let names = described["boards"]?.elements?.compactMap { $0["name"]?.text }
        #expect(names?.prefix(3) == ["waitlist", "notice", "house"])
    }

    @Test func `describe writes the descriptions into a folder, and reports a failure`() throws {
        #expect(try commands.run(["describe", "--into", "described"]).status == 0)
        for file in [
            "docs/asyncapi.yaml", "docs/openapi.yaml", "docs/boards.json", "js/boards.d.ts",
            "js/schemas/waitlist.js",
        ] { #expect(commands.exists("described/\(file)")) }
        let refused = try commands.run(["describe", "--into", "described/docs/boards.json"])
        #expect(refused.status != 0)
        #expect(refused.error.contains("boards.json/docs/asyncapi.yaml can't be written."))
    }

    @Test func `import has a command for each importer of a board`() throws {
        let bad = try commands.run(["import", "restaurantqueue", "nowhere.txt"])
        #expect(bad.status != 0)
        #expect(bad.error.contains("The file nowhere.txt can't be read."))
        #expect(try commands.run(["import", "--help"]).output.contains("restaurantqueue"))
    }

    @Test(arguments: [
        "backup", "restore", "export", "import", "verify", "import events",
        "import restaurantqueue",
    ])
    func `every command has a help text`(command: String) throws {
        let help = try commands.run(command.split(separator: " ").map(String.init) + ["--help"])
        #expect(help.status == 0)
        #expect(help.output.hasPrefix("OVERVIEW: "))
        if command == "export" || command == "backup" { #expect(help.output.contains("guests'")) }
    }
}
