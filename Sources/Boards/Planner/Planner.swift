package import BoardKit
import CalendarMerging
import ICalendar
package import JSON
package import Sync

/// The house's calendars as a book of weeks, and its reservations.
///
/// Everything is a calendar, an event of a calendar, a reservation, a feed or an issue.
package struct Planner: LedgerBoard {
    /// The house's current settings.
    var house: VenueProfile
    /// The venue's time zone, in which floating times and days are.
    var zone: Zone
    package var boardSettings: BoardSettings? = BoardSettings(of: declared)
    let dependencies: BoardDependencies
    /// Distinguishes the venue's events from those of every other one: a part of their UIDs.
    let epoch: String
    /// The venue in addresses.
    let slug: String

    var calendars = Ledger<CalendarID, BookCalendar>()
    var events = Ledger<EventID, PlannedEvent>()
    var reservations = Ledger<ReservationID, Reservation>()
    var feeds = Ledger<FeedID, Feed>()
    /// Also has every event about accounts and links, none of which can be undone.
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
    /// The accounts that were disconnected.
    var goneAccounts: Set<AccountID> = []
    /// What keeps calendars in step with those of accounts.
    var links: [CalendarID: CalendarLink] = [:]
    /// The issues that nobody has settled.
    var openIssues = OpenIssues()

    /// The calendars with what they have at which time.
    var shelves: [CalendarID: Shelf] = [:]
    /// The reservations by day and quarter hour.
    var bookings = Bookings()
    /// The feeds that exist.
    var feedIDs: Set<FeedID> = []
    /// The events of each calendar by their UIDs.
    var uids = EventNames()
    /// The service day that began last.
    var today: Today
    /// What the room's screens show of the service day.
    var agenda = Agenda()
    /// The date that it shows.
    var agendaDate: String

    var lastRev = 0
    var lastChange = PlannerLastChange()
    var generation = PlannerGeneration()
    let pages = WeekPages()

    /// - Parameter venue: with its initial settings.
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

    /// An unknown time zone counts as UTC.
    static func zone(of house: VenueProfile) -> Zone { Zone(house.timeZone) ?? .utc }

    /// Masks what may concern a person, at any depth, and what private events are.
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

    /// Whether an issue, which does not say whether its event is private, is about words of it.
    private static func maySayWhatItIs(_ members: [String: JSON]) -> Bool {
        guard let kind = members["kind"]?.text else { return false }
        let ofWords: [MergeField] = [.title, .location, .description, .deleted]
        return ofWords.map(\.rawValue).contains(kind)
    }

    /// What is kept for others may name guests, with their addresses. Users of calendar servers are
    /// often known by such addresses too.
    private static let personal: Set<String> = [
        "phone", "notes", "tags", "description", "titles", "foreign", "user", "authorize",
        "signIn",
    ]
}
