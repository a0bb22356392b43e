package import BoardKit
import HouseBoard
import Mazes
import Sync
import WaitlistBoard

extension MazeGame {
    package static let module = BoardModule(
        declared, pages: pages, panels: panels, routes: apiRoutes + recordRoutes
    ) { venue, dependencies in MazeGame(venue: venue, dependencies: dependencies) }

    static let hosts: Set<Role> = [.host, .owner]
    static let hostsAndEngineer: Set<Role> = [.host, .owner, .engineer]

    /// The most diffs of a view per second. A higher rate would not make a picture smoother.
    private static let diffsPerSecondMax = 20

    static let declared = BoardDeclaration(
        name: boardName,
        summary: "The maze: guests who wait walk in it together, and the first at the exit wins.",
        actions: [explore, cancel, retry, race, stop, join, step, leave, replay, report],
        views: [
            ViewDeclaration(
                name: displayView, scope: .shared,
                readers: hostsAndEngineer.union([.display, .guest]), document: displayDocument,
                diffsPerSecondMax: diffsPerSecondMax),
            ViewDeclaration(
                name: hostView, scope: .shared, readers: hostsAndEngineer, document: hostDocument,
                diffsPerSecondMax: diffsPerSecondMax),
            ViewDeclaration(
                name: invitationView, scope: .shared, readers: [.guest],
                document: invitationDocument),
        ], settings: settings, settingsNeedConfirmation: true, storage: .memory,
        hears: [
            HeardEvents(of: House.boardName), HeardEvents(of: Waitlist.boardName), .clockSetBack,
        ],
        problems: problems)

    private static let explore = action(
        .explore, "Explores a maze room by room.",
        [
            .optional("size", MazeSize.self, "The size of a new maze of the hub's own"),
            .optional("maze", MazeCodeText.self, "The code of a maze of the hub's own"),
            .optional(
                "conditions", MazeConditionsText.self,
                "How bad the hub's own API is; if absent, it is good, and the rooms come one by one"
            ),
            .optional(
                "url", MazeAddressText.self,
                "The address of another server's API, one of those that the owner has allowed"),
            .optional(
                "concurrency", MazeConcurrency.self,
                "How many requests may be in flight; \(MazeConcurrency.standard) if absent"),
        ],
        roles: hosts,
        result: [.always("run", .text, "The run's id"), .maybe("maze", .text, "The maze's code")])

    private static let cancel = action(.cancel, "Ends the exploration.", roles: hosts)

    private static let retry = action(
        .retry, "Explores the rooms that were lost again.", roles: hosts)

    private static let race = action(
        .race, "Begins a race of all walkers, from the start of the maze.",
        [
            .optional(
                "countdown", MazeCountdown.self,
                "The seconds until the first step; \(MazeCountdown.standard) if absent")
        ],
        roles: hosts)

    private static let stop = action(.stop, "Ends the race.", roles: hosts)

    private static let join = action(
        .join, "Puts a walker of the sender's into the maze.", roles: hosts, guests: .all,
        result: [.always("walker", .text, "The walker's id")])

    private static let step = action(
        .step, "Moves a walker of the sender's into the next room.",
        [
            walker,
            .required("to", MazeDirection.self, "The side of the room on which it leaves"),
        ],
        roles: hosts, guests: .all,
        result: [.always("x", .mazeCoordinate, "Where it is now"), .always("y", .mazeCoordinate)])

    private static let leave = action(
        .leave, "Takes a walker out of the maze.", [walker], roles: hosts, guests: .all)

    private static let replay = action(
        .replay, "Shows an exploration and its last race again on all screens.",
        [
            .optional("run", ItemID.self, "The run's id; the last one if absent"),
            .optional(
                "speed", MazeReplaySpeed.self,
                "How many times as fast; \(MazeReplaySpeed.standard) if absent"),
        ],
        roles: hosts)

    private static let report = action(
        .report, "Reports what the explorer has found.", roles: [.hub], isHubOnly: true)

    private static let walker = ArgumentDeclaration.required(
        "walker", ItemID.self, "The walker's id")
}

/// The actions of the board, except that of its settings.
package enum MazeAction: String, Sendable, CaseIterable {
    case explore = "maze.explore"
    case cancel = "maze.cancel"
    case retry = "maze.retry"
    case race = "maze.race"
    case stop = "maze.stop"
    case join = "maze.join"
    case step = "maze.step"
    case leave = "maze.leave"
    case replay = "maze.replay"
    case report = "maze.report"
}

package enum MazeEvent: String, Sendable, CaseIterable {
    case started
    case found
    case ended
    case cancelled
    case retried
    case raceStarted = "race_started"
    case joined
    case stepped
    case raceEnded = "race_ended"
    case left
    case replayed
}

extension MazeGame {
    static let displayView = "maze/display"
    static let hostView = "maze/host"
    static let invitationView = "maze/invitation"

    static let pages: [PageDeclaration] = [
        PageDeclaration(
            "maze", in: "maze/host", "The maze: explore it, and let guests race",
            roles: [.host, .owner, .engineer], views: [hostView, settingsView]),
        PageDeclaration(
            "maze/display", "The maze, on a screen in the room",
            roles: [.display, .host, .owner, .engineer], isOpenToAddedRoles: true,
            isOpenedByCode: true, reader: .room, views: [displayView]),
    ]

    /// A panel on the page of a waiting guest, with a maze to walk in.
    static let panels: [PanelDeclaration] = [
        PanelDeclaration(
            on: "guest", script: "/boards/maze/guest/walk.js",
            isOffered: { venue in
                venue.uses(boardName) && venue.board(MazeGame.self)?.isOpenToGuests == true
            })
    ]

    private static let settingsView = "maze/settings"
}
