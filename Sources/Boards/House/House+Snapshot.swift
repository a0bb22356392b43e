import BoardKit
package import Sync

extension House: RestorableBoard {
    package func save(to writer: inout StateWriter) {
        writer.write(lastRev)
        settings.write(to: &writer)
        writer.write(boardsInUse?.sorted())
        writer.write(revoked.sorted())
        let roles = roles.sorted { $0.key < $1.key }
        writer.write(roles.map(\.key))
        writer.write(roles.map(\.value.rawValue))
        let codes = pairedCodes.sorted { $0.key < $1.key }
        writer.write(codes.map(\.key))
        writer.write(codes.map(\.value))
        day.write(to: &writer)
        effects.write(to: &writer)
        writer.write(email != nil)
        email?.write(to: &writer)
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        lastRev = try reader.read()
        try settings.restore(from: &reader)
        boardsInUse = try reader.read([String]?.self).map { Set($0) }
        revoked = Set(try reader.read([String].self))
        let devices = try reader.read([String].self)
        let roles = try reader.read([String].self).map(Role.init(rawValue:))
        self.roles = Dictionary(zip(devices, roles), uniquingKeysWith: { first, _ in first })
        let codes = try reader.read([String].self)
        let instants = try reader.read([Instant].self)
        pairedCodes = Dictionary(zip(codes, instants), uniquingKeysWith: { first, _ in first })
        day = try ServiceDayEnd(from: &reader)
        effects = try TroubledEffects(from: &reader)
        email = try reader.read(Bool.self) ? EmailSender(from: &reader) : nil
    }
}
