import ArgumentParser
import Server

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the journal, with all venues, to one file.",
        discussion: """
            Can run beside the hub, which goes on meanwhile. The copy is read from end to end before \
            it is put in its place; where the journal is damaged, the file that was there stays, and \
            the exit status is 1.

            The file has guests' names and numbers, and the keys of their tickets: only its owner can \
            read it, and it should be kept so. `tablecast restore` makes venues from it, `tablecast \
            verify FILE` checks it again.
            """)

    @Argument(help: "The file to make.")
    var file: String

    @OptionGroup var data: DataOption

    @Flag(help: "Replace the file if there is one already.")
    var force = false

    func run() throws {
        let lines = try Administration(dataFolder: data.path).backUp(to: file, replacing: force)
        for line in lines { say(line) }
    }
}
