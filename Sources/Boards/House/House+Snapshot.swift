package import Sync

extension House: RestorableBoard {
    package func save(to writer: inout StateWriter) {
        writer.write(lastRev)
        venue.writeSettings(to: &writer)
        writer.write(revoked.sorted())
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        lastRev = try reader.read()
        try venue.restoreSettings(from: &reader)
        revoked = Set(try reader.read([String].self))
    }
}

extension VenueRecord {
    func writeSettings(to writer: inout StateWriter) {
        writer.write(name)
        writer.write(timeZone)
        writer.write(labels.rawValue)
    }

    mutating func restoreSettings(from reader: inout StateReader) throws(StateError) {
        name = try reader.read()
        timeZone = try reader.read()
        guard let labels = LabelPrivacy(rawValue: try reader.read()) else {
            throw StateError("the privacy of labels is none")
        }
        self.labels = labels
    }
}
