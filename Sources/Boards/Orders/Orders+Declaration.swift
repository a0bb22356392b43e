package import BoardKit
import HouseBoard
package import JSON
package import Sync

extension Orders {
    package static let module = BoardModule(
        declared, pages: pages, panels: panels, routes: routes + ticketRoutes,
    ) { venue, dependencies in Orders(venue: venue) { dependencies.ticket(.tab($0)) } }

    /// The cooks.
    static let kitchenRole = Role(rawValue: "kitchen")
    /// Those who serve.
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
        hears: [HeardEvents(of: House.boardName), heardOfParties], causes: OrdersEvent.causes,
        problems: problems, stateVersion: "6")

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
        .undo, "Takes back an event of this board, for those who may do what it takes back.",
        [.undoneRevision], roles: staffAndKitchen, guests: .all)

    static let pages = [
        PageDeclaration(
            "orders/kitchen", "The kitchen's rounds",
            roles: [kitchenRole, waiterRole, .host, .owner], views: [kitchenView],
            marks: marks { board, _ in ["targetMinutes": "\(board.targetMinutes)"] }),
        PageDeclaration(
            "orders/waiter", "The tabs, for those who serve", roles: [waiterRole, .host, .owner],
            views: [hostView, menuView], facts: [.origin]),
        PageDeclaration(
            "orders/editor", "The menu, for those who write it", roles: [.host, .owner],
            views: [menuView, settingsView, House.settingsView]),
        PageDeclaration(
            "orders/history", "The tabs of a day", roles: [waiterRole, .host, .owner],
            views: [hostView],
            marks: marks { board, now in
                ["day": board.day.date(of: now, startingAt: board.house.dayStart)]
            }),
        PageDeclaration(
            "orders/menu", "The menu, on a screen in the room",
            roles: [.display, .host, .owner, waiterRole, kitchenRole], isOpenedByCode: true,
            reader: .room, views: [menuView, displayView]),
        PageDeclaration(
            "orders/pickup", "The numbers to pick up, on a screen in the room",
            roles: [.display, .host, .owner, waiterRole, kitchenRole], isOpenedByCode: true,
            reader: .room, views: [displayView]),
        PageDeclaration(
            "orders/guest", "A tab, for its guests", roles: [.guest], reader: .guest,
            views: [guestView, menuView],
            advice: "This phone has no order yet. Scan the code that the waiter shows you.",
            marks: marks { board, _ in
                [
                    "guestOrders": board.guestOrders.rawValue,
                    "deliveryFee": "\(board.deliveryFee)",
                ]
            }),
    ]

    static let panels = [
        PanelDeclaration(
            on: "guest", script: "/boards/orders/ahead/ahead.js",
            isOffered: { mayOpen(if: "preorder", in: $0) }),
        PanelDeclaration(
            on: nil, script: "/boards/orders/takeaway/takeaway.js",
            isOffered: { mayOpen(if: "onlineOrders", in: $0) }),
    ]

    /// Whether guests may open a tab in one of the ways that settings allow.
    private static func mayOpen(if setting: String, in venue: Venue) -> Bool {
        guard venue.uses(boardName), let board = venue.board(Orders.self) else { return false }
        return board.guestOrders != .off && board.isOn(setting)
    }

    private static func marks(
        _ marks: @escaping @Sendable (_ board: Orders, _ now: Instant) -> [String: String]
    ) -> PageDeclaration.Marks {
        { venue, now in venue.board(Orders.self).map { marks($0, now) } ?? [:] }
    }
}

/// The settings, with their defaults.
extension Orders {
    static let settings = [
        SettingDeclaration(
            "currency", Currency.self, "The currency of all amounts (ISO 4217)",
            defaultValue: .string(Currency.euro.code)),
        SettingDeclaration(
            "vat", VATRate.self, "The usual value added tax in hundredths of a percent",
            defaultValue: 1000),
        SettingDeclaration(
            "guestOrders", GuestOrders.self, "What guests may do by themselves",
            defaultValue: .string(GuestOrders.place.rawValue)),
        SettingDeclaration(
            "onlineOrders", Switch.self,
            "Whether one may order a takeaway or a delivery with the join link",
            defaultValue: false),
        SettingDeclaration(
            "preorder", Switch.self, "Whether guests on the waiting list may order ahead",
            defaultValue: false),
        SettingDeclaration(
            "deliveryFee", Price.self, "In the currency's smallest unit", defaultValue: 0),
        SettingDeclaration(
            "targetMinutes", TargetMinutes.self, "After how many minutes a round is due",
            defaultValue: JSON(usualTargetMinutes)),
        SettingDeclaration(
            "keepDays", KeepDays.self, "For how many days tabs that left are shown",
            defaultValue: JSON(usualKeepDays)),
    ]

    private static let usualTargetMinutes = 15
    private static let usualKeepDays = 35

    var currency: Currency {
        boardSettings?["currency"]?.text.flatMap(Currency.init(code:)) ?? .euro
    }

    var usualVAT: Int { boardSettings?["vat"]?.integer ?? 0 }

    var guestOrders: GuestOrders {
        boardSettings?["guestOrders"]?.text.flatMap(GuestOrders.init(rawValue:)) ?? .place
    }

    var deliveryFee: Int { boardSettings?["deliveryFee"]?.integer ?? 0 }

    var targetMinutes: Int {
        boardSettings?["targetMinutes"]?.integer ?? Self.usualTargetMinutes
    }

    var keepDays: Int { boardSettings?["keepDays"]?.integer ?? Self.usualKeepDays }

    func isOn(_ setting: String) -> Bool { boardSettings?[setting]?.flag ?? false }

    /// Refuses another currency where amounts would lose their meaning.
    package func judge(
        _ mutation: Mutation, _ decision: Decision, by principal: Principal, at moment: Moment,
        among boards: BoardStates
    ) throws(Rejection) -> [String: JSON] {
        guard let value = decision.data["currency"] else { return [:] }
        let wanted = value.text.flatMap(Currency.init(code:)) ?? .euro
        guard wanted != currency else { return [:] }
        if !open.isEmpty { throw Rejection(.conflict, .currencyInUse) }
        if wanted.decimals != currency.decimals, menu.dishCount > 0 {
            throw Rejection(.conflict, .currencyOfDishes)
        }
        return [:]
    }
}
