import BoardKit
import ICalendar
import JSON
import Sync
import WaitlistBoard

extension Reservation {
    /// Creates a new reservation, which is meaningful only if the arguments are good.
    init(_ arguments: inout Arguments, in zone: Zone, _ usual: UsualStay) {
        var values = Self.firstFields.new(in: &arguments)
        arguments.check(values["start"], in: zone)
        values.merge(Self.otherFields.new(in: &arguments)) { $1 }
        self = .blank
        hasUsualStay = values["minutes"] == nil
        change(by: .object(values))
        if hasUsualStay { minutes = usual.minutes(forSize: size) }
    }
}

/// The new values of a reservation's fields.
struct ReservationEdit {
    /// The values by field; `null` removes a value.
    private let values: [String: JSON]

    init(_ arguments: inout Arguments, in zone: Zone) {
        let changesSomething = Reservation.fields.areGiven(in: arguments)
        let first = Reservation.firstFields.edit(in: &arguments)
        arguments.check(first["start"], in: zone)
        values = first.merging(Reservation.otherFields.edit(in: &arguments)) { $1 }
        if !changesSomething { arguments.add(.nothingToChange, at: "name") }
    }

    /// Returns the reservation with these values.
    ///
    /// An override stays as long as the time and the size that it was given for.
    func applied(to old: Reservation, _ usual: UsualStay) -> Reservation {
        var new = old
        new.change(by: .object(values))
        if let minutes = values["minutes"] { new.hasUsualStay = minutes.isNull }
        if new.hasUsualStay, !old.hasUsualStay || new.size != old.size {
            new.minutes = usual.minutes(forSize: new.size)
        }
        if values["override"] == nil, !new.isPaced(like: old) { new.isOverride = false }
        return new
    }
}

extension Reservation {
    /// Whether both reservations take the same covers at the same time.
    func isPaced(like other: Reservation) -> Bool { start == other.start && size == other.size }
}

extension Arguments {
    /// Checks that the start exists on the clock in the zone.
    fileprivate mutating func check(_ start: JSON?, in zone: Zone) {
        if let start = start.flatMap(LocalTime.init(member:)), !zone.exists(start) {
            add(.skippedTime, at: "start")
        }
    }
}

/// A reservation's table: up to 24 characters on one line.
struct ReservedTable: BoundedText {
    static let charactersMax = TableName.charactersMax
    static let isOneLine = true
    static let mayBeEmpty = true

    let text: String
}

/// A local start time in the years 1970 to 2199: `2026-05-04T19:30`.
struct StartTime: StoredValue {
    static let years = 1970...2199
    static let schema = Schema(
        .text(pattern: #"^(19[7-9]\d|20\d\d|21\d\d)-\d{2}-\d{2}T\d{2}:\d{2}$"#))

    let local: LocalTime
    var stored: JSON { local.member }

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text, text.utf8.count == 16, let local = LocalTime(text),
            Self.years.contains(local.date.year)
        else { throw Reason(.noLocalTime) }
        self.local = local
    }
}
