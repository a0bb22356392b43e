import BoardKit
import Sync

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
