import BoardKit
import Sync
import WaitlistBoard

extension Planner {
    static let reservationActions = [
        action(
            .reserve, causes: [.reserved], "Books a table for guests.", Reservation.fields.ofNew,
            result: [.always("reservation", ItemID.schema, "The reservation's id")]),
        action(
            .rebook, causes: [.rebooked], "Changes a reservation.",
            [.reservation] + Reservation.fields.ofEdit),
        action(.cancel, causes: [.cancelled], "The guests do not come.", [.reservation]),
        action(.noShow, causes: [.noShow], "The guests did not come.", [.reservation]),
        action(
            .restore, causes: [.restored], "Books again what was cancelled or marked as a no-show.",
            [.reservation]),
    ]

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

    /// The schema of a reservation in the document of a week.
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

extension ArgumentDeclaration {
    fileprivate static let reservation = required(
        "reservation", ItemID.self, "The reservation's id")
}
