package import BoardKit
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
        actions: eventActions + [undo(by: .undo, causes: [.undone])] + reservationActions
            + calendarActions + fileActions
            + syncActions,
        views: views + reservationViews + fileViews,
        settings: reservationSettings + ownSettings,
        extensions: reservationExtensions, hears: [.all],
        problems: problems, stateVersion: "9")

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

/// The interval at which linked calendars are polled, in seconds.
typealias PollSeconds = WholeNumber<10, 3_600>
