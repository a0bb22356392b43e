import Sync

extension Orders {
    static let pages = [
        PageDeclaration(
            "orders/kitchen", "The kitchen's rounds",
            roles: [kitchenRole, waiterRole, .host, .owner], views: [kitchenView],
            fill: filling { board, _, _ in ["targetMinutes": .text("\(board.targetMinutes)")] }),
        PageDeclaration(
            "orders/waiter", "The tabs, for those who serve", roles: [waiterRole, .host, .owner],
            views: [hostView, menuView], facts: [.origin]),
        PageDeclaration(
            "orders/editor", "The menu, for those who write it", roles: [.host, .owner],
            views: [menuView, settingsView, House.settingsView]),
        PageDeclaration(
            "orders/history", "The tabs of a day", roles: [waiterRole, .host, .owner],
            views: [hostView],
            fill: filling { board, now, _ in
                ["day": .text(board.day.date(of: now, startingAt: board.house.dayStart))]
            }),
        PageDeclaration(
            "orders/menu", "The menu, on a screen in the room",
            roles: [.display, .host, .owner, waiterRole, kitchenRole], isOpenedByCode: true,
            reader: .room, views: [menuView, displayView],
            fill: filling { board, _, language in
                MenuRows(board, in: language, headingLevel: 2).places
            }),
        PageDeclaration(
            "orders/pickup", "The numbers to pick up, on a screen in the room",
            roles: [.display, .host, .owner, waiterRole, kitchenRole], isOpenedByCode: true,
            reader: .room, views: [displayView],
            fill: { venue, _, _ in PickupRows(venue).places }),
        PageDeclaration(
            "orders/guest", "A tab, for its guests", roles: [.guest], reader: .guest,
            views: [guestView, menuView],
            advice: "This phone has no order yet. Scan the code that the waiter shows you.",
            fill: filling { board, _, language in
                var places = MenuRows(board, in: language, headingLevel: 3).places
                places["guestOrders"] = .text(board.guestOrders.rawValue)
                places["deliveryFee"] = .text("\(board.deliveryFee)")
                return places
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

    private typealias Filling =
        @Sendable (_ board: Orders, _ now: Instant, _ language: Language) -> [String: PagePlace]

    /// Makes a function that fills places from the board's state.
    private static func filling(_ places: @escaping Filling) -> PageDeclaration.Fill {
        { venue, now, language in
            venue.board(Orders.self).map { places($0, now, language) } ?? [:]
        }
    }
}
