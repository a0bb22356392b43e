import ArgumentParser
import Operations
import Server

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the journal, with all venues, to one file.",
        discussion: """
            Can run while the hub is running. The whole copy is checked before it replaces an \
            existing file. If the journal is damaged, or events are missing at its end, the existing \
            file stays and the exit status is 1. If events are missing at the end and there is no \
            file yet, the rest is written; the command says what is missing, and the exit status is 1.

            The file contains guests' names and phone numbers, and the keys of their tickets. Only \
            its owner can read it; keep it that way. Its checksum shows whether it was changed later. \
            `tablecast restore` makes venues from it, and `tablecast verify FILE` checks it.
            """)

    @Argument(help: "The file to make.")
    var file: String

    @OptionGroup var data: DataOption

    @Flag(help: "Replace the file if there is one already.")
    var force = false

    func run() throws {
        let verdict = try Administration(data.place).backUp(to: file, replacing: force)
        try report(verdict)
    }
}
