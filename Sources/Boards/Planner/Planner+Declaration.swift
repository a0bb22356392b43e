package import BoardKit
import HouseBoard
import JSON
import Sync

extension Planner {
    package static let module = BoardModule(
        declared, pages: pages, panels: panels,
        routes: reservationRoutes + fileRoutes + syncRoutes,
        make: { venue, dependencies in Planner(venue: venue, dependencies: dependencies) })

    static let hosts: Set<Role> = [.host, .owner]

    static let declared = BoardDeclaration(
        name: boardName,
        summary: "The house's calendars as a book of weeks, and its reservations.",
        actions: eventActions + [.undo(PlannerAction.undo.rawValue)] + reservationActions
            + calendarActions + fileActions
            + syncActions,
        views: views + reservationViews + fileViews,
        settings: reservationSettings + ownSettings,
        extensions: reservationExtensions, hears: [.all], causes: PlannerEvent.causes,
        problems: problems, stateVersion: "8")

    private static let views = [
        ViewDeclaration(
            name: weekView, scope: .shared, readers: hosts.union([.engineer]),
            maskedFor: [.engineer],
            parameters: [
                .required("monday", DateText.self, "The week's first day")
            ], document: weekDocument),
        ViewDeclaration(
            name: monthView, scope: .shared, readers: hosts.union([.engineer]),
            maskedFor: [.engineer],
            parameters: [
                .required("month", MonthText.self, "Such as 2026-05")
            ], document: monthDocument),
        ViewDeclaration(
            name: calendarsView, scope: .shared, readers: hosts.union([.engineer]),
            maskedFor: [.engineer], document: calendarsDocument),
        ViewDeclaration(
            name: displayView, scope: .shared, readers: hosts.union([.engineer, .display]),
            document: displayDocument),
    ]

    private static let ownSettings = [
        SettingDeclaration(
            "pollSeconds", PollSeconds.self, "How often linked calendars are asked for news",
            defaultValue: 60)
    ]
}

/// How often, in seconds, linked calendars are asked for news.
struct PollSeconds: BoundedInteger {
    static let range = 10...3_600

    let value: Int
}

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
