import BoardKit
import ICalendar
import JSON
import Sync
import WaitlistBoard

/// The fields of a new reservation.
struct NewReservation {
    private let name: PartyName?
    private let size: PartySize?
    private let start: StartTime?
    private let minutes: StayMinutes?
    private let phone: PhoneNumber?
    private let notes: PartyNotes?
    private let tags: PartyTags?
    private let table: ReservedTable?
    private let override: Switch?

    init(_ arguments: inout Arguments, in zone: Zone) {
        name = arguments.required("name")
        size = arguments.required("size")
        start = arguments.required("start")
        arguments.check(start, in: zone)
        minutes = arguments.optional("minutes")
        phone = arguments.optional("phone")
        notes = arguments.optional("notes")
        tags = arguments.optional("tags")
        table = arguments.optional("table")
        override = arguments.optional("override")
    }

    /// Returns `nil` if a required field is missing.
    func reservation(_ usual: UsualStay) -> Reservation? {
        guard let name, let size, let start else { return nil }
        var made = Reservation(
            name: name.text, size: size.people, start: start.local,
            minutes: minutes?.value ?? usual.minutes(forSize: size.people))
        made.hasUsualStay = minutes == nil
        made.phone = phone?.text
        made.notes = notes?.text
        made.tags = tags?.texts ?? []
        made.table = table?.text
        made.isOverride = override?.isOn ?? false
        return made
    }
}

/// The new values of a reservation's fields.
struct ReservationEdit {
    private static let fields = [
        "name", "size", "start", "minutes", "phone", "notes", "tags", "table", "override",
    ]

    private let name: PartyName?
    private let size: PartySize?
    private let start: StartTime?
    private let minutes: ValueChange<StayMinutes>?
    private let phone: ValueChange<PhoneNumber>?
    private let notes: ValueChange<PartyNotes>?
    private let tags: ValueChange<PartyTags>?
    private let table: ValueChange<ReservedTable>?
    private let override: ValueChange<Switch>?

    init(_ arguments: inout Arguments, in zone: Zone) {
        let changesSomething = arguments.hasAny(of: Self.fields)
        name = arguments.replacement(of: "name")
        size = arguments.replacement(of: "size")
        start = arguments.replacement(of: "start")
        arguments.check(start, in: zone)
        minutes = arguments.change(of: "minutes")
        phone = arguments.change(of: "phone")
        notes = arguments.change(of: "notes")
        tags = arguments.change(of: "tags")
        table = arguments.change(of: "table")
        override = arguments.change(of: "override")
        if !changesSomething { arguments.add(.nothingToChange, at: "name") }
    }

    /// The reservation with these values.
    ///
    /// An override belongs to the time and size that it was given for. It stays while they do.
    func applied(to old: Reservation, _ usual: UsualStay) -> Reservation {
        var new = old
        if let name { new.name = name.text }
        if let size { new.size = size.people }
        if let start { new.start = start.local }
        if let phone { new.phone = phone.set?.text }
        if let notes { new.notes = notes.set?.text }
        if let tags { new.tags = tags.set?.texts ?? [] }
        if let table { new.table = table.set?.text }
        if let minutes {
            new.hasUsualStay = minutes.set == nil
            new.minutes = minutes.set?.value ?? new.minutes
        }
        if new.hasUsualStay, !old.hasUsualStay || new.size != old.size {
            new.minutes = usual.minutes(forSize: new.size)
        }
        if let override {
            new.isOverride = override.set?.isOn ?? false
        } else if !new.isPaced(like: old) {
            new.isOverride = false
        }
        return new
    }
}

extension Reservation {
    /// Whether it takes the same covers at the same time.
    func isPaced(like other: Reservation) -> Bool { start == other.start && size == other.size }
}

extension ValueChange {
    /// The new value; `nil` if the value is removed.
    fileprivate var set: Value? {
        switch self {
        case .set(let value): value
        case .remove: nil
        }
    }
}

extension Arguments {
    /// Checks that the clocks show a start.
    fileprivate mutating func check(_ start: StartTime?, in zone: Zone) {
        if let start, !zone.exists(start.local) { add(.skippedTime, at: "start") }
    }
}

/// The table that is kept for a reservation: up to 24 characters on one line.
struct ReservedTable: BoundedText {
    static let charactersMax = TableName.charactersMax
    static let isOneLine = true
    static let mayBeEmpty = true

    let text: String
}

/// The local time at which something starts: `2026-05-04T19:30`, in the years 1970 to 2199.
struct StartTime: ArgumentValue {
    static let years = 1970...2199
    static let schema = Schema(
        .text(pattern: #"^(19[7-9]\d|20\d\d|21\d\d)-\d{2}-\d{2}T\d{2}:\d{2}$"#))

    let local: LocalTime

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text, text.utf8.count == 16, let local = LocalTime(text),
            Self.years.contains(local.date.year)
        else { throw Reason(.noLocalTime) }
        self.local = local
    }
}
