import ArgumentParser
import BoardKit
import Foundation
import Server
import ShippedBoards
import Terminal
import Transport

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make a venue from an export, or import other data.",
        subcommands: [ImportEventsCommand.self] + ofBoards,
        defaultSubcommand: ImportEventsCommand.self)
}

/// The options of `tablecast import <name>`, which make the importer.
protocol ImporterOptions: ParsableArguments {
    associatedtype Importer: BoardImporter

    var importer: Importer { get }
}

struct BoardImportCommand<Options: ImporterOptions>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Options.Importer.name, abstract: Options.Importer.summary,
            discussion: """
                Importing a file again adds nothing twice. Lines that can't be read are listed. The \
                hub must be stopped meanwhile.
                """)
    }

    @Argument(help: "The other system's file.")
    var file: String

    @OptionGroup var options: Options
    @OptionGroup var data: DataOption
    @OptionGroup var venue: VenueOption

    func run() throws {
        // The reader of a pipe may stop reading. The imported data remains.
        Signals.block([])
        guard FileManager.default.isReadableFile(atPath: file) else { throw unreadable }
        let report = try BoardImport(
            by: options.importer, into: data.place, venue: venue.slug,
            boards: .shipped
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
        if report.importedCount > 0, !Options.Importer.advice.isEmpty {
            say(Options.Importer.advice)
        }
    }

    /// Computed, so that the content is not held in memory besides the importer's result.
    private var content: [UInt8] {
        get throws {
            guard let content = FileManager.default.contents(atPath: file) else { throw unreadable }
            return Array(content)
        }
    }

    private var unreadable: HubError { HubError("The file \(file) can't be read.") }
}
