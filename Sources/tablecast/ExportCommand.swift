import ArgumentParser
import Glibc
import Server
import Transport

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a venue's events as lines of JSON.",
        discussion: """
            One CloudEvents object a line, as the event stream gives them to an owner: with guests' \
            names, phone numbers and notes, so keep it accordingly. Can run beside the hub.

            `tablecast import` makes a venue from it. What is no event is not in it (the venue's name \
            and settings, tokens, the key of the tickets): to move or to keep a venue whole, use \
            `tablecast backup`.
            """)

    @OptionGroup var data: DataOption
    @OptionGroup var venue: VenueOption

    @Option(name: .shortAndLong, help: "The file to write; standard output by default.")
    var output: String?

    @Flag(help: "Replace the file if there is one already.")
    var force = false

    func run() throws {
        // Whoever reads may stop reading.
        Signals.block([])
        let export = try JournalExport(dataFolder: data.path, venue: venue.slug)
        if let output {
            let count = try export.run(into: output, replacing: force)
            say("\(count) events in \(output)")
        } else {
            try export.run { (lines) throws(HubError) in try Self.write(lines) }
        }
    }

    /// - Returns: whether anybody can still read it; a pipe's reader may be gone, as `head` is.
    private static func write(_ bytes: [UInt8]) throws(HubError) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                Glibc.write(
                    STDOUT_FILENO, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count > 0 {
                written += count
            } else if errno == EPIPE {
                return false
            } else if errno != EINTR {
                throw HubError(
                    "The export can't be written: \(String(cString: strerror(errno))). "
                        + "What is there of it is not whole.")
            }
        }
        return true
    }
}
