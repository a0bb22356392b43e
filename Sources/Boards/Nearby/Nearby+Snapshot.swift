import BoardKit
package import Sync

extension Nearby: RestorableBoard {
    package func save(to writer: inout StateWriter) {
        writeLedgers(to: &writer)
        writer.write(parts)
        writer.write(friends)
        feeds.write(to: &writer)
        areas.write(to: &writer)
        sourceHealth.write(to: &writer)
        writer.write(house)
        writer.write(bytes)
        writer.write(lastRev)
        writer.write(venueChangedRev)
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        try restoreLedgers(from: &reader)
        try index()
        parts = try reader.read()
        friends = try reader.read()
        feeds = try FeedLibrary(from: &reader)
        areas = try AreaLibrary(from: &reader)
        sourceHealth = try SourceHealth(from: &reader)
        house = try reader.read()
        bytes = try reader.read()
        lastRev = try reader.read()
        venueChangedRev = try reader.read()
        shownVenue = venueMember
        due = parts.keys.compactMap { rounds[$0]?.due }.min()
    }
}

extension RoundParts: SavedFields {
    static let blank = RoundParts()

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&options, old.options)
        try fields(&dropped, old.dropped)
        try fields(&friends, old.friends)
        try fields(&mail, old.mail)
        try fields(&changedRev, old.changedRev)
    }
}
