import BoardKit
import JSON
import Sync
import WaitlistBoard

extension Planner {
    static let reservationActions = [
        ActionDeclaration(
            PlannerAction.reserve.rawValue, "Books a table for guests.",
            arguments: Reservation.fields.ofNew,
            result: [
                ArgumentDeclaration(
                    "reservation", "The reservation's id", schema: ItemID.schema,
                    isRequired: true)
            ]),
        ActionDeclaration(
            PlannerAction.rebook.rawValue, "Changes a reservation.",
            arguments: [reservation] + Reservation.fields.ofEdit),
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
