package import BoardKit
package import JSON
package import Sync
import WaitlistBoard

/// The menu, the tabs with their lines, the kitchen and the bills.
///
/// Every item is a section, a dish, a tab or a line.
///
/// A tab that leaves is put away: its history is encoded, and only the values that lists and sums
/// need stay decoded.
package struct Orders: LedgerBoard {
    var house: VenueProfile
    package var boardSettings: BoardSettings? = BoardSettings(of: declared)
    let ticket: @Sendable (_ tab: String) -> String

    var sections = Ledger<SectionID, Section>()
    var dishes = Ledger<DishID, Dish>()
    var tabs = Ledger<TabID, Tab>()
    var lines = Ledger<LineID, Line>()

    package typealias Change = OrdersChange
    package typealias Kind = OrdersEvent
    static let menuLedgers: [any BoardLedger<Orders>] = [
        LedgerOf(\.sections, \.sections) { $0.menu.replace($1, by: $2, of: $3) },
        LedgerOf(\.dishes, \.dishes) { $0.menu.replace($1, by: $2, of: $3) },
    ]
    package static let ledgers: [any BoardLedger<Orders>] =
        menuLedgers + [
            // An undo may join a line with another one.
            LedgerOf(\.lines, \.lines, undoReachesFurther: true) {
                $0.replace($1, by: $2, of: $3)
            },
            LedgerOf(\.tabs, \.tabs) { $0.replace($1, by: $2, of: $3) },
        ]

    var menu = Menu()
    /// The lines of each tab that is kept.
    var lists: [TabID: LineIndex] = [:]
    var open: [TabID: OpenTab] = [:]
    /// When each open tab without a table became empty.
    var emptySince: [TabID: Instant] = [:]
    /// The numbers of the open tabs, and how many tabs have each.
    var numbers: [Int: Int] = [:]
    /// The open tabs of parties of the waiting list.
    var partyTabs: [String: Set<TabID>] = [:]
    var kitchen = Kitchen()
    var past = PastTabs()
    var day: ServiceDay<TabID>

    var lastRev = 0
    var lastChange = LastChange()
    var shownSettings = ShownSettings()
    /// The last event that changed every guest's document.
    var venueChangedRev = 0

    /// - Parameters:
    ///   - venue: the venue with its initial settings.
    ///   - ticket: returns the secret of a tab, always the same, derived from a key of the venue.
    package init(venue: VenueRecord, ticket: @escaping @Sendable (_ tab: String) -> String) {
        house = VenueProfile(venue)
        self.ticket = ticket
        day = ServiceDay(timeZone: venue.timeZone)
    }

    package static let boardName = "orders"

    package var declaration: BoardDeclaration { Self.declared }

    /// Permits the guests of a tab what the settings allow. People with the join link, and guests
    /// of a waiting party, may open a tab if the settings allow it.
    package func isOpen(_ action: ActionDeclaration, to principal: Principal) -> Bool {
        guard principal.role == .guest else { return true }
        guard guestOrders != .off else { return false }
        if action.name == OrdersAction.open.rawValue {
            return principal.isByJoinLink
                ? isOn("onlineOrders")
                : principal.subject?.board == Waitlist.boardName && isOn("preorder")
        }
        guard principal.subject?.board == Self.boardName else { return false }
        return action.name != OrdersAction.place.rawValue || guestOrders == .place
    }

    /// Whether a guest's subject is an open tab.
    package func isActive(_ subject: Subject) -> Bool {
        guard subject.board == name, let id = TabID(subject.id) else { return false }
        return open[id] != nil
    }

    /// Masks personal data at any depth. The names of sections and dishes stay visible.
    package func masked(_ value: JSON) -> JSON {
        value.masking { name, members in
            Self.personal.contains(name)
                && !(name == "name" && Self.menuMembers.contains { members[$0] != nil })
        }
    }

    private static let personal: Set<String> = [
        "name", "phone", "address", "notes", "person", "reason",
    ]
    /// Members that distinguish a section, a dish or a line from a tab.
    private static let menuMembers = ["dish", "section", "rank"]
}

/// The states that an event sets.
package struct OrdersChange: LedgerChange {
    var sections: [SectionID: Section?] = [:]
    var dishes: [DishID: Dish?] = [:]
    var tabs: [TabID: Tab?] = [:]
    var lines: [LineID: Line?] = [:]
    package var undoes: Int?

    package init() {}

    package var isEmpty: Bool {
        sections.isEmpty && dishes.isEmpty && tabs.isEmpty && lines.isEmpty
    }
}

/// The changes made by the last event, for views that are made on demand.
struct LastChange: Sendable {
    var rev = 0
    /// The tabs whose documents changed.
    var tabs: Set<TabID> = []
    /// The tabs whose rows in the list of a day may have changed, with the day.
    var past: [(id: TabID, day: String)] = []
    var kitchen: Kitchen.Change?
    /// Whether any document may have changed.
    var isEverything = false
}

/// The lines of a tab.
struct LineIndex: Sendable {
    /// In the order in which they were added.
    var present: [LineID] = []
    /// The lines that no longer exist, in no particular order.
    var former: Set<LineID> = []
}

/// The state of an open tab that its ledger does not contain.
struct OpenTab: Sendable {
    /// The last event that changed its document.
    var rev: Int
}

/// The settings that other views show.
struct ShownSettings: Sendable, Equatable {
    var currency = Currency.euro.code
    var vat = 1_000
}
