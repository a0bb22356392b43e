import BoardKit
import HouseBoard
import Sync

extension Orders {
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

    /// Returns whether guests may open a tab in the way of a setting.
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
