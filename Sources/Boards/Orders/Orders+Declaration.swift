package import BoardKit
import HouseBoard
import Sync

extension Orders {
    package static let module = BoardModule(
        declared, pages: pages, panels: panels, routes: routes + ticketRoutes,
    ) { venue, dependencies in Orders(venue: venue) { dependencies.ticket(.tab($0)) } }

    /// The role of the cooks' devices.
    static let kitchenRole = Role(rawValue: "kitchen")
    /// The role of the devices of those who serve.
    static let waiterRole = Role(rawValue: "waiter")

    static let managers: Set<Role> = [.host, .owner]
    static let staff: Set<Role> = [waiterRole, .host, .owner]
    static let staffAndKitchen: Set<Role> = [kitchenRole, waiterRole, .host, .owner]

    static let declared = BoardDeclaration(
        name: boardName, summary: "The menu, what guests order, the kitchen and the bills.",
        actions: menuActions + tabActions + lineActions + billActions + [undo],
        views: views,
        roles: [
            RoleDeclaration(kitchenRole, "Cooks what was ordered."),
            RoleDeclaration(waiterRole, "Takes orders, serves and takes payments."),
        ],
        settings: settings,
        extensions: [ExtensionDeclaration("orders.configure")],
        hears: [HeardEvents(of: House.boardName), heardOfParties],
        problems: problems, stateVersion: "7")

    private static let views = [
        ViewDeclaration(
            name: menuView, scope: .shared,
            readers: staffAndKitchen.union([.engineer, .display, .guest]), document: menuDocument),
        ViewDeclaration(
            name: tabView, scope: .shared, readers: staff,
            parameters: [
                .required("tab", ItemID.self, "The tab's id")
            ], document: tabDocument),
        ViewDeclaration(
            name: guestView, scope: .personal, readers: [.guest], document: guestDocument),
        ViewDeclaration(
            name: hostView, scope: .shared, readers: staff.union([.engineer]),
            maskedFor: [.engineer], document: hostDocument),
        ViewDeclaration(
            name: kitchenView, scope: .shared, readers: staffAndKitchen.union([.engineer]),
            maskedFor: [.engineer],
            parameters: [
                .optional("station", Station.self, "Only what this station makes")
            ], document: kitchenDocument),
        ViewDeclaration(
            name: displayView, scope: .shared,
            readers: staffAndKitchen.union([.engineer, .display]), document: displayDocument),
        ViewDeclaration(
            name: historyView, scope: .shared, readers: staff,
            parameters: [
                .required("day", DayText.self, "The date of a service day")
            ], document: historyDocument),
    ]

    private static let undo = action(
        .undo, causes: [.undone],
        "Takes back an event of this board, for those who may do what it takes back.",
        [.undoneRevision], roles: staffAndKitchen, guests: .all)
}
