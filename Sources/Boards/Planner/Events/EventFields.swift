import BoardKit
import ICalendar
import JSON
import Sync

/// The given fields of an event, in the order in which their problems are reported.
struct EventFields {
    var title: EventTitle?
    var calendar: ValueChange<ItemID>?
    var location: ValueChange<EventLocation>?
    var description: ValueChange<EventDescription>?
    var start: StartTime?
    var minutes: EventMinutes?
    var zone: ValueChange<EventZone>?
    var date: DateText?
    var days: ValueChange<EventDayCount>?
    var rule: ValueChange<RepeatRule>?
    var tentative: ValueChange<Switch>?
    var isPrivate: ValueChange<Switch>?
    var isFree: ValueChange<Switch>?

    static let names = [
        "title", "calendar", "location", "description", "start", "minutes", "timeZone", "date",
        "days", "repeat", "tentative", "private", "free",
    ]

    /// The facts that are known before the fields are read.
    struct Context {
        /// The current time of the edited event. `nil` for a new event, or if the time is unknown.
        var present: EventTime?
        var isNew = false
        var scope = EventScope.all
        var zone: Zone
    }

    init(_ asked: inout Asked, _ context: Context) {
        let isForOne = context.scope == .one
        title =
            context.isNew
            ? asked.arguments.required("title") : asked.arguments.replacement(of: "title")
        if isForOne, asked.arguments.has("calendar") {
            asked.arguments.refuse("calendar", .notForOne)
        } else {
            calendar = asked.arguments.change(of: "calendar")
        }
        location = asked.arguments.change(of: "location")
        description = asked.arguments.change(of: "description")
        readTime(&asked, context)
        if isForOne, asked.arguments.has("repeat") {
            asked.arguments.refuse("repeat", .notForOne)
        } else {
            rule = asked.arguments.change(of: "repeat")
        }
        tentative = asked.arguments.change(of: "tentative")
        isPrivate = asked.arguments.change(of: "private")
        isFree = asked.arguments.change(of: "free")
    }

    // MARK: Time

    private mutating func readTime(_ asked: inout Asked, _ context: Context) {
        let givesStart = asked.arguments.hasValue("start")
        let givesDate = asked.arguments.hasValue("date")
        let isDay = givesDate && !givesStart
        let isAllDay = context.present?.isAllDay
        readStart(&asked, context, givesDate: givesDate)
        if isDay, asked.arguments.hasValue("minutes") {
            asked.arguments.refuse("minutes", .givenWithDate)
        } else if givesStart, context.isNew || isAllDay == true {
            minutes = asked.arguments.required("minutes")
        } else if context.isNew {
            minutes = asked.arguments.optional("minutes")
        } else {
            minutes = asked.arguments.replacement(of: "minutes")
        }
        if isDay, asked.arguments.hasValue("timeZone") {
            asked.arguments.refuse("timeZone", .givenWithDate)
        } else {
            zone = asked.arguments.change(of: "timeZone")
        }
        if givesStart, givesDate {
            asked.arguments.refuse("date", .givenWithStart)
        } else if context.isNew {
            date = asked.arguments.optional("date")
        } else {
            let isMissing = !givesStart && isAllDay == false && asked.arguments.hasValue("days")
            if isMissing, !givesDate { asked.arguments.add(.required, at: "date") }
            date = asked.arguments.replacement(of: "date")
        }
        if givesStart, asked.arguments.hasValue("days") {
            asked.arguments.refuse("days", .givenWithStart)
        } else {
            days = asked.arguments.change(of: "days")
        }
    }

    private mutating func readStart(
        _ asked: inout Asked, _ context: Context, givesDate: Bool
    ) {
        let zone = context.zone(given: asked.mutation.arguments["timeZone"])
        if context.isNew {
            start =
                givesDate
                ? asked.arguments.optional("start") : asked.arguments.required("start")
        } else {
            let needsStart =
                context.present?.isAllDay == true && !givesDate
                && !asked.arguments.has("start")
                && (asked.arguments.hasValue("minutes") || asked.arguments.hasValue("timeZone"))
            if needsStart { asked.arguments.add(.required, at: "start") }
            start = asked.arguments.replacement(of: "start")
        }
        if let start, let zone, !zone.exists(start.local) {
            asked.arguments.add(.skippedTime, at: "start")
        }
    }

    var changesTime: Bool {
        start != nil || minutes != nil || zone != nil || date != nil || days != nil
    }

    /// Returns the time and length that the fields give to an event at the present time.
    func time(
        after present: EventTime, _ length: EventLength, venue: Zone
    ) -> (start: EventTime, length: EventLength) {
        if let date {
            return (.date(date.date), EventLength(days: dayCount ?? max(length.days, 1)))
        }
        if present.isAllDay, start == nil {
            return (present, EventLength(days: dayCount ?? length.days))
        }
        let local = start?.local ?? present.local
        let newLength = minutes.map { EventLength(seconds: Int64($0.value) * 60) } ?? length
        switch (zone, present) {
        case (.set(let given), _): return (.zoned(local, given.zone), newLength)
        case (.remove, _), (nil, .date): return (.zoned(local, venue), newLength)
        case (nil, .zoned(_, let zone)): return (.zoned(local, zone), newLength)
        case (nil, .floating): return (.floating(local), newLength)
        }
    }

    /// Returns the time and length of a new event, or `nil` if no start is given.
    func time(venue: Zone) -> (start: EventTime, length: EventLength)? {
        if let date { return (.date(date.date), EventLength(days: dayCount ?? 1)) }
        guard let start, let minutes else { return nil }
        let length = EventLength(seconds: Int64(minutes.value) * 60)
        guard case .set(let given) = zone else { return (.zoned(start.local, venue), length) }
        return (.zoned(start.local, given.zone), length)
    }

    private var dayCount: Int? {
        switch days {
        case nil: nil
        case .set(let count): count.value
        case .remove: 1
        }
    }
}

extension EventFields.Context {
    /// Returns the zone of a start, or `nil` if the zone is unknown or the start is floating.
    func zone(given: JSON?) -> Zone? {
        if let given, !given.isNull { return (try? EventZone(given))?.zone }
        if given == nil, let present {
            switch present {
            case .zoned(_, let zone): return zone
            case .floating: return nil
            case .date: break
            }
        }
        return zone
    }
}

extension EventFields {
    /// Applies the given fields to the details.
    ///
    /// - Parameter followed: the details that `details` has inherited so far. A value that differs
    ///   from them was changed on purpose and stays.
    func change(_ details: inout EventDetails, following followed: EventDetails? = nil) {
        func change<Value: Equatable>(_ path: WritableKeyPath<EventDetails, Value>, _ value: Value)
        {
            if let followed, followed[keyPath: path] != details[keyPath: path] { return }
            details[keyPath: path] = value
        }
        if let title { change(\.title, title.text) }
        if let location { change(\.location, Self.value(location)?.text) }
        if let description { change(\.description, Self.value(description)?.text) }
        if let isPrivate { change(\.isPrivate, Self.value(isPrivate)?.isOn ?? false) }
        if let isFree { change(\.isFree, Self.value(isFree)?.isOn ?? false) }
        guard let tentative else { return }
        if Self.value(tentative)?.isOn == true {
            change(\.status, .tentative)
        } else if details.status == .tentative {
            change(\.status, nil)
        }
    }

    private static func value<Value>(_ change: ValueChange<Value>) -> Value? {
        if case .set(let value) = change { value } else { nil }
    }
}
