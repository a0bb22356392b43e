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
            and fetches all afresh. Events, the guests' tickets, the PIN and where alarms go are as \
            they were in the backup. Devices have to be signed in anew, because whoever had the file \
            in hand may have added one: the command says how. With --with-devices those of the \
            backup keep their tokens, also those whose token was taken away since. A copy that is \
            made with --as gets none of them, and its alarms go nowhere until an owner says where. \
            One-time links are not restored.

            A backup that was changed after it was written is refused, and so is --with-devices for one \
            without a checksum.
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

    @Flag(help: "Let devices sign in by the tokens that they had in the backup.")
    var withDevices = false

    /// Was an option when devices were restored by default.
    @Flag(help: .hidden)
    var withoutDevices = false

    func validate() throws {
        if withDevices, withoutDevices {
            throw ValidationError("--with-devices and --without-devices don't go together.")
        }
        if all, name != nil { throw ValidationError("--all and --as don't go together.") }
    }

    func run() throws {
        let restore = try VenueRestore(backup: file, dataFolder: data.path)
        let restored = try restore.run(
            all ? .all : .one(slug: venue.slug, name: name), includingDevices: withDevices)
        for venue in restored {
            say(
                "\(venue.slug): restored through revision \(venue.lastRev), epoch \(venue.epoch), "
                    + "devices signed in: \(venue.deviceCount)")
        }
        if !restore.hasChecksum { say(Administration.backupWithoutChecksum) }
        for venue in restored where venue.deviceCount == 0 {
            say(
                "To sign in an owner: tablecast link --data \(data.path) --venue \(venue.slug) "
                    + "--role owner")
        }
    }
}
