import ICalendar
public import JSON
public import Sync

/// The house's calendars as a book of weeks, and its reservations.
///
/// Everything is a calendar, an event of a calendar, a reservation or a feed. Each kind is in a
/// ledger, which knows the whole history, so that events can be undone. An event of the journal is
/// turned into the states that it gives to these things (`PlannerChange`), and one function takes
/// such a change over into the ledgers, the indexes and the views.
public struct Planner: Board {
    /// The house's current settings.
    var house: VenueProfile
    /// The venue's time zone, in which floating times and days are.
    var zone: Zone
    public var boardSettings: BoardSettings? = BoardSettings(of: declared)
    let dependencies: BoardDependencies
    /// Distinguishes the venue's events from those of every other one: a part of their UIDs.
    let epoch: String
    /// The venue in addresses.
    let slug: String

    var calendars = Ledger<CalendarID, BookCalendar>()
    var events = Ledger<EventID, PlannedEvent>()
    var reservations = Ledger<ReservationID, Reservation>()
    var feeds = Ledger<FeedID, Feed>()

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
    public init(venue: VenueRecord, dependencies: BoardDependencies) {
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

    public static let boardName = "planner"

    public var declaration: BoardDeclaration { Self.declared }

    /// An unknown time zone counts as UTC.
    static func zone(of house: VenueProfile) -> Zone { Zone(house.timeZone) ?? .utc }

    /// Masks what may concern a person, at any depth.
    public func masked(_ value: JSON) -> JSON {
        value.masking { name, _ in Self.personal.contains(name) }
    }

    /// What is kept for others may name guests, with their addresses.
    private static let personal: Set<String> = ["phone", "notes", "description", "foreign"]
}
