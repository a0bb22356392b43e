import ArgumentParser
import Foundation
import Server
import Transport

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make a venue from an export, or take over other data.",
        subcommands: [ImportEventsCommand.self, RestaurantQueueCommand.self],
        defaultSubcommand: ImportEventsCommand.self)
}

struct RestaurantQueueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restaurantqueue",
        abstract: "Take over the reservations of a RestaurantQueue server's file.",
        discussion: """
            What can be read goes in, once, however often it is imported; what can't is listed by \
            its line. The hub must be stopped meanwhile.
            """)

    @Argument(help: "The old server's file.")
    var file: String

    @OptionGroup var data: DataOption
    @OptionGroup var venue: VenueOption

    func run() throws {
        // Whoever reads the list may stop reading; what is imported stays imported.
        Signals.block([])
        guard let content = FileManager.default.contents(atPath: file) else {
            throw HubError("The file \(file) can't be read.")
        }
        let report = try RestaurantQueueImport(dataFolder: data.path, venue: venue.slug)
            .run(Array(content))
        say("\(report.importedCount) imported, \(report.knownCount) known from before")
        for refusal in report.refused { say("line \(refusal.line): \(refusal.reason)") }
        if report.importedCount > 0 {
            say("The old server left lines behind of parties that were gone: look the list over.")
        }
    }
}
