import BoardKit
import Destinations
package import JSON
import Mail

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
