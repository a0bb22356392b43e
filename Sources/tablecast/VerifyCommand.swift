import ArgumentParser
import Server

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check the journal, event by event.",
        discussion: """
            Finds events that are missing, altered, torn or out of order, and says where. Can run \
            beside the hub. Exit status 1 when something is wrong.
            """)

    @OptionGroup var data: DataOption

    func run() throws {
        let verdict = try Administration(dataFolder: data.path).verify()
        for line in verdict.sound + verdict.faults { say(line) }
        if !verdict.faults.isEmpty { throw ExitCode.failure }
    }
}
