import ArgumentParser
import Foundation
import Server
import Sync

struct ImportEventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Make a venue from the events that `tablecast export` wrote.",
        discussion: """
            Into a data folder on which no hub runs; it is made if it is not there. A venue that is \
            there already is never touched. Where a line is at fault, or one is missing, it is said \
            which, and nothing is imported.

            The events keep their revisions, times and ids; a change that was sent before and is \
            sent again is refused, not answered once more. Devices have to be signed in anew, and \
            tickets from before are not good any more.
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
        help: "What screens show of a guest: full, first_initial (standard), initials or number.",
        transform: LabelPrivacy.init(named:))
    var labels = LabelPrivacy.firstInitial

    @Flag(
        help: """
            Take a file in which phone numbers are masked, as engineers save it on the events page; \
            they stay masked. For trying things, not for guests.
            """)
    var masked = false

    func run() throws {
        let settings = JournalImport.VenueSettings(
            slug: venue.slug, name: name ?? Environment.text("NAME") ?? "Tablecast",
            timeZone: try Environment.timeZone(timeZone), labels: labels,
            acceptsMasked: masked)
        let input = file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file)
        guard let input else { throw HubError("The file \(file) can't be read.") }
        let lastRev = try JournalImport(dataFolder: data.path)
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
