import BoardKit
import Destinations
package import JSON
import Mail
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

extension House: ImportableBoard {
    package var appliedRev: Int { lastRev }

    package func fault(in members: JSON) -> String? {
        if !members.has("timeZone", TimeZoneName.self) { return "its time zone is invalid" }
        if !members.has("labels", LabelPrivacy.self) { return "its privacy of labels is invalid" }
        if !members.has("selfCheckIn", SelfCheckIn.self) { return "its self check-in is invalid" }
        if !members.has("languages", LanguageList.self) { return "its languages are invalid" }
        if !members.has("boards", BoardNames.self) { return "its boards are invalid" }
        if !members.has("dayStart", TimeOfDay.self) { return "its day start is not a time of day" }
        if !members.has("hours", WeeklyHours.self) { return "its opening hours are invalid" }
        if !members.has("exceptions", HoursByDate.self) {
            return "its exceptions of opening hours are invalid"
        }
        let isOfSender = members["channel"] != nil
        let hasSender =
            members.has("host", MailHost.self) && members.has("port", PortNumber.self)
            && members.has("tls", MailServer.Security.self)
            && members.has("from", MailAddress.self) && members.has("user", AccountUser.self)
            && members.has("allowPrivate", Switch.self)
            && members.has("channel", SenderChannel.self) && members.has("ok", Switch.self)
        if isOfSender, !hasSender { return "its sender of messages is invalid" }
        if !members.has("name", HouseName.self) { return "its name is invalid" }
        return nil
    }
}
