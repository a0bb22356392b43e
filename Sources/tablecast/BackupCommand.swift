import ArgumentParser
import Server

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the journal, with all venues, to one file.",
        discussion: """
            Can run beside the hub, which goes on meanwhile. The copy is read from end to end before \
            it is put in its place; where the journal is damaged, or has lost its end, the file that \
            was there stays, and the exit status is 1. Of a journal that has lost its end a new file \
            gets what is left; it is said what is missing, and the exit status is 1 too.

            The file has guests' names and numbers, and the keys of their tickets: only its owner can \
            read it, and it should be kept so. A checksum over all of it shows later whether it was \
            changed. `tablecast restore` makes venues from it, `tablecast \
            verify FILE` checks it again.
            """)

    @Argument(help: "The file to make.")
    var file: String

    @OptionGroup var data: DataOption

    @Flag(help: "Replace the file if there is one already.")
    var force = false

    func run() throws {
        let verdict = try Administration(dataFolder: data.path).backUp(to: file, replacing: force)
        try report(verdict)
    }
}
