import ArgumentParser
import Boards
import Foundation
import Server
import Terminal
import Transport

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make a venue from an export, or import other data.",
        subcommands: [ImportEventsCommand.self]
            + BoardRegistry.shipped.modules.flatMap(\.importers).map { $0.command },
        defaultSubcommand: ImportEventsCommand.self)
}

extension BoardImporter {
    fileprivate static var command: any ParsableCommand.Type { BoardImportCommand<Self>.self }
}

struct BoardImportCommand<Importer: BoardImporter>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Importer.name, abstract: Importer.summary,
            discussion: """
                Importing a file again adds nothing twice. Lines that can't be read are listed. The \
                hub must be stopped meanwhile.
                """)
    }

    @Argument(help: "The other system's file.")
    var file: String

    @OptionGroup var importer: Importer
    @OptionGroup var data: DataOption
    @OptionGroup var venue: VenueOption

    func run() throws {
        // The reader of a pipe may stop reading. What was imported remains.
        Signals.block([])
        guard FileManager.default.isReadableFile(atPath: file) else { throw unreadable }
        let report = try BoardImport(
            by: importer, dataFolder: data.path, venue: venue.slug
        ).run(try content)
        if let failure = report.failures.first {
            for detail in report.failures.dropFirst() { complain(detail) }
            throw HubError(failure)
        }
        say(
            report.summary
                ?? "\(report.importedCount) imported, \(report.knownCount) imported before")
        for refusal in report.refused { say("line \(refusal.line): \(refusal.reason)") }
        for remark in report.remarks { say(remark) }
        if report.importedCount > 0, !Importer.advice.isEmpty { say(Importer.advice) }
    }

    /// Not kept beside what the importer makes of it.
    private var content: [UInt8] {
        get throws {
            guard let content = FileManager.default.contents(atPath: file) else { throw unreadable }
            return Array(content)
        }
    }

    private var unreadable: HubError { HubError("The file \(file) can't be read.") }
}
