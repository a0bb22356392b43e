import BoardKit
import HouseBoard
import JSON
import Sync

extension Orders {
    static let menuDocument = Schema.record(
        .always(
            "sections",
            .rows(
                .always("rank", .text), .always("name", .text), .maybe("station", .text),
                .maybe("texts", MenuTexts.schema))),
        .always(
            "dishes",
            .rows(
                .always("rank", .text), .always("section", .text), .always("name", .text),
                .always("price", .count), .always("vat", .count), .maybe("description", .text),
                .maybe("allergens", AllergenList.schema), .maybe("station", .text),
                .maybe("texts", MenuTexts.schema),
                .maybe("left", .count, "Absent if there are plenty, 0 if it is sold out"))),
        .always("currency", .text))

    static let tabDocument = Schema.record(
        .always("tab", Schema(.members(of: tabMembers + [.maybe("party", .text)]))),
        .always("lines", lineRows),
        .always(
            "payments",
            .rows(
                .always("amount", .count), .always("tip", .count),
                .always("method", PaymentMethod.schema), .always("at", .instant),
                .maybe("lines", Schema(.list(of: .text, countMax: LineList.countMax))),
                .maybe("person", .text))),
        .always("bill", bill), .always("currency", .text))

    static let guestDocument = Schema.record(
        .always("venue", venue), .always("tab", Schema(.members(of: tabMembers))),
        .always("lines", guestLineRows), .always("bill", bill), .always("currency", .text))

    static let hostDocument = Schema.record(
        .always("tabs", hostRows), .always("gone", hostRows, "Those that left in this service day"),
        .always("currency", .text))

    static let kitchenDocument = Schema.record(
        .always("rounds", kitchenRows), .always("recent", kitchenRows))

    static let displayDocument = Schema.record(
        .always("venue", venue),
        .always(
            "tabs",
            .rows(
                .always("number", .count),
                .always("status", Schema(.choice(["preparing", "ready"]))),
                .always("at", .instant))))

    static let historyDocument = Schema.record(
        .always(
            "tabs",
            .rows(
                .always("number", .count), .always("kind", TabKind.schema),
                .always("status", tabStatus), .always("openedAt", .instant),
                .always("leftAt", .instant), .maybe("table", .text), .maybe("name", .text),
                .maybe("phone", .text), .always("total", .count), .always("tip", .count),
                .always("dishes", .count))),
        .always(
            "totals",
            .record(
                .always("tabs", .count), .always("dishes", .count), .always("total", .count),
                .always("tip", .count),
                .always("methods", .rows(.always("amount", .count), .always("tip", .count))),
                .always("vat", taxed))),
        .always("currency", .text))

    private static let venue = Schema.record(
        .always("name", .text), .always("timeZone", TimeZoneName.schema))

    private static let tabStatus = Schema(.choice(TabStatus.allCases.map(\.rawValue)))
    private static let lineStatus = Schema(.choice(LineStatus.allCases.map(\.rawValue)))

    private static let tabMembers: [ArgumentDeclaration] = [
        .always("number", .count), .always("kind", TabKind.schema), .always("status", tabStatus),
        .always("openedAt", .instant), .maybe("table", .text), .maybe("name", .text),
        .maybe("phone", .text), .maybe("address", .text), .maybe("leftAt", .instant),
        .maybe("reason", .text), .maybe("into", .text),
    ]

    private static let hostMembers: [ArgumentDeclaration] = [
        .maybe("party", .text), .always("total", .count), .always("paid", .count),
        .always("due", .count), .always("tip", .count), .always("dishes", .count),
        .always("basket", .count), .always("kitchen", .count), .always("ready", .count),
        .maybe("waitingSince", .instant),
    ]

    private static let hostRows = Schema(
        .rows(of: Schema(.members(of: tabMembers + hostMembers))))

    private static let lineMembers: [ArgumentDeclaration] = [
        .always("dish", .text), .always("quantity", .count), .always("status", lineStatus),
        .always("at", .instant), .maybe("notes", .text), .maybe("person", .text),
        .maybe("name", .text), .maybe("price", .count), .maybe("vat", .count),
        .maybe("round", .count), .maybe("station", .text), .maybe("paid", Schema(.flag)),
    ]

    private static let guestLineRows = Schema(.rows(of: Schema(.members(of: lineMembers))))

    private static let lineRows = Schema(
        .rows(
            of: Schema(
                .members(of: lineMembers + [.maybe("reason", .text, "Not shown to the guests")]))))

    private static let taxed = Schema.rows(.always("gross", .count), .always("vat", .count))

    private static let bill = Schema.record(
        .always("dishes", .count), .always("total", .count), .maybe("delivery", .count),
        .always("vat", taxed, "By the rate in hundredths of a percent"), .always("paid", .count),
        .always("tip", .count), .always("due", .count),
        .maybe("people", Schema(.rows(of: .count)), "The share of each person"))

    private static let kitchenRows = Schema.rows(
        .always("tab", .text), .always("number", .count), .always("round", .count),
        .always("kind", TabKind.schema), .maybe("table", .text), .always("placedAt", .instant),
        .maybe("doneAt", .instant),
        .always(
            "lines",
            .rows(
                .always("dish", .text), .always("name", .text), .always("quantity", .count),
                .always("status", lineStatus), .always("at", .instant), .maybe("notes", .text),
                .maybe("station", .text))))
}

/// The date of a service day: `2026-11-20`.
struct DayText: ArgumentValue {
    static let schema = Schema(
        .text(charactersMin: 10, charactersMax: 10, pattern: #"^\d{4}-\d{2}-\d{2}$"#))

    let text: String

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text, Instant(text + "T00:00:00Z") != nil else {
            throw Reason(.noDay)
        }
        self.text = text
    }
}
