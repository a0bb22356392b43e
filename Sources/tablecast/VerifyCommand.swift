import ArgumentParser
import Server

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check the journal, event by event.",
        discussion: """
            Finds events that are missing, altered, torn or out of order, and says where. Can run \
            beside the hub. Exit status 1 when something is wrong.

            That events are missing at the end it knows by the file tablecast.ends in the data \
            folder. Without that file, and in a backup, it can't; after a power cut the file may \
            lag behind by the last seconds. A backup has a checksum over all that it holds, its \
            devices and keys too: it shows whether the file was changed since, but not who wrote it.
            """)

    @Argument(help: "A backup to check, instead of the data folder.")
    var backup: String?

    @OptionGroup var data: DataOption

    func run() throws {
        let verdict =
            if let backup {
                try Administration.verify(backup: backup)
            } else {
                try Administration(dataFolder: data.path).verify()
            }
        try report(verdict)
    }
}

/// Says what was found, and ends with exit status 1 where something is wrong.
func report(_ verdict: Administration.Verdict) throws {
    for line in verdict.sound + verdict.faults { say(line) }
    if !verdict.faults.isEmpty { throw ExitCode.failure }
}
