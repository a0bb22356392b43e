import ArgumentParser
import Foundation
import Server
import Sync

struct VenueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "venue", abstract: "Add a venue to a hub, or list those it has.",
        discussion: """
            One hub carries as many venues as it has room for, each with parties, screens and an order \
            of its own.
            """,
        subcommands: [Add.self, List.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a venue.",
            discussion: "Beside a running hub too: it answers for the venue from then on.")

        @OptionGroup var data: DataOption

        @Argument(
            help: "The venue's slug, which stands in its addresses: 1 to 40 of a-z, 0-9 and -.")
        var slug: String

        @Option(help: "The restaurant's name, as its screens greet with it.")
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

        func run() throws {
            let zone = try Environment.timeZone(timeZone)
            try Administration(dataFolder: data.path)
                .addVenue(slug, name: name, timeZone: zone, labels: labels)
            say("\(name) is there. To sign its host in:")
            say("  tablecast link --data \(data.path) --venue \(slug) --role host")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the venues.",
            discussion: "A line for each: slug, last revision, time zone and name, apart by tabs.")

        @OptionGroup var data: DataOption

        func run() throws {
            for venue in try Administration(dataFolder: data.path).venues() {
                let columns = [
                    venue.record.slug, "\(venue.lastRev)", venue.record.timeZone, venue.record.name,
                ]
                guard say(columns.joined(separator: "\t")) else { return }
            }
        }
    }
}

extension LabelPrivacy {
    /// As it is written on a command line.
    init(named text: String) throws {
        guard let labels = LabelPrivacy(rawValue: text) else {
            let known = LabelPrivacy.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There are no labels \(text); they are \(known).")
        }
        self = labels
    }
}
