import ArgumentParser
import Operations
import Server
import Storage
import Sync

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Make a venue from a backup.",
        discussion: """
            Needs a data folder on which no hub is running, and creates it if necessary. Never \
            changes an existing venue: to get one as it was, restore it into a new data folder and \
            serve that.

            The venue gets a new epoch, so that every screen fetches everything again. Events, \
            tickets, the PIN and the alarm settings are those of the backup. Devices have to sign in \
            again, because somebody with access to the file may have added one; the command says how. \
            With --with-devices, the devices of the backup keep their tokens, even those that were \
            revoked later. A copy made with --as gets no devices, and no alarms until an owner sets \
            their address. One-time links are not restored.

            A backup that was changed later is refused. --with-devices is refused for a backup without \
            a checksum.
            """)

    @Argument(help: "A file made by `tablecast backup`.")
    var file: String

    @OptionGroup var data: DataOption
    @OptionGroup var venue: VenueOption

    @Option(
        name: .customLong("as"),
        help: "The slug of a copy. Tickets don't work in a copy.")
    var name: String?

    @Flag(help: "Restore every venue in the backup.")
    var all = false

    @Flag(help: "Let devices keep the tokens that they had in the backup.")
    var withDevices = false

    func validate() throws {
        if all, name != nil { throw ValidationError("--all and --as exclude each other.") }
    }

    func run() throws {
        let restore = try VenueRestore(backup: file, into: data.place)
        let restored = try restore.run(
            all ? .all : .one(slug: venue.slug, name: name), includingDevices: withDevices)
        for venue in restored {
            say(
                "\(venue.record.slug): restored through revision \(venue.lastRev), "
                    + "epoch \(venue.record.epoch), devices signed in: \(venue.deviceCount)")
        }
        for venue in restored where venue.deviceCount == 0 {
            say(
                "To sign in an owner: tablecast link --data \(data.path) --venue \(venue.record.slug) "
                    + "--role owner")
        }
    }
}
