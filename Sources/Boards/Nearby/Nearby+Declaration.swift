package import BoardKit
import HouseBoard
import Sync

extension Nearby {
    package static let module = BoardModule(
        declared, pages: pages, panels: panels,
        routes: searchRoutes + placeRoutes + roundRoutes + ticketRoutes + importRoutes
    ) { venue, dependencies in Nearby(venue: venue, dependencies: dependencies) }

    static let hosts: Set<Role> = [.host, .owner]
    static let hostsAndEngineer: Set<Role> = [.host, .owner, .engineer]

    static let declared = BoardDeclaration(
        name: boardName,
        summary: "Places nearby: the house's favourites, and rounds in which friends choose one.",
        actions: favouriteActions + roundActions
            + [undo(by: .undo, causes: [.undone]), importFeed, report],
        views: views, settings: settings, settingsNeedConfirmation: true,
        besideSettings: besideSettings,
        extensions: [ExtensionDeclaration("nearby.configure")],
        hears: [HeardEvents(of: House.boardName)],
        problems: problems, stateVersion: "5")

    private static let views = [
        ViewDeclaration(
            name: hostView, scope: .shared, readers: hostsAndEngineer, maskedFor: [.engineer],
            document: hostDocument),
        ViewDeclaration(
            name: displayView, scope: .shared,
            readers: hostsAndEngineer.union([.display, .guest]), document: displayDocument),
        ViewDeclaration(
            name: roundView, scope: .personal, readers: [.guest], document: roundDocument),
    ]
}
