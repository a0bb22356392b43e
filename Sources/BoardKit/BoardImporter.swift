public import Sync

/// Imports another system's data into a venue that no hub is running, by
/// `tablecast import <name> FILE`. Its properties are the command's options.
public protocol BoardImporter: Sendable {
    /// The name of the command: `restaurantqueue`.
    static var name: String { get }

    /// A sentence for the command's help.
    static var summary: String { get }

    /// The advice to show after an import; empty for none.
    static var advice: String { get }

    /// Imports a file, and reports what was imported. The venue then has events to journal.
    func run(_ file: consuming [UInt8], into venue: inout Venue, at now: Instant) -> ImportReport
}

public struct ImportReport: Sendable {
    public var importedCount = 0
    /// The number of records that were imported before.
    public var knownCount = 0
    /// The refused records: the line, from 1, and the reason, which never contains a guest's name.
    public var refused: [(line: Int, reason: String)] = []
    /// The text in place of the numbers of imported and known records, if any.
    public var summary: String?
    /// Further lines for the command to print.
    public var remarks: [String] = []
    /// The reasons why nothing was imported, line by line. The command fails then.
    public var failures: [String] = []

    public init() {}
}

/// Exports a part of a venue as a file of another system, by `tablecast export <name>`.
public protocol BoardExporter: Sendable {
    /// The name of the command: `menu`.
    static var name: String { get }

    /// A sentence for the command's help.
    static var summary: String { get }

    /// Returns the content of the file, or `nil` if the venue does not have the board.
    static func run(_ venue: Venue) -> [UInt8]?
}
