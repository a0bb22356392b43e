package import BoardKit
import CalendarMerging
import ICalendar
package import JSON
package import Sync

/// The house's calendars, and its reservations.
package struct Planner: LedgerBoard {
    var house: VenueProfile
    /// The venue's time zone, for floating times and days.
    var zone: Zone
    package var boardSettings: BoardSettings? = BoardSettings(of: declared)
    let dependencies: BoardDependencies
    /// Distinguishes the venue's events from those of other venues. It is a part of their UIDs.
    let epoch: String
    /// The name of the venue in addresses.
    let slug: String

    var calendars = Ledger<CalendarID, BookCalendar>()
    var events = Ledger<EventID, PlannedEvent>()
    var reservations = Ledger<ReservationID, Reservation>()
    var feeds = Ledger<FeedID, Feed>()
    /// The issues. The ledger also records all events about accounts and links, none of which can
    /// be undone.
    var issues = Ledger<IssueID, SyncIssue>()

    package typealias Change = PlannerChange
    package typealias Kind = PlannerEvent
    package static let ledgers: [any BoardLedger<Planner>] = [
        LedgerOf(\.calendars, \.calendars) { $0.replace($1, by: $2, of: $3) },
        LedgerOf(\.events, \.events) { $0.replace($1, by: $2, of: $3) },
        LedgerOf(\.reservations, \.reservations) { $0.replace($1, by: $2, of: $3) },
        LedgerOf(\.feeds, \.feeds) { board, _, new, id in
            if new == nil { board.feedIDs.remove(id) } else { board.feedIDs.insert(id) }
        },
        LedgerOf(\.issues, \.issues) { $0.openIssues.replace($1, by: $2, of: $3) },
    ]

    var accounts: [AccountID: PlannerAccount] = [:]
    var goneAccounts: Set<AccountID> = []
    /// The calendars that are linked to remotes.
    var links: [CalendarID: CalendarLink] = [:]
    var openIssues = OpenIssues()

    /// The events of each calendar, indexed by time.
    var shelves: [CalendarID: Shelf] = [:]
    /// The reservations, indexed by day and quarter hour.
    var bookings = Bookings()
    var feedIDs: Set<FeedID> = []
    var uids = EventNames()
    var today: Today
    /// The content of the room's screens for the service day.
    var agenda = Agenda()
    var agendaDate: String

    var lastRev = 0
    var lastChange = PlannerLastChange()
    var generation = PlannerGeneration()
    let pages = WeekPages()

    /// - Parameter venue: the venue with its initial settings.
    package init(venue: VenueRecord, dependencies: BoardDependencies) {
        let house = VenueProfile(venue)
        self.house = house
        zone = Self.zone(of: house)
        self.dependencies = dependencies
        epoch = venue.epoch
        slug = venue.slug
        today = Today(at: venue.createdAt, dayStart: house.dayStart, in: zone)
        agendaDate = today.date.text
        shelves = [.main: Shelf(), .reservations: Shelf()]
        bookings = Bookings(ServiceCalendar(zone: zone, dayStart: house.dayStart))
    }

    package static let boardName = "planner"

    package var declaration: BoardDeclaration { Self.declared }

    /// Returns the house's time zone, or UTC if it is unknown.
    static func zone(of house: VenueProfile) -> Zone { Zone(house.timeZone) ?? .utc }

    /// Masks members that may concern a person, at any depth, and the contents of private events.
    package func masked(_ value: JSON) -> JSON {
        value.masking { name, members in
            switch name {
            // An event that can't be read may be private.
            case "title", "location":
                members["private"] == true || members["ours"] != nil || members["problem"] != nil
            case "ours", "theirs", "edited": Self.maySayWhatItIs(members)
            default: Self.personal.contains(name)
            }
        }
    }

    /// Whether an issue may contain texts of a private event. An issue does not say whether its
    /// event is private.
    private static func maySayWhatItIs(_ members: [String: JSON]) -> Bool {
        guard let kind = members["kind"]?.text else { return false }
        let ofWords: [MergeField] = [.title, .location, .description, .deleted]
        return ofWords.map(\.rawValue).contains(kind)
    }

    /// The names of members that may identify a person. Foreign properties may name guests, with
    /// their addresses. Users of calendar servers are often identified by an address too.
    private static let personal: Set<String> = [
        "phone", "notes", "tags", "description", "titles", "foreign", "user", "authorize",
        "signIn",
    ]
}
