import BoardKit
import ICalendar
import JSON
import Sync

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
    /// Reads what `json` writes. Returns `nil` for anything else.
    init?(_ json: JSON) {
        guard let name = json["name"]?.text, let size = json["size"]?.integer,
            let start = json["start"]?.text.flatMap({ LocalTime($0) }),
            let minutes = json["minutes"]?.integer,
            let standing = json["status"]?.text.flatMap(ReservationStatus.init(rawValue:))
        else { return nil }
        self.init(name: name, size: size, start: start, minutes: minutes)
        hasUsualStay = json["usualStay"]?.flag ?? false
        phone = json["phone"]?.text
        notes = json["notes"]?.text
        tags = json["tags"]?.texts ?? []
        table = json["table"]?.text
        isOverride = json["override"]?.flag ?? false
        self.standing = standing
        goneAt = json["leftAt"]?.instant
    }

    /// Everything that the board's own events have made of it.
    var json: JSON {
        var members: [String: JSON] = [
            "name": .string(name), "size": JSON(size), "start": .string(start.text),
            "minutes": JSON(minutes), "status": .string(standing.rawValue),
        ]
        if hasUsualStay { members["usualStay"] = true }
        members["phone"] = phone.map(JSON.string)
        members["notes"] = notes.map(JSON.string)
        if !tags.isEmpty { members["tags"] = .array(tags.map(JSON.string)) }
        members["table"] = table.map(JSON.string)
        if isOverride { members["override"] = true }
        members["leftAt"] = goneAt.map { .string($0.description) }
        return .object(members)
    }
}

extension Reservation: FieldState {
    static let blank = Reservation(
        name: "", size: 0, start: LocalTime(date: CivilDate(dayNumber: 0), secondOfDay: 0),
        minutes: 0)

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&name, old.name)
        try fields(&size, old.size)
        try fields(&start, old.start)
        try fields(&minutes, old.minutes)
        try fields(&hasUsualStay, old.hasUsualStay)
        try fields(&phone, old.phone)
        try fields(&notes, old.notes)
        try fields(&tags, old.tags)
        try fields(&table, old.table)
        try fields(&isOverride, old.isOverride)
        try fields(&standing, old.standing)
        try fields(&goneAt, old.goneAt)
        try fields(&changedAt, old.changedAt)
        try fields(&visit, old.visit)
        try fields(&extras, old.extras)
    }
}
