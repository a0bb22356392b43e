public import Sync

/// Imports another system's data into a venue that no hub is running.
public struct BoardImporter: Sendable {
    /// The name of the import command: `restaurantqueue`.
    public let name: String
    /// Imports a file. The result is the events that the venue then has for its journal.
    public let run:
        @Sendable (_ file: [UInt8], _ venue: inout Venue, _ now: Instant) -> ImportReport
}

/// The result of an import.
public struct ImportReport: Sendable {
    /// The number of imported records.
    public var importedCount = 0
    /// The number of records that were imported before.
    public var knownCount = 0
    /// The refused records: the line, from 1, and the reason, which never contains a guest's name.
    public var refused: [(line: Int, reason: String)] = []
}
