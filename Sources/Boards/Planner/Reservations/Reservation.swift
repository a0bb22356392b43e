import BoardKit
import ICalendar
import Sync
import WaitlistBoard

/// A guest's booking, in the venue's time zone.
struct Reservation: Sendable, Equatable {
    var name: String
    var size: Int
    /// The start in the venue's time zone, whichever zone that is at the time.
    var start: LocalTime
    var minutes: Int
    /// Whether the minutes follow from the size, because none were given.
    var hasUsualStay = false
    var phone: String?
    var notes: String?
    var tags: [String] = []
    var table: String?
    /// Whether the reservation was accepted in a full quarter hour or while the house is closed.
    var isOverride = false
    /// The status that people set here: `booked`, `cancelled` or `noShow`.
    private(set) var standing = ReservationStatus.booked
    /// The time of the cancellation or no-show here.
    private(set) var goneAt: Instant?
    /// The time of the last change here.
    var changedAt: Instant?
    /// The visit of the reservation's party, once it has arrived.
    var visit: Visit?
    /// The data that other boards store with the reservation.
    var extras = Extras()

    var status: ReservationStatus { visit?.status ?? standing }

    /// The time of a cancellation or no-show, or when the party left without having been seated.
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

    /// All fields, in the order in which problems are reported.
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
