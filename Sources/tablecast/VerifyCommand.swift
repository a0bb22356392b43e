import ArgumentParser
import Operations
import Server

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check the journal, event by event.",
        discussion: """
            Finds events that are missing, altered, torn or out of order, and says where. Also finds \
            indexes that are missing or do not match the events; the hub's next start rebuilds them. \
            Can run while the hub is running. The exit status is 1 if something is wrong.

            The file tablecast.ends in the data folder shows whether events are missing at the end. \
            Without it, and in a backup, that can't be known; after a power cut, the file may lag \
            behind by some seconds. The checksum of a backup covers everything, including devices and \
            keys. It shows whether the file was changed later, but not who wrote it.
            """)

    @Argument(help: "A backup to check, instead of the data folder.")
    var backup: String?

    @OptionGroup var data: DataOption

    func run() throws {
        let verdict =
            if let backup {
                try Administration.verify(backup: backup, in: data.place)
            } else {
                try Administration(data.place).verify()
            }
        try report(verdict)
    }
}

/// Prints the findings, and ends with exit status 1 if something is wrong.
func report(_ verdict: Administration.Verdict) throws {
    for line in verdict.sound + verdict.faults { say(line) }
    if !verdict.faults.isEmpty { throw ExitCode.failure }
}
