import JSON
import Store
import Sync

/// Writes a venue's journal as lines of JSON, one CloudEvents object each, as an owner's event stream
/// has them, beside a running hub or without one.
public struct JournalExport {
    /// So many events at a time, however many there are.
    private static let pageEventsMax = 500
    private static let pageBytesMax = 262_144

    private let store: Store
    private let record: VenueRecord
    /// What comes later does not belong to it.
    private let events: SoundEvents

    /// - Throws: one line that says what to do: no such folder, no such venue; the journal has lost its
    ///   end.
    public init(dataFolder: String, venue: String) throws(HubError) {
        let administration = try Administration(dataFolder: dataFolder)
        record = try administration.demand(venue)
        let store = administration.store
        events = try Administration.explained { () throws(StoreError) in
            try store.soundEvents(of: venue)
        }
        self.store = store
    }

    /// - Parameter write: takes some lines at a time; `false` ends it there.
    /// - Returns: how many events were written.
    /// - Throws: when the journal is damaged, or `write` fails.
    @discardableResult
    public func run(_ write: ([UInt8]) throws(HubError) -> Bool) throws(HubError) -> Int {
        var rest = events
        var rev = 0
        while true {
            let page = try Administration.explained { () throws(StoreError) in
                try rest.next(limit: Self.pageEventsMax, bytesMax: Self.pageBytesMax)
            }
            guard let last = page.last else { break }
            var lines: [UInt8] = []
            for event in page {
                event.cloudEvent(venue: record.slug, epoch: record.epoch).write(to: &lines)
                lines.append(UInt8(ascii: "\n"))
            }
            guard try write(lines) else { break }
            rev = last.rev
        }
        return rev
    }

    /// Writes it into a new file, which is there whole or not at all.
    ///
    /// - Returns: how many events were written.
    public func run(into path: String, replacing: Bool) throws(HubError) -> Int {
        let file = try Administration.explained { () throws(StoreError) in
            try store.newFile(path, replacing: replacing)
        }
        let count = try run { (lines) throws(HubError) in
            try Administration.explained { () throws(StoreError) in try file.write(lines) }
            return true
        }
        try Administration.explained { () throws(StoreError) in try file.finish() }
        return count
    }
}
