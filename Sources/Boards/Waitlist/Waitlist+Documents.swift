import BoardKit
import HouseBoard
import Sync

extension Waitlist {
    static let displayDocument = Schema.record(
        .always(
            "venue",
            .record(
                .always("name", .text), .always("timeZone", TimeZoneName.schema),
                .always("languages", LanguageList.schema),
                .maybe("labels", numberLabels, "Only where the labels are the parties' numbers"),
                .maybe("joinLink", .text))),
        .always(
            "parties",
            .rows(
                .always("rank", .text, "The order of the list"), .always("label", .text),
                .always("size", PartySize.schema),
                .always("status", Schema(.choice(["waiting", "ready"]))),
                .always("arrivedAt", .instant), .maybe("readyAt", .instant)),
            "Those who wait or are ready, by their ids"))

    private static let numberLabels = Schema(.choice([LabelPrivacy.number.rawValue]))

    static let hostDocument = Schema.record(
        .always("parties", hostRows),
        .always("gone", hostRows, "Those who have left since the service day began"))

    private static let hostRows = Schema.rows(
        .always("rank", .text), .always("number", .count), .always("name", .text),
        .always("size", PartySize.schema), .maybe("phone", .text), .maybe("notes", .text),
        .maybe("tags", Schema(.list(of: .text, countMax: PartyTags.countMax))),
        .always("status", status), .always("arrivedAt", .instant), .maybe("readyAt", .instant),
        .maybe("leftAt", .instant), .maybe("table", .text))

    static let guestDocument = Schema.record(
        .always(
            "venue",
            .record(.always("name", .text), .always("timeZone", TimeZoneName.schema))),
        .always(
            "party",
            .record(
                .always("number", .count), .always("name", .text),
                .always("size", PartySize.schema), .always("status", status),
                .always("arrivedAt", .instant), .maybe("readyAt", .instant))),
        .maybe("ahead", .count, "How many wait before it, while it waits"))

    private static let status = Schema(.choice(PartyStatus.allCases.map(\.rawValue)))
}
