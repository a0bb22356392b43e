import Foundation
import JSON
package import Storage
import Sync
public import Terminal

/// Writes a venue's journal as lines of JSON, whether or not a hub is running. Each line is a
/// CloudEvents object, as in an owner's event stream. The line of an event that mentions reference
/// data also has the data, in Base64, as `content`, unless a later event has replaced it.
public struct JournalExport {
    private let place: any StoragePlace
    private let storage: any HubStorage
    private let record: VenueRecord
    /// The last revision at the time of the start. Later events are not exported.
    private let lastRev: Int

    /// - Throws: a line that says what to do, if there is no such folder or venue, or the journal has
    ///   lost its end.
    package init(_ place: any StoragePlace, venue: String) throws(HubError) {
        let administration = try Administration(place)
        record = try administration.demand(venue)
        let storage = administration.storage
        lastRev = try Administration.explained { try storage.checkEnd(of: venue) }
        self.place = place
        self.storage = storage
    }

    /// - Parameter write: gets some lines at a time. Returns `false` to end the export.
    /// - Returns: the number of events that were written.
    /// - Throws: an error if the journal is damaged, or that of `write`.
    @discardableResult
    public func run(_ write: ([UInt8]) throws -> Bool) throws(HubError) -> Int {
        try Administration.explained {
            var position: ReplayPosition? = ReplayPosition(after: 0, through: lastRev)
            var rev = 0
            while let here = position {
                let portion = try storage.replay(record.slug, from: here)
                guard let last = portion.events.last else { break }
                position = portion.next
                var lines: [UInt8] = []
                for event in portion.events {
                    try line(of: event).write(to: &lines)
                    lines.append(UInt8(ascii: "\n"))
                }
                guard try write(lines) else { break }
                rev = last.rev
            }
            return rev
        }
    }

    private func line(of event: Event) throws(StoreError) -> JSON {
        let line = event.cloudEvent(venue: record.slug, epoch: record.epoch)
        guard let digest = ReferenceMention(in: event.data)?.digest,
            let content = try storage.reference(digest, ofBoard: event.board, in: record.slug),
            var members = line.members
        else { return line }
        members[ExportedEvent.contentMember] = .string(
            Data(content.bytes).base64EncodedString())
        return .object(members)
    }

    /// Writes the export to a new file, which appears complete or not at all.
    ///
    /// - Returns: the number of events that were written.
    public func run(into path: String, replacing: Bool) throws(HubError) -> Int {
        try Administration.explained {
            let file = try NewFile(path, replacing: replacing, outside: place.folder)
            let count = try run { lines in
                try file.write(lines)
                return true
            }
            try file.finish()
            return count
        }
    }
}
