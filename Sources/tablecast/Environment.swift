import ArgumentParser
import BoardKit
import Foundation
import SQLiteStorage
import ShippedBoards
import Storage
import Terminal

#if Cluster
    import PostgresStorage
#endif

extension Environment {
    /// Returns the given time zone, or that of the environment or this machine.
    static func timeZone(_ named: String?) throws -> String {
        let zone = named ?? text("TIME_ZONE") ?? TimeZone.current.identifier
        guard TimeZone(identifier: zone) != nil else {
            throw ValidationError("There is no time zone \(zone). An example is Europe/Rome.")
        }
        return zone
    }

    /// Returns the names of the boards for a new venue, or `nil` for all.
    static func boards(_ list: String?) throws -> [String]? {
        do {
            return try (list ?? text("BOARDS")).map(BoardRegistry.shipped.chosen)
        } catch {
            throw ValidationError(error.description)
        }
    }

    /// Returns the languages for a new venue, or `nil` for all.
    static func languages(_ list: String?) throws -> [Language]? {
        guard let list = list ?? text("LANGUAGES") else { return nil }
        let named = list.split(separator: ",").map { Language(rawValue: String($0)) }
        let languages = named.compactMap(\.self)
        guard !languages.isEmpty, Set(languages).count == named.count else {
            let known = Language.allCases.map(\.rawValue).joined(separator: ",")
            throw ValidationError("The languages must be some of \(known), each once.")
        }
        return languages
    }

    static func value<Value: ExpressibleByArgument>(_ name: String) throws -> Value? {
        guard let text = text(name) else { return nil }
        guard let value = Value(argument: text) else {
            throw ValidationError("TABLECAST_\(name) can't be '\(text)'.")
        }
        return value
    }
}

extension ArgumentHelp {
    /// The help text of the option that chooses the languages of a new venue.
    static var languages: ArgumentHelp {
        ArgumentHelp(
            "The languages of guests and the room in a new venue, its own first; all by default, "
                + "that of its time zone first: "
                + Language.allCases.map(\.rawValue).joined(separator: ",") + ".",
            valueName: "a,b")
    }

    /// The help text of the option that chooses the boards of a new venue.
    static var boards: ArgumentHelp {
        ArgumentHelp(
            "Of the boards that can be switched off, those that a new venue uses; all by default: "
                + BoardRegistry.shipped.names.joined(separator: ",") + ".",
            valueName: "a,b")
    }
}

/// The data folder, which contains the journal.
struct DataOption: ParsableArguments {
    @Option(
        name: .customLong("data"),
        help: "The folder with the journal (TABLECAST_DATA).")
    private var folder: String?

    @Option(
        help: ArgumentHelp(
            """
            A PostgreSQL database with the journal, instead of one in the folder (TABLECAST_JOURNAL). \
            The password comes from PGPASSFILE or PGPASSWORD.
            """, valueName: "postgres://user@host/database"))
    private var journal: String?

    @Option(
        help: ArgumentHelp(
            "With --journal: the hub's name, by default the machine's (TABLECAST_HUB).",
            valueName: "name"))
    private var hub: String?

    var path: String { folder ?? Environment.text("DATA") ?? "data" }

    /// The journal for a command.
    var place: any StoragePlace { get throws { try place(as: try hubName() + " (a command)") } }

    /// The journal for the hub itself.
    var hubPlace: any StoragePlace { get throws { try place(as: try hubName()) } }

    private func place(as name: @autoclosure () throws -> String) throws -> any StoragePlace {
        try Self.place(in: path, journal: journal ?? Environment.text("JOURNAL"), as: name())
    }

    /// - Parameters:
    ///   - journal: the address of a database; `nil` if the journal is in the folder.
    ///   - name: the name by which a lease is taken.
    static func place(
        in folder: String, journal: String?, as name: @autoclosure () throws -> String
    ) throws -> any StoragePlace {
        guard let journal else { return SQLiteFolder(folder) }
        #if Cluster
            return PostgresPlace(
                try PostgresAddress(journal), folder: folder, hub: try name(),
                keyPath: Environment.text("KEY"))
        #else
            throw ValidationError(
                "This tablecast was built for data folders only, so it can't use \(journal).")
        #endif
    }

    private func hubName() throws -> String {
        let name = hub ?? Environment.text("HUB") ?? ProcessInfo.processInfo.hostName
        guard (1...64).contains(name.utf8.count),
            name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) })
        else {
            throw ValidationError(
                "A hub's name has 1 to 64 characters of A-Z, a-z, 0-9, dots, hyphens and underscores."
            )
        }
        return name
    }
}

/// The venue on which a command acts.
struct VenueOption: ParsableArguments {
    @Option(name: .customLong("venue"), help: "The venue's slug (TABLECAST_VENUE).")
    private var given: String?

    var slug: String { given ?? Environment.text("VENUE") ?? "main" }
}
