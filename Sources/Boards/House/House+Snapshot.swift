import BoardKit
package import Sync

extension House: RestorableBoard {
    package func save(to writer: inout StateWriter) {
        writer.write(lastRev)
        writer.write(settings)
        writer.write(boardsInUse)
        writer.write(revoked)
        writer.write(roles.mapValues(\.rawValue))
        writer.write(pairedCodes)
        day.write(to: &writer)
        effects.write(to: &writer)
        writer.write(email != nil)
        email?.write(to: &writer)
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        lastRev = try reader.read()
        settings = try reader.read()
        boardsInUse = try reader.read()
        revoked = try reader.read()
        roles = try reader.read([String: String].self).mapValues(Role.init(rawValue:))
        pairedCodes = try reader.read()
        day = try ServiceDayEnd(from: &reader)
        effects = try TroubledEffects(from: &reader)
        email = try reader.read(Bool.self) ? EmailSender(from: &reader) : nil
    }
}
