import BoardKit
import ICalendar
import Sync
import WaitlistBoard

/// A guest's booking, in the venue's time zone, as its events and its party have made it.
struct Reservation: Sendable, Equatable {
    var name: String
    var size: Int
    /// In the venue's time zone, whichever that is at the time.
    var start: LocalTime
    var minutes: Int
    /// Whether nobody gave the minutes, so that they follow from the size.
    var hasUsualStay = false
    var phone: String?
    var notes: String?
    var tags: [String] = []
    var table: String?
    /// Whether it was accepted although the quarter hour is full or the house closed.
    var isOverride = false
    /// What people did with it here: `booked`, `cancelled` or `noShow`.
    private(set) var standing = ReservationStatus.booked
    /// When it was cancelled or marked as a no-show here.
    private(set) var goneAt: Instant?
    /// When people last changed it here.
    var changedAt: Instant?
    /// The party that has come with it.
    var visit: Visit?
    /// What other boards have stored with it.
    var extras = Extras()

    init(name: String, size: Int, start: LocalTime, minutes: Int) {
        self.name = name
        self.size = size
        self.start = start
        self.minutes = minutes
    }

    var status: ReservationStatus { visit?.status ?? standing }

    /// When the guests turned out not to come, or left without having been seated.
    var leftAt: Instant? { visit.map(\.leftAt) ?? goneAt }

    mutating func book() {
        standing = .booked
        goneAt = nil
    }

    /// - Parameter status: `cancelled` or `noShow`.
    mutating func leave(as status: ReservationStatus, at instant: Instant) {
        standing = status
        goneAt = instant
    }
}

extension Reservation {
    /// The fields that are read before the start is checked in the venue's time zone.
    static let firstFields = [
        FieldDeclaration("name", PartyName.self, "Who comes", isRequired: true),
        FieldDeclaration("size", PartySize.self, "How many people", isRequired: true),
        FieldDeclaration(
            "start", StartTime.self, "When they come, in the venue's time zone", isRequired: true),
    ]

    static let otherFields = [
        FieldDeclaration(
            "minutes", StayMinutes.self, "How long they stay; by the setting stay without it"),
        FieldDeclaration("phone", PhoneNumber.self, "With its country code", isPersonal: true),
        FieldDeclaration("notes", PartyNotes.self, "What the host should know", isPersonal: true),
        FieldDeclaration(
            "tags", PartyTags.self, "Words that hosts sort parties by", isPersonal: true),
        FieldDeclaration("table", ReservedTable.self, "The table that is kept for them"),
        FieldDeclaration(
            "override", Switch.self, "Although the quarter hour is full or the house closed"),
    ]

    /// In the order in which problems are reported.
    static let fields = firstFields + otherFields
}

extension Reservation: FieldState {
    static let blank = Reservation(
        name: "", size: 0, start: LocalTime(date: CivilDate(dayNumber: 0), secondOfDay: 0),
        minutes: 0)

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields("name", &name, old.name)
        try fields("size", &size, old.size)
        try fields("start", &start, old.start)
        try fields("minutes", &minutes, old.minutes)
        try fields("usualStay", &hasUsualStay, old.hasUsualStay)
        try fields("phone", &phone, old.phone)
        try fields("notes", &notes, old.notes)
        try fields("tags", &tags, old.tags)
        try fields("table", &table, old.table)
        try fields("override", &isOverride, old.isOverride)
        try fields("status", &standing, old.standing)
        try fields("leftAt", &goneAt, old.goneAt)
        try fields(&changedAt, old.changedAt)
        try fields(&visit, old.visit)
        try fields(&extras, old.extras)
    }
}
