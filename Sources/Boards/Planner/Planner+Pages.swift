import BoardKit
import HouseBoard
import Sync

extension Planner {
    static let pages: [PageDeclaration] = [
        PageDeclaration(
            "planner", in: "planner/book", "The week as a book, for those who plan it",
            roles: [.host, .owner, .engineer], views: [calendarsView], marks: dayStart),
        PageDeclaration(
            "planner/print", "A week on a sheet of paper", roles: [.host, .owner, .engineer],
            views: [calendarsView], marks: dayStart),
        PageDeclaration(
            "agenda", "The agenda of the day, on a screen in the room",
            roles: [.display, .host, .owner, .engineer], isOpenToAddedRoles: true,
            isOpenedByCode: true, reader: .room, views: [displayView]),
        PageDeclaration(
            "planner/setup", "Calendars, feeds and files, for those who set them up",
            roles: [.owner],
            views: [calendarsView, accountsView, settingsView, House.settingsView],
            facts: [.origin]),
    ]

    private static let dayStart: PageDeclaration.Marks = { venue, _ in
        venue.board(Planner.self).map { ["dayStart": $0.house.dayStart.text] } ?? [:]
    }

    static let panels: [PanelDeclaration] = [
        PanelDeclaration(
            on: "host", script: "/boards/planner/today/today.js",
            isOffered: { $0.uses(boardName) })
    ]
}
