/// Reads the times of a calendar's events.
struct TimeReader {
    private var zones: ZoneResolver
    /// The zone for floating times (X-WR-TIMEZONE).
    private let floatingZone: Zone?
    /// Whether a zone was met that nobody knows.
    private(set) var hasUnknownZone = false

    init(_ calendar: RawCalendar) {
        var zones = ZoneResolver(definitions: calendar.zones)
        floatingZone = calendar.timeZone.flatMap { zones.zone($0) }
        self.zones = zones
    }

    /// The lines that define a zone, also one that can't be understood.
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

    /// The values of an RDATE, which may be periods.
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

    /// The same time in the kind and zone of another.
    static func adapt(_ time: EventTime, to start: EventTime) -> EventTime {
        switch (start, time) {
        case (.zoned(_, let own), .zoned(let local, let other)):
            own == other ? time : .zoned(own.local(of: other.seconds(of: local)), own)
        case (_, .date(let date)):
            start.with(LocalTime(date: date, secondOfDay: start.local.secondOfDay))
        default: start.with(time.local)
        }
    }

    /// The name of the occurrence that a time in a file means, by EXDATE or RECURRENCE-ID.
    static func key(_ time: EventTime, of start: EventTime) -> OccurrenceKey {
        // Another reading of the second of two equal hours would name the first.
        if case .zoned(let local, let zone) = time, case .zoned = start {
            return .instant(zone.seconds(of: local))
        }
        return adapt(time, to: start).key
    }
}

/// Finds the zones that a calendar's TZIDs mean.
struct ZoneResolver {
    /// The lines of each VTIMEZONE, by its TZID without escapes.
    private let definitions: [String: [String]]
    private var found: [String: Zone?] = [:]

    init(definitions: [String: [String]]) { self.definitions = definitions }

    /// Returns `nil` for a zone that nobody knows.
    mutating func zone(_ id: String) -> Zone? {
        if let zone = found[id] { return zone }
        let zone = Self.known(id) ?? defined(id)
        found[id] = .some(zone)
        return zone
    }

    /// By its IANA or Windows name, also behind the prefix of a program, such as
    /// `/freeassociation.sourceforge.net/Europe/Rome`.
    private static func known(_ id: String) -> Zone? {
        if let zone = Zone(id) ?? Zone.windows(id) { return zone }
        guard id.hasPrefix("/") else { return nil }
        let parts = id.split(separator: "/")
        return [2, 3].lazy.compactMap { Zone(parts.suffix($0).joined(separator: "/")) }.first
    }

    /// The lines that define a zone. A TZID is a text, with escapes, where it is defined, and a parameter
    /// without them where it is used; some programs write the escapes there too (RFC 5545 3.2.19).
    func definition(_ id: String) -> [String]? {
        definitions[id] ?? definitions[ContentLine.unescaped(Substring(id))]
    }

    private func defined(_ id: String) -> Zone? {
        guard let lines = definition(id) else { return nil }
        let place = lines.lazy.compactMap { ContentLine($0, number: 0) }
            .first { $0.name == "X-LIC-LOCATION" }
        return place.flatMap { Zone(String($0.value)) }
            ?? Zone(definition: lines.joined(separator: "\n"))
    }
}

/// A DURATION: `P1DT2H30M`, `-PT15M`, `P2W` (RFC 5545 3.3.6).
enum DurationText {
    /// Returns `nil` for what can't be read, and for a length beyond ten thousand years.
    static func read(_ text: some StringProtocol) -> EventLength? {
        var rest = Substring(text).utf8
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        guard rest.first == UInt8(ascii: "P") else { return nil }
        rest.removeFirst()
        var length = EventLength()
        var isTime = false
        var isEmpty = true
        while let first = rest.first {
            if first == UInt8(ascii: "T"), !isTime {
                isTime = true
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
            rest = rest.dropFirst(digits.count)
            guard digits.count <= 10, let number = Int64(Substring(digits)), let unit = rest.first
            else { return nil }
            rest.removeFirst()
            switch (unit, isTime) {
            case (UInt8(ascii: "W"), false): length.days += Int(number) * 7
            case (UInt8(ascii: "D"), false): length.days += Int(number)
            case (UInt8(ascii: "H"), true): length.seconds += number * 3600
            case (UInt8(ascii: "M"), true): length.seconds += number * 60
            case (UInt8(ascii: "S"), true): length.seconds += number
            default: return nil
            }
            isEmpty = false
        }
        guard !isEmpty, length.days < 3_660_000, length.seconds < 316_224_000_000 else {
            return nil
        }
        return isNegative ? EventLength(days: -length.days, seconds: -length.seconds) : length
    }

    static func text(_ length: EventLength) -> String {
        var text = "P" + (length.days == 0 ? "" : "\(length.days)D")
        guard length.seconds != 0 || length.days == 0 else { return text }
        text += "T"
        let hours = length.seconds / 3600
        let minutes = length.seconds / 60 % 60
        let seconds = length.seconds % 60
        if hours != 0 { text += "\(hours)H" }
        if minutes != 0 { text += "\(minutes)M" }
        if seconds != 0 || length.seconds == 0 { text += "\(seconds)S" }
        return text
    }
}
