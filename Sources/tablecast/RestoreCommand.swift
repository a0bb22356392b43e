import ArgumentParser
import Server

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Make a venue from a backup.",
        discussion: """
            Into a data folder on which no hub runs; it is made if it is not there. A venue that is \
            there already is never touched: to have one as it was, restore it into a new data folder, \
            and serve that.

            The venue gets a new epoch, by which every screen knows that the journal is another one, \
            and fetches all afresh. Events, the guests' tickets, the PIN, where alarms go and the \
            devices' tokens are as they were in the backup: screens that were signed in still are, \
            also those whose token was taken away since. With --without-devices all have to be \
            signed in anew, as they have to in a copy that is made with --as, whose alarms go \
            nowhere until an owner says where. One-time links are not restored.
            """)

    @Argument(help: "A file that `tablecast backup` has written.")
    var file: String

    @OptionGroup var data: DataOption
    @OptionGroup var venue: VenueOption

    @Option(
        name: .customLong("as"),
        help: "The slug that the venue gets, as a copy; tickets do not work in a copy.")
    var name: String?

    @Flag(help: "Restore every venue in the backup.")
    var all = false

    @Flag(help: "Leave the devices' tokens out.")
    var withoutDevices = false

    func validate() throws {
        if all, name != nil { throw ValidationError("--all and --as don't go together.") }
    }

    func run() throws {
        let restore = try VenueRestore(backup: file, dataFolder: data.path)
        let restored = try restore.run(
            all ? .all : .one(slug: venue.slug, name: name), includingDevices: !withoutDevices)
        for venue in restored {
            say(
                "\(venue.slug): restored through revision \(venue.lastRev), epoch \(venue.epoch), "
                    + "devices signed in: \(venue.deviceCount)")
        }
    }
}
