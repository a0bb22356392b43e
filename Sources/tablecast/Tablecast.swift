import ArgumentParser

/// The program, with its commands.
@main
struct Tablecast: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tablecast",
        abstract: "A restaurant's front of house, live on every screen.",
        version: "0.1.0",
        subcommands: [
            ServeCommand.self, VenueCommand.self, TokenCommand.self, LinkCommand.self,
            VerifyCommand.self, BackupCommand.self, RestoreCommand.self, ExportCommand.self,
            ImportCommand.self, DoctorCommand.self, StatusCommand.self, WatchCommand.self,
            RehearseCommand.self, CertificateCommand.self, DescribeCommand.self,
            MazeCommand.self,
        ])
}
