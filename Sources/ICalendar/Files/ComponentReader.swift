/// An uninterpreted VEVENT of a file.
struct RawEvent {
    let line: Int
    var lines: [ContentLine] = []
    /// The lines of nested components, such as alarms.
    var inner: [String] = []
    /// The first problem found while reading, because of which the event is refused.
    var problem: EventProblem?

    func first(_ name: String) -> ContentLine? { lines.first { $0.name == name } }
}

/// An uninterpreted VCALENDAR of a file.
struct RawCalendar {
    var name: String?
    /// X-WR-TIMEZONE
    var timeZone: String?
    var events: [RawEvent] = []
    /// The lines of each VTIMEZONE, by its unescaped TZID.
    var zones: [String: [String]] = [:]
}

/// Splits a file into components. Uses an explicit stack, so nesting can't exhaust the thread's.
struct ComponentReader {
    static let depthMax = 16
    /// The limits on stored zone definitions, because each event of a zone carries its definition.
    private static let zonesMax = 256
    private static let zoneBytesMax = 16 << 10

    private(set) var calendars: [RawCalendar] = []
    private var stack: [(name: String, line: Int)] = []
    /// The open events, outermost first, each with its stack depth.
    private var open: [(event: RawEvent, depth: Int)] = []
    private var zone: (lines: [String], depth: Int)?
    private var zoneCount = 0

    init(reading bytes: [UInt8]) throws(CalendarFileProblem) {
        var reader = LineReader(bytes)
        while let line = try reader.next() {
            switch line {
            case .tooLong(let number): setProblem(.lineTooLong(line: number))
            case .text(let text, let number):
                guard let line = ContentLine(text, number: number) else { continue }
                try read(line)
            }
        }
        while !open.isEmpty { closeEvent(.cutOff) }
        if calendars.isEmpty { throw .notACalendar }
    }

    private mutating func setProblem(_ problem: EventProblem) {
        guard let last = open.indices.last, open[last].event.problem == nil else { return }
        open[last].event.problem = problem
    }

    private mutating func read(_ line: ContentLine) throws(CalendarFileProblem) {
        switch line.name {
        case "BEGIN": try begin(line)
        case "END": end(line)
        default: property(line)
        }
    }

    private mutating func begin(_ line: ContentLine) throws(CalendarFileProblem) {
        let name = line.value.trimmed().uppercased()
        guard stack.count < Self.depthMax else { throw .tooDeep }
        stack.append((name, line.number))
        switch name {
        case "VCALENDAR": calendars.append(RawCalendar())
        // A VEVENT outside a VCALENDAR is ignored.
        case "VEVENT" where !calendars.isEmpty:
            setProblem(.noEnd)
            open.append((RawEvent(line: line.number), stack.count))
        case "VTIMEZONE" where zone == nil && open.isEmpty:
            zone = (["BEGIN:VTIMEZONE"], stack.count)
        default: keep(line)
        }
    }

    private mutating func end(_ line: ContentLine) {
        let name = line.value.trimmed().uppercased()
        guard let place = stack.lastIndex(where: { $0.name == name }) else {
            // Crossed ends: the open event ends here and is refused.
            guard let last = open.last, last.depth == stack.count else { return }
            closeEvent(.wrongEnd(name: String(name.prefix(24))))
            stack.removeLast()
            return
        }
        let isWhole = place == stack.count - 1
        while let last = open.last, last.depth > place + 1 {
            closeEvent(.noEnd)
        }
        if let last = open.last, last.depth == place + 1 {
            closeEvent(isWhole ? nil : .partWithoutEnd)
        } else {
            keep(line)
        }
        stack.removeSubrange(place...)
        if let zone, stack.count < zone.depth {
            self.zone = nil
            keepZone(zone.lines)
        }
    }

    private mutating func closeEvent(_ problem: EventProblem?) {
        if let problem { setProblem(problem) }
        guard let event = open.popLast()?.event, let last = calendars.indices.last else { return }
        calendars[last].events.append(event)
    }

    /// Keeps a line of a component nested in an event or a zone.
    private mutating func keep(_ line: ContentLine) {
        if let last = open.indices.last {
            open[last].event.inner.append(line.text)
        } else {
            zone?.lines.append(line.text)
        }
    }

    private mutating func property(_ line: ContentLine) {
        if let last = open.indices.last, open[last].depth == stack.count {
            open[last].event.lines.append(line)
        } else if !open.isEmpty || zone != nil {
            keep(line)
        } else if let last = calendars.indices.last, stack.last?.name == "VCALENDAR" {
            switch line.name {
            case "NAME": calendars[last].name = line.unescaped
            case "X-WR-CALNAME" where calendars[last].name == nil:
                calendars[last].name = line.unescaped
            case "X-WR-TIMEZONE": calendars[last].timeZone = line.unescaped
            default: break
            }
        }
    }

    private mutating func keepZone(_ lines: [String]) {
        guard let last = calendars.indices.last,
            let id = lines.lazy.compactMap({ ContentLine($0, number: 0) })
                .first(where: { $0.name == "TZID" }),
            zoneCount < Self.zonesMax,
            lines.reduce(0, { $0 + $1.utf8.count }) <= Self.zoneBytesMax
        else { return }
        zoneCount += 1
        calendars[last].zones[id.unescaped] = lines
    }
}
