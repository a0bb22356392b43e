/// Reads the times of a calendar's events.
struct TimeReader {
    private var zones: ZoneResolver
    /// The zone for floating times (X-WR-TIMEZONE).
    private let floatingZone: Zone?
    /// Whether an unknown zone was used since the last call of `forgetUnknownZone()`.
    private(set) var hasUnknownZone = false

    init(_ calendar: RawCalendar) {
        var zones = ZoneResolver(definitions: calendar.zones)
        floatingZone = calendar.timeZone.flatMap { zones.zone($0) }
        self.zones = zones
    }

    /// Returns the lines that define a zone, even if they can't be interpreted.
    func definition(ofZone id: String) -> [String] { zones.definition(id) ?? [] }

    mutating func forgetUnknownZone() { hasUnknownZone = false }

    mutating func time(_ line: ContentLine) throws(EventProblem) -> EventTime {
        try time(line.value, line)
    }

    /// - Parameter value: one of the line's values.
    mutating func time(
        _ value: Substring, _ line: ContentLine
    ) throws(EventProblem) -> EventTime {
        if let date = CivilDate(compact: value) { return .date(date) }
        if value.last == "Z" || value.last == "z", let local = LocalTime(compact: value.dropLast())
        {
            return .zoned(local, .utc)
        }
        guard let local = LocalTime(compact: value) else {
            throw EventProblem.badValue(
                property: String(line.name), value: String(value.prefix(40)))
        }
        guard let id = line.parameter("TZID") else {
            return floatingZone.map { .zoned(local, $0) } ?? .floating(local)
        }
        guard let zone = zones.zone(id) else {
            hasUnknownZone = true
            return .floating(local)
        }
        return .zoned(local, zone)
    }

    /// Returns the values of an RDATE, which may be periods.
    mutating func dates(
        _ line: ContentLine, like start: EventTime
    ) throws(EventProblem) -> [ExtraDate] {
        var dates: [ExtraDate] = []
        for item in line.list {
            let parts = item.split(separator: "/", maxSplits: 1)
            guard let first = parts.first else { continue }
            let time = try time(first, line)
            var date = ExtraDate(start: Self.adapt(time, to: start))
            if parts.count == 2 {
                date.length = try length(parts[1], line, from: time)
            }
            if start.isAllDay { date.length = nil }
            dates.append(date)
        }
        return dates
    }

    private mutating func length(
        _ text: Substring, _ line: ContentLine, from start: EventTime
    ) throws(EventProblem) -> EventLength {
        if let length = DurationText.read(text) {
            guard length.days >= 0, length.seconds >= 0 else {
                throw EventProblem.addedEndsBeforeStart
            }
            return length
        }
        let end = Self.adapt(try time(text, line), to: start)
        let seconds = end.seconds(floatingIn: .utc) - start.seconds(floatingIn: .utc)
        guard seconds >= 0 else { throw EventProblem.addedEndsBeforeStart }
        return EventLength(seconds: seconds)
    }

    /// Converts a time to the kind and zone of another.
    static func adapt(_ time: EventTime, to start: EventTime) -> EventTime {
        switch (start, time) {
        case (.zoned(_, let own), .zoned(let local, let other)):
            own == other ? time : .zoned(own.local(of: other.seconds(of: local)), own)
        case (_, .date(let date)):
            start.with(LocalTime(date: date, secondOfDay: start.local.secondOfDay))
        default: start.with(time.local)
        }
    }

    /// Returns the key of the occurrence that an EXDATE or RECURRENCE-ID refers to.
    static func key(_ time: EventTime, of start: EventTime) -> OccurrenceKey {
        // Converting to the start's zone would lose the second pass of a repeated hour.
        if case .zoned(let local, let zone) = time, case .zoned = start {
            return .instant(zone.seconds(of: local))
        }
        return adapt(time, to: start).key
    }
}
