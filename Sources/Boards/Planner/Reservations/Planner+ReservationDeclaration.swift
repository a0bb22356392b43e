import BoardKit
import JSON
import Sync
import WaitlistBoard

extension Planner {
    static let reservationActions = [
        ActionDeclaration(
            PlannerAction.reserve.rawValue, "Books a table for guests.",
            arguments: [
                ArgumentDeclaration("name", PartyName.self, .required, "Who comes"),
                ArgumentDeclaration("size", PartySize.self, .required, "How many people"),
                ArgumentDeclaration("start", StartTime.self, .required, startSummary),
                ArgumentDeclaration("minutes", StayMinutes.self, .optional, minutesSummary),
                ArgumentDeclaration(
                    "phone", PhoneNumber.self, .optional, phoneSummary, isPersonal: true),
                ArgumentDeclaration(
                    "notes", PartyNotes.self, .optional, notesSummary, isPersonal: true),
                ArgumentDeclaration(
                    "tags", PartyTags.self, .optional, tagsSummary, isPersonal: true),
                ArgumentDeclaration("table", ReservedTable.self, .optional, tableSummary),
                ArgumentDeclaration("override", Switch.self, .optional, overrideSummary),
            ],
            result: [
                ArgumentDeclaration(
                    "reservation", "The reservation's id", schema: ItemID.schema,
                    isRequired: true)
            ]),
        ActionDeclaration(
            PlannerAction.rebook.rawValue, "Changes a reservation.",
            arguments: [
                reservation,
                ArgumentDeclaration("name", PartyName.self, .replacement, "Who comes"),
                ArgumentDeclaration("size", PartySize.self, .replacement, "How many people"),
                ArgumentDeclaration("start", StartTime.self, .replacement, startSummary),
                ArgumentDeclaration("minutes", StayMinutes.self, .change, minutesSummary),
                ArgumentDeclaration(
                    "phone", PhoneNumber.self, .change, phoneSummary, isPersonal: true),
                ArgumentDeclaration(
                    "notes", PartyNotes.self, .change, notesSummary, isPersonal: true),
                ArgumentDeclaration("tags", PartyTags.self, .change, tagsSummary, isPersonal: true),
                ArgumentDeclaration("table", ReservedTable.self, .change, tableSummary),
                ArgumentDeclaration("override", Switch.self, .change, overrideSummary),
            ]),
        ActionDeclaration(
            PlannerAction.cancel.rawValue, "The guests do not come.", arguments: [reservation]),
        ActionDeclaration(
            PlannerAction.noShow.rawValue, "The guests did not come.", arguments: [reservation]),
        ActionDeclaration(
            PlannerAction.restore.rawValue,
            "Books again what was cancelled or marked as a no-show.", arguments: [reservation]),
    ]

    private static let reservation = ArgumentDeclaration(
        "reservation", ItemID.self, .required, "The reservation's id")

    private static let startSummary = "When they come, in the venue's time zone"
    private static let minutesSummary = "How long they stay; by the setting stay without it"
    private static let phoneSummary = "With its country code"
    private static let notesSummary = "What the host should know"
    private static let tagsSummary = "Words that hosts sort parties by"
    private static let tableSummary = "The table that is kept for them"
    private static let overrideSummary = "Although the quarter hour is full or the house closed"

    static let serviceDocument = Schema.record(
        .always("date", .text),
        .always(
            "reservations",
            Schema(
                .rows(
                    of: Schema(
                        .members(
                            of: weekReservationMembers + [
                                .maybe("phone", .text), .maybe("notes", .text),
                                .maybe("tags", PartyTags.schema),
                            ]))))),
        .always(
            "slots", .rows(.always("covers", .count), .maybe("limit", .count)),
            "The quarter hours in which something begins, by their instants"))

    /// A row of the week's reservations.
    static let weekReservation = Schema(.members(of: weekReservationMembers))

    private static let weekReservationMembers: [ArgumentDeclaration] = [
        .always("name", .text), .always("size", .count), .always("start", .instant),
        .always("end", .instant),
        .always("status", Schema(.choice(ReservationStatus.allCases.map(\.rawValue)))),
        .maybe("table", .text), .maybe("party", .text), .maybe("override", Schema(.flag)),
        .maybe("clash", Schema(.flag), "Another one has its table at the same time"),
        .maybe("arrivedAt", .instant), .maybe("seatedAt", .instant),
        .maybe("leftAt", .instant, "When it was cancelled or marked as a no-show"),
    ]
}
