import ArgumentParser
import BoardKit
import Foundation
import Operations
import Server
import Sync
import Terminal

struct VenueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "venue", abstract: "Add a venue to a hub, or list its venues.",
        discussion: """
            A hub can have many venues, each with its own parties and screens.
            """,
        subcommands: [Add.self, List.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a venue.",
            discussion: "Can run while the hub is running, which then serves the venue at once.")

        @OptionGroup var data: DataOption

        @Argument(
            help: "The venue's slug, a part of its addresses: 1 to 40 of a-z, 0-9 and -.")
        var slug: String

        @Option(help: "The restaurant's name, which its screens show.")
        var name: String

        @Option(help: "The restaurant's time zone: Europe/Rome; this machine's by default.")
        var timeZone: String?

        @Option(
            help: """
                How much of a guest's name the screens show: full, first_initial (Ada L.), initials \
                (A. L.) or number.
                """,
            transform: LabelPrivacy.init(named:))
        var labels = LabelPrivacy.firstInitial

        @Option(help: .boards)
        var boards: String?

        @Option(help: .languages)
        var languages: String?

        func run() throws {
            let zone = try Environment.timeZone(timeZone)
            let boards = try Environment.boards(boards)
            let languages = try Environment.languages(languages)
            try Administration(data.place)
                .addVenue(
                    slug, name: name, timeZone: zone, labels: labels, boards: boards,
                    languages: languages)
            say("\(name) was added. To sign its host in:")
            say("  tablecast link --data \(data.path) --venue \(slug) --role host")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the venues.",
            discussion: "Prints for each: slug, revision, time zone and name, separated by tabs.")

        @OptionGroup var data: DataOption

        func run() throws {
            for venue in try Administration(data.place).venues() {
                let columns = [
                    venue.record.slug, "\(venue.lastRev)", venue.record.timeZone, venue.record.name,
                ].map { TerminalText.escaped($0) }
                guard sayAsItIs(columns.joined(separator: "\t")) else { return }
            }
        }
    }
}

extension LabelPrivacy {
    /// Reads a command-line argument.
    init(named text: String) throws {
        guard let labels = LabelPrivacy(rawValue: text) else {
            let known = LabelPrivacy.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There are no labels \(text). Choose one of \(known).")
        }
        self = labels
    }
}
