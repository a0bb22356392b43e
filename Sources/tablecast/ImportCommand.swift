import ArgumentParser
import Boards
import Foundation
import Server
import Terminal
import Transport

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make a venue from an export, or import other data.",
        subcommands: [ImportEventsCommand.self, RestaurantQueueCommand.self],
        defaultSubcommand: ImportEventsCommand.self)
}

struct RestaurantQueueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restaurantqueue",
        abstract: "Import the reservations in a RestaurantQueue server's file.",
        discussion: """
            Importing a file again adds nothing twice. Lines that can't be read are listed. The hub \
            must be stopped meanwhile.
            """)

    @Argument(help: "The old server's file.")
    var file: String

    @OptionGroup var data: DataOption
    @OptionGroup var venue: VenueOption

    func run() throws {
        // The reader of a pipe may stop reading. What was imported remains.
        Signals.block([])
        guard let content = FileManager.default.contents(atPath: file) else {
            throw HubError("The file \(file) can't be read.")
        }
        let report = try BoardImport(
            of: "restaurantqueue", dataFolder: data.path, venue: venue.slug
        ).run(Array(content))
        say("\(report.importedCount) imported, \(report.knownCount) imported before")
        for refusal in report.refused { say("line \(refusal.line): \(refusal.reason)") }
        if report.importedCount > 0 {
            say("The old server kept lines of parties that had left: check the list.")
        }
    }
}
