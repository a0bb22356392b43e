import BoardKit
import Sync
import WaitlistBoard

extension Nearby {
    static let hostDocument = Schema.record(
        .always(
            "favourites",
            Schema(
                .rows(
                    of: Schema(
                        .members(
                            of: favouriteMembers + [
                                .maybe("notes", .text), .always("visits", visitRows),
                            ]))))),
        .always("rounds", Schema(.rows(of: Schema(.members(of: roundMembers + [roundMail]))))))

    static let displayDocument = Schema.record(
        .always("venue", venue),
        .always("favourites", Schema(.rows(of: Schema(.members(of: favouriteMembers))))))

    static let roundDocument = Schema.record(
        .always("venue", venue), .always("round", Schema(.members(of: roundMembers))))

    /// The members of the settings view besides the settings.
    static let besideSettings: [ArgumentDeclaration] = [
        .always(
            "feeds",
            .rows(
                .always("kind", FeedKind.schema), .always("count", .count),
                .always("at", .instant), .always("sha256", .text)), "The imported feeds by name"),
        .always(
            "source",
            .record(
                .always("state", Schema(.choice(["ok", "failing"]))), .maybe("since", .instant),
                .maybe("message", .text), .maybe("code", .text), .maybe("status", .count)),
            "Whether the source of places can be reached"),
    ]

    private static let venue = Schema.record(
        .always("name", .text), .always("timeZone", .text),
        .always("units", DistanceUnits.schema), .maybe("lat", Latitude.schema),
        .maybe("lon", Longitude.schema), .maybe("tileUrl", .text),
        .maybe("tileAttribution", .text))

    /// The known details of a place. A place from Yelp has only a ref.
    private static let placeMembers: [ArgumentDeclaration] = [
        .maybe("ref", .text), .maybe("name", .text), .maybe("kind", PlaceKind.schema),
        .maybe("address", .text), .maybe("url", .text), .maybe("lat", Latitude.schema),
        .maybe("lon", Longitude.schema),
    ]

    private static let favouriteMembers: [ArgumentDeclaration] =
        placeMembers + [
            .maybe("phone", .text), .maybe("stop", .text), .maybe("rating", Rating.schema),
            .maybe("tags", PartyTags.schema), .always("addedAt", .instant),
        ]

    private static let visitRows = Schema.rows(.always("on", .text), .maybe("notes", .text))

    private static let roundMail = ArgumentDeclaration.maybe(
        "mail",
        .record(
            .always("state", RoundMail.State.schema), .always("at", .instant),
            .always("count", .count)),
        "The letters that wait; if none does, those that can't be sent; else those that were")

    private static let roundMembers: [ArgumentDeclaration] = [
        .always("title", .text), .always("state", Schema(.choice(["open", "closed"]))),
        .maybe("when", .instant), .always("until", .instant), .always("openedAt", .instant),
        .always(
            "options",
            Schema(
                .rows(
                    of: Schema(
                        .members(
                            of: placeMembers + [
                                .maybe("favourite", .text), .always("votes", .count),
                                .always("at", .instant),
                            ]))))),
        .always(
            "friends",
            .rows(
                .always("name", .text), .maybe("coming", Coming.schema),
                .always(
                    "votes", Schema(.list(of: .text, countMax: optionCountMax)),
                    "The options, in the order in which they were chosen"))),
        .maybe("decided", .text, "The option for which it closed"),
    ]
}

extension PlaceKind {
    static var schema: Schema { Schema(.choice(allCases.map(\.rawValue))) }
}
