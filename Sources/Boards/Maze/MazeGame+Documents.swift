import BoardKit
import Sync

extension MazeGame {
    static let displayDocument = document([])

    /// The document with the explored server, for staff only.
    static let hostDocument = document([
        .maybe("url", .text, "The address of another server's API"),
        .always("concurrency", .count, "How many requests may be in flight"),
    ])

    static let invitationDocument = Schema.record(
        .maybe("run", .text, "The run in which guests may walk, if there is one"))

    private static func document(_ runMembers: [ArgumentDeclaration]) -> Schema {
        .record(
            .maybe("run", Schema(.members(of: runMembersOfAll + runMembers))),
            .always(
                "rooms", Schema(.rows(of: .text)),
                "By place, `x,y`: the open sides in the order n, e, s, w, a capital where the way "
                    + "leads through a lock; then D for a door, X for the exit, @ for the start"),
            .always("walkers", walkers),
            .maybe(
                "replay",
                .record(
                    .always("run", .text), .always("speed", .count), .always("at", .instant))))
    }

    private static let runMembersOfAll: [ArgumentDeclaration] = [
        .always("id", .text),
        .always("state", Schema(.choice(MazeRun.State.allCases.map(\.rawValue)))),
        .maybe("maze", .text, "The maze's code"),
        .always("startedAt", .instant),
        .maybe("endedAt", .instant, "When the exploration ended"),
        .always("found", .count), .always("frontier", .count, "Named and not yet answered"),
        .always("lost", .count), .always("doors", .count),
        .always("retries", .count, "The requests that repeated another"),
        .maybe(
            "problems",
            .rows(
                .always("count", .count),
                .maybe("first", .text, "The id of the first room where it was seen")),
            "By code"),
        .maybe("raceAt", .instant, "When the race begins or began"),
        .maybe(
            "winner", .record(.always("label", .text), .always("ms", .count)),
            "The first at the exit, from the finish to the next race"),
        .maybe("path", .text, "A shortest way from the start to the exit, by sides"),
    ]

    private static let walkers = Schema.rows(
        .always("label", .text), .always("colour", .count), .always("x", .mazeCoordinate),
        .always("y", .mazeCoordinate), .always("steps", .count),
        .maybe("ms", .count, "From the beginning of the race to the exit"),
        .maybe("place", .count))
}

extension Schema {
    /// A coordinate in a maze. Explorers go no farther than 2,000 rooms from the start.
    static let mazeCoordinate = Schema(.integer(min: -2_000, max: 2_000))
}
