import ICalendar
import JSON
import PeerNumbers

/// Reads and writes Google's times: `{"date": "2026-05-04"}`, or `{"dateTime":
/// "2026-05-04T19:30:00+02:00", "timeZone": "Europe/Rome"}` (RFC 3339).
enum GoogleTime {
    /// - Parameter zone: the zone for a time that has none or an unknown one.
    /// - Returns: `nil` for a malformed time.
    static func read(_ json: JSON?, zone: Zone) -> EventTime? {
        if let date = json?["date"]?.text { return CivilDate(date).map(EventTime.date) }
        guard let text = json?["dateTime"]?.text else { return nil }
        let own = json?["timeZone"]?.text.flatMap { Zone($0) ?? Zone.windows($0) } ?? zone
        guard let local = LocalTime(text.prefix(19)) else { return nil }
        let rest = text.dropFirst(19)
        let offset = rest.first == "." ? rest.dropFirst().drop { $0.isNumber } : rest
        guard !offset.isEmpty else { return .zoned(local, own) }
        guard let seconds = offsetSeconds(offset) else { return nil }
        let instant = Zone.utc.seconds(of: local) - seconds
        let shown = own.local(of: instant)
        // A local time can't name the second pass of a repeated hour.
        return own.seconds(of: shown) == instant
            ? .zoned(shown, own) : .zoned(Zone.utc.local(of: instant), .utc)
    }

    /// Parses an offset such as `Z` or `+02:00`, in seconds east of UTC.
    private static func offsetSeconds(_ text: Substring) -> Int64? {
        if text == "Z" || text == "z" { return 0 }
        let parts = text.dropFirst().split(separator: ":")
        guard parts.count == 2, let hours = Untrusted(parts[0])?.within(0...23),
            let minutes = Untrusted(parts[1])?.within(0...59)
        else { return nil }
        let seconds = Int64(hours * 3600 + minutes * 60)
        return text.first == "-" ? -seconds : text.first == "+" ? seconds : nil
    }

    /// Returns a time in Google's form.
    static func json(_ time: EventTime) -> JSON {
        switch time {
        case .date(let date): ["date": .string(date.text)]
        case .floating(let local): json(at: Zone.utc.seconds(of: local), in: .utc)
        case .zoned(let local, let zone): json(at: zone.seconds(of: local), in: zone)
        }
    }

    /// Returns the exclusive end of a duration in Google's form.
    static func end(of start: EventTime, _ length: EventLength) -> JSON {
        switch start {
        case .date(let date): json(.date(date.adding(days: max(1, length.days))))
        case .floating: json(at: length.end(of: start, floatingIn: .utc), in: .utc)
        case .zoned(_, let zone): json(at: length.end(of: start, floatingIn: zone), in: zone)
        }
    }

    /// - Parameter zone: the zone to write. One that a file defines is replaced by UTC.
    private static func json(at instant: Int64, in zone: Zone) -> JSON {
        let zone = zone.definition == nil ? zone : .utc
        let offset = zone.offset(at: instant)
        // Historical offsets may have seconds, which RFC 3339 can't express.
        guard offset % 60 == 0 else { return json(at: instant, in: .utc) }
        let text = zone.local(of: instant).text
        let sign = offset < 0 ? "-" : "+"
        let end =
            zone == .utc
            ? "Z"
            : sign + digits(abs(offset) / 3600) + ":" + digits(abs(offset) / 60 % 60)
        return [
            "dateTime": .string(text + (text.utf8.count == 16 ? ":00" : "") + end),
            "timeZone": .string(zone.name),
        ]
    }

    private static func digits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
