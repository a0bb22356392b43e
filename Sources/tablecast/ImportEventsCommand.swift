import ArgumentParser
import BoardKit
import Foundation
import Operations
import Server
import ShippedBoards
import Sync
import Terminal

struct ImportEventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Make a venue from the events that `tablecast export` wrote.",
        discussion: """
            Needs a data folder on which no hub is running, and creates it if necessary. Never \
            changes an existing venue. If a line is invalid or missing, the command says which one, \
            and nothing is imported.

            The events keep their revisions, times and ids. A change that was already made and is \
            sent again is refused, not answered again. Devices have to sign in again, and old tickets \
            are not valid any more.
            """)

    @Argument(help: "The file, or - for standard input.")
    var file: String

    @OptionGroup var data: DataOption
    @OptionGroup var venue: VenueOption

    @Option(help: "The restaurant's name (TABLECAST_NAME).")
    var name: String?

    @Option(help: "The restaurant's time zone (TABLECAST_TIME_ZONE): Europe/Rome.")
    var timeZone: String?

    @Option(
        help: "What screens show of a guest: full, first_initial (default), initials or number.",
        transform: LabelPrivacy.init(named:))
    var labels = LabelPrivacy.firstInitial

    @Option(help: .languages)
    var languages: String?

    @Flag(
        help: """
            Accept a file with masked phone numbers, as engineers can save it on the events page. \
            They stay masked. For experiments, not for guests.
            """)
    var masked = false

    func run() throws {
        let settings = JournalImport.VenueSettings(
            slug: venue.slug, name: name ?? Environment.text("NAME") ?? "Tablecast",
            timeZone: try Environment.timeZone(timeZone), labels: labels,
            languages: try Environment.languages(languages), acceptsMasked: masked)
        let input = file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file)
        guard let input else { throw HubError("The file \(file) can't be read.") }
        let lastRev = try JournalImport(data.place, boards: .shipped)
            .run(settings) { () throws(HubError) in try read(input) }
        say("\(venue.slug): \(lastRev) events imported")
    }

    private static let portionBytes = 65_536

    private func read(_ input: FileHandle) throws(HubError) -> [UInt8] {
        do {
            return Array(try input.read(upToCount: Self.portionBytes) ?? Data())
        } catch {
            throw HubError("The file \(file) can't be read to its end. Nothing was imported.")
        }
    }
}
