package import Sync

extension House: RestorableBoard {
    package func save(to writer: inout StateWriter) {
        writer.write(lastRev)
        venue.writeSettings(to: &writer)
        writer.write(revoked.sorted())
        let roles = roles.sorted { $0.key < $1.key }
        writer.write(roles.map(\.key))
        writer.write(roles.map(\.value.rawValue))
        let codes = pairedCodes.sorted { $0.key < $1.key }
        writer.write(codes.map(\.key))
        writer.write(codes.map(\.value))
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        lastRev = try reader.read()
        try venue.restoreSettings(from: &reader)
        revoked = Set(try reader.read([String].self))
        let devices = try reader.read([String].self)
        let roles = try reader.read([String].self).compactMap(Role.init(rawValue:))
        self.roles = Dictionary(zip(devices, roles), uniquingKeysWith: { first, _ in first })
        let codes = try reader.read([String].self)
        let instants = try reader.read([Instant].self)
        pairedCodes = Dictionary(zip(codes, instants), uniquingKeysWith: { first, _ in first })
    }
}

extension VenueRecord {
    func writeSettings(to writer: inout StateWriter) {
        writer.write(name)
        writer.write(timeZone)
        writer.write(labels.rawValue)
        writer.write(selfCheckIn.rawValue)
        writer.write(languages.map(\.rawValue))
        writer.write(joinLink)
    }

    mutating func restoreSettings(from reader: inout StateReader) throws(StateError) {
        name = try reader.read()
        timeZone = try reader.read()
        guard let labels = LabelPrivacy(rawValue: try reader.read()) else {
            throw StateError("the privacy of labels is none")
        }
        self.labels = labels
        guard let selfCheckIn = SelfCheckIn(rawValue: try reader.read()) else {
            throw StateError("the self check-in is none")
        }
        self.selfCheckIn = selfCheckIn
        languages = try reader.read([String].self).compactMap(Language.init(rawValue:))
        if languages.isEmpty { throw StateError("the languages are none") }
        joinLink = try reader.read()
    }
}
