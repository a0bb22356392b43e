public import Sync

/// Imports another system's data into a venue that no hub is running, by
/// `tablecast import <name> FILE`. Its properties are the command's options.
public protocol BoardImporter: Sendable {
    /// The name of the command: `restaurantqueue`.
    static var name: String { get }

    /// What the command's help says that it does, as one sentence.
    static var summary: String { get }

    /// What people should do after an import; empty if nothing.
    static var advice: String { get }

    /// Imports a file. The result is the events that the venue then has for its journal.
    func run(_ file: consuming [UInt8], into venue: inout Venue, at now: Instant) -> ImportReport
}

/// The result of an import.
public struct ImportReport: Sendable {
    /// The number of imported records.
    public var importedCount = 0
    /// The number of records that were imported before.
    public var knownCount = 0
    /// The refused records: the line, from 1, and the reason, which never contains a guest's name.
    public var refused: [(line: Int, reason: String)] = []
    /// The result as the command tells it; `nil` for the numbers of imported and known records.
    public var summary: String?
    /// What else the command tells, line by line.
    public var remarks: [String] = []
    /// Why nothing was imported, line by line. The command fails then.
    public var failures: [String] = []

    public init() {}
}

/// Exports a part of a venue as a file of another system, by `tablecast export <name>`.
public protocol BoardExporter: Sendable {
    /// The name of the command: `menu`.
    static var name: String { get }

    /// What the command's help says that it does, as one sentence.
    static var summary: String { get }

    /// The content of the file; `nil` if the venue does not have the board.
    static func run(_ venue: Venue) -> [UInt8]?
}
