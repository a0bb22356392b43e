import Foundation
import HostilePeers
import TestSupport
import Testing

/// `tablecast import menu` and `tablecast export menu`, with the hub stopped.
@Suite(.timeLimit(.minutes(2)))
struct OrdersCommandTests {
    private let commands: CommandLine
    private let hub: ServedHub

    init() throws {
        commands = try CommandLine()
        hub = try ServedHub(program: BuiltProgram.named("tablecast"))
        hub.crash()
    }

    private func run(_ arguments: String...) throws -> CommandLine.Answer {
        try commands.run(arguments + ["--data", hub.dataFolder])
    }

    private func importMenu(_ name: String) throws -> CommandLine.Answer {
        try run("import", "menu", VectorFile.url("orders/menus/\(name)").path)
    }

    @Test func `reports what was imported, and the second time that nothing is new`() throws {
        let first = try importMenu("small.json")
        #expect(first.status == 0)
        #expect(first.output == "4 added, 0 changed, 0 unchanged, 2 new sections\n")
        let second = try importMenu("small.json")
        #expect(second.status == 0)
        #expect(second.output == "0 added, 0 changed, 4 unchanged, 0 new sections\n")
    }

    @Test func `reports each problem in a line, and imports the rest`() throws {
        let answer = try importMenu("places.json")
        #expect(answer.status == 0)
        let problem = "Price must be an integer from 0 to 99999999"
        #expect(
            answer.output == """
                1 added, 0 changed, 0 unchanged, 1 new sections
                line 1, dish 1, precio: \(problem)
                line 1, dish 2, precio: \(problem)
                line 3, dish 3, precio: \(problem)

                """)
    }

    @Test(arguments: ["bad-empty.json", "bad-cut-off.json", "bad-latin1.json", "bad-object.json"])
    func `rejects a file that is not a menu on standard error`(name: String) throws {
        let answer = try importMenu(name)
        #expect(answer.status == 1)
        #expect(answer.output.isEmpty)
        #expect(!answer.error.isEmpty)
    }

    @Test func `an exported menu is imported without a change`() throws {
        _ = try importMenu("small.json")
        let export = try run("export", "menu")
        #expect(export.status == 0)
        try Data(export.output.utf8).write(
            to: URL(fileURLWithPath: commands.path("menu.json")))
        let again = try run("import", "menu", "menu.json")
        #expect(again.output == "0 added, 0 changed, 4 unchanged, 0 new sections\n")
        #expect(try run("verify").status == 0)
    }
}
