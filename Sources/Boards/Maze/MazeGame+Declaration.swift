package import BoardKit
import HouseBoard
import JSON
import MazeExploring
import Mazes
import Sync
import WaitlistBoard

extension MazeGame {
    package static let module = BoardModule(
        declared, pages: pages, panels: panels, routes: apiRoutes + recordRoutes
    ) { venue, dependencies in MazeGame(venue: venue, dependencies: dependencies) }

    static let hosts: Set<Role> = [.host, .owner]
    static let hostsAndEngineer: Set<Role> = [.host, .owner, .engineer]

    /// The maximum number of diffs of a view per second. More would not make a picture smoother.
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

    private static let explore = ActionDeclaration(
        MazeAction.explore.rawValue, "Explores a maze room by room.",
        arguments: [
            ArgumentDeclaration(
                "size", MazeSizeName.self, .optional, "The size of a new maze of the hub's own"),
            ArgumentDeclaration(
                "maze", MazeCodeText.self, .optional, "The code of a maze of the hub's own"),
            ArgumentDeclaration(
                "conditions", MazeConditionsText.self, .optional,
                "How bad the hub's own API is; if absent, it is good, and the rooms come one by one"
            ),
            ArgumentDeclaration(
                "url", MazeAddressText.self, .optional,
                "The address of another server's API, one of those that the owner has allowed"),
            ArgumentDeclaration(
                "concurrency", MazeConcurrency.self, .optional,
                "How many requests may be in flight; \(MazeConcurrency.standard) if absent"),
        ], roles: hosts,
        result: [.always("run", .text, "The run's id"), .maybe("maze", .text, "The maze's code")])

    private static let cancel = ActionDeclaration(
        MazeAction.cancel.rawValue, "Ends the exploration.", roles: hosts)

    private static let retry = ActionDeclaration(
        MazeAction.retry.rawValue, "Explores the rooms that were lost again.", roles: hosts)

    private static let race = ActionDeclaration(
        MazeAction.race.rawValue, "Begins a race of all walkers, from the start of the maze.",
        arguments: [
            ArgumentDeclaration(
                "countdown", MazeCountdown.self, .optional,
                "The seconds until the first step; \(MazeCountdown.standard) if absent")
        ], roles: hosts)

    private static let stop = ActionDeclaration(
        MazeAction.stop.rawValue, "Ends the race.", roles: hosts)

    private static let join = ActionDeclaration(
        MazeAction.join.rawValue, "Puts a walker of the sender's into the maze.", roles: hosts,
        guests: .all, result: [.always("walker", .text, "The walker's id")])

    private static let step = ActionDeclaration(
        MazeAction.step.rawValue, "Moves a walker of the sender's into the next room.",
        arguments: [
            walker,
            ArgumentDeclaration(
                "to", MazeSide.self, .required, "The side of the room on which it leaves"),
        ], roles: hosts, guests: .all,
        result: [.always("x", .mazeCoordinate, "Where it is now"), .always("y", .mazeCoordinate)])

    private static let leave = ActionDeclaration(
        MazeAction.leave.rawValue, "Takes a walker out of the maze.", arguments: [walker],
        roles: hosts, guests: .all)

    private static let replay = ActionDeclaration(
        MazeAction.replay.rawValue, "Shows an exploration and its last race again on all screens.",
        arguments: [
            ArgumentDeclaration(
                "run", ItemID.self, .optional, "The run's id; the last one if absent"),
            ArgumentDeclaration(
                "speed", MazeReplaySpeed.self, .optional,
                "How many times as fast; \(MazeReplaySpeed.standard) if absent"),
        ], roles: hosts)

    private static let report = ActionDeclaration(
        MazeAction.report.rawValue, "Reports what the explorer has found.", roles: [.hub],
        isHubOnly: true)

    private static let walker = ArgumentDeclaration(
        "walker", ItemID.self, .required, "The walker's id")
}

/// The actions of the board, except that of its settings.
enum MazeAction: String, Sendable, CaseIterable {
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

/// The kinds of the board's events.
enum MazeEvent: String, Sendable, CaseIterable {
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

    /// A maze to walk in on the page of a guest who waits.
    static let panels: [PanelDeclaration] = [
        PanelDeclaration(
            on: "guest", script: "/boards/maze/guest/walk.js",
            isOffered: { venue in
                venue.uses(boardName) && venue.board(MazeGame.self)?.isOpenToGuests == true
            })
    ]

    private static let settingsView = "maze/settings"
}
