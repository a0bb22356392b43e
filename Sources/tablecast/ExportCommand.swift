import ArgumentParser
import BoardKit
import Glibc
import Operations
import Server
import ShippedBoards
import Terminal
import Transport

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a venue's events, or other data, as a file.",
        discussion: "The events contain guests' names, phone numbers and notes, so keep them safe.",
        subcommands: [ExportEventsCommand.self] + ofBoards,
        defaultSubcommand: ExportEventsCommand.self)
}

struct BoardExportCommand<Exporter: BoardExporter>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: Exporter.name, abstract: Exporter.summary)
    }

    @OptionGroup var data: DataOption
    @OptionGroup var venue: VenueOption

    func run() throws {
        // The reader of a pipe may stop reading.
        Signals.block([])
        let content = try BoardExport.run(
            by: Exporter.self, from: data.place, venue: venue.slug, boards: .shipped)
        _ = try StandardOutput.write(content)
    }
}

struct ExportEventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Write a venue's events as lines of JSON.",
        discussion: """
            Each line is a CloudEvents object, as in the event stream of an owner. It contains guests' \
            names, phone numbers and notes, so keep it safe. Can run while the hub is running.

            `tablecast import` makes a venue from it. It contains only events, not the venue's name \
            and settings, the tokens, or the key of the tickets. To move or keep a whole venue, use \
            `tablecast backup`.
            """)

    @OptionGroup var data: DataOption
    @OptionGroup var venue: VenueOption

    @Option(name: .shortAndLong, help: "The file to write; standard output by default.")
    var output: String?

    @Flag(help: "Replace the file if there is one already.")
    var force = false

    func run() throws {
        // The reader of a pipe may stop reading.
        Signals.block([])
        let export = try JournalExport(data.place, venue: venue.slug)
        if let output {
            let count = try export.run(into: output, replacing: force)
            say("\(count) events in \(output)")
        } else {
            try export.run(StandardOutput.write)
        }
    }
}

/// The program's standard output, for bytes rather than lines of text.
private enum StandardOutput {
    /// Writes to standard output.
    ///
    /// - Returns: `false` if the reader of a pipe, such as `head`, is gone.
    static func write(_ bytes: [UInt8]) throws(HubError) -> Bool {
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
                        + "It is not whole.")
            }
        }
        return true
    }
}
