/// The text of a calendar in which one event can be edited. Everything else stays as it is:
/// uninterpreted lines, parameters, other components and zone names.
public struct StoredCalendar {
    /// The event that can be edited.
    public let event: CalendarEvent
    private let lines: [String]
    private let parts: [Part]
    /// The TZIDs by which the text calls the zones of its events.
    private var zoneNames: [Zone: String] = [:]
    private var definedZones: Set<String> = []

    /// A VEVENT of the text.
    private struct Part {
        var lines: Range<Int>
        /// The event or a change to it; `nil` for another event or one that can't be read.
        var read: ReadEvent?

        func isLater(than other: Part?) -> Bool {
            guard let read, let other = other?.read else { return true }
            return (read.sequence, read.stamp ?? .min) >= (other.sequence, other.stamp ?? .min)
        }
    }

    /// Reads a calendar. Returns `nil` if it has no event, or a line too long to keep.
    public init?(reading bytes: [UInt8]) {
        guard let event = try? CalendarFile(reading: bytes).events.first,
            let components = try? ComponentReader(reading: bytes),
            let numbered = Self.lines(of: bytes)
        else { return nil }
        self.event = event
        lines = numbered.map(\.text)
        let places = Dictionary(
            numbered.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
        var parts: [Part] = []
        for calendar in components.calendars {
            var reader = EventReader(calendar)
            var zones = ZoneResolver(definitions: calendar.zones)
            definedZones.formUnion(calendar.zones.keys)
            for raw in calendar.events {
                guard let start = places[raw.line] else { continue }
                for id in raw.lines.compactMap({ $0.parameter("TZID") }) {
                    if let zone = zones.zone(id), zoneNames[zone] == nil { zoneNames[zone] = id }
                }
                let read = try? reader.read(raw)
                parts.append(
                    Part(
                        lines: start..<Self.end(of: start, in: lines),
                        read: read?.uid == event.uid ? read : nil))
            }
        }
        self.parts = parts.sorted { $0.lines.lowerBound < $1.lines.lowerBound }
    }

    private static func lines(of bytes: [UInt8]) -> [(text: String, number: Int)]? {
        var reader = LineReader(bytes)
        var lines: [(text: String, number: Int)] = []
        while let line = try? reader.next() {
            guard case .text(let text, let number) = line else { return nil }
            lines.append((text, number))
        }
        return lines
    }

    /// Returns the exclusive end of the component that begins on a line.
    private static func end(of start: Int, in lines: [String]) -> Int {
        var depth = 0
        for place in start..<lines.count {
            switch ContentLine(lines[place], number: 0)?.name {
            case "BEGIN": depth += 1
            case "END": depth -= 1
            default: break
            }
            if depth == 0 { return place + 1 }
        }
        return lines.count
    }

    /// Returns the text with the event edited. The event keeps the foreign lines of the text.
    ///
    /// - Parameter now: Unix seconds, for the DTSTAMP and LAST-MODIFIED of edited components.
    /// - Returns: `nil` if nothing differs.
    public func edited(to wanted: CalendarEvent, at now: Int64) -> [UInt8]? {
        var edit = TextEdit(zoneNames: zoneNames, now: now)
        editMaster(wanted, &edit)
        editChanges(wanted, &edit)
        guard edit.hasEdits else { return nil }
        return text(with: edit)
    }

    private func editMaster(_ wanted: CalendarEvent, _ edit: inout TextEdit) {
        guard wanted.hasMaster else { return }
        var master: Part?
        for part in parts where part.read != nil && part.read?.changes == nil {
            if part.isLater(than: master) { master = part }
        }
        let after = edit.lines(ofMaster: wanted, foreign: master == nil ? nil : event)
        guard let master else {
            edit.add(after)
            return
        }
        edit.edit(
            master.lines, of: lines, from: edit.lines(ofMaster: event, foreign: event), to: after)
    }

    private func editChanges(_ wanted: CalendarEvent, _ edit: inout TextEdit) {
        let known = changeParts()
        var gone = event.changes.keys.filter { wanted.changes[$0] == nil }.sorted()
        var new = wanted.changes.keys.filter { event.changes[$0] == nil }.sorted()
        var pairs = event.changes.keys.filter { wanted.changes[$0] != nil }.sorted().map {
            ($0, $0)
        }
        // Moving a series gives its changes new keys. Pair them in order to edit them in place.
        if gone.count == new.count {
            pairs += zip(gone, new)
            (gone, new) = ([], [])
        }
        for (before, after) in pairs {
            guard let part = known[before], let change = event.changes[before] else { continue }
            edit.edit(
                part.lines, of: lines, from: edit.lines(of: before, in: event),
                to: edit.lines(of: after, in: wanted, foreign: change.details.foreign))
        }
        for key in gone {
            if let part = known[key] { edit.remove(part.lines) }
        }
        for key in new { edit.add(edit.lines(of: key, in: wanted)) }
    }

    /// Returns the part that defines each change: the latest if there are several.
    private func changeParts() -> [OccurrenceKey: Part] {
        var known: [OccurrenceKey: Part] = [:]
        for part in parts {
            guard let time = part.read?.changes?.time else { continue }
            let key = TimeReader.key(time, of: event.recurrence.start)
            if part.isLater(than: known[key]) { known[key] = part }
        }
        return known
    }

    private func text(with edit: TextEdit) -> [UInt8] {
        var writer = LineWriter()
        let first = parts.first?.lines.lowerBound ?? 0
        let last = parts.last?.lines.upperBound ?? 0
        var place = 0
        while place < lines.count {
            if place == first { writeZones(edit, &writer) }
            if let (range, new) = edit.replaced[place] {
                for line in new { writer.append(line) }
                place = range.upperBound
            } else {
                writer.append(lines[place])
                place += 1
            }
            if place == last {
                for line in edit.added { writer.append(line) }
            }
        }
        return writer.bytes
    }

    private func writeZones(_ edit: TextEdit, _ writer: inout LineWriter) {
        let new = edit.zones.filter { zone, _ in
            zone != .utc && zoneNames[zone] == nil && !definedZones.contains(zone.name)
        }
        for (zone, instant) in new.sorted(by: { $0.key.name < $1.key.name }) {
            zone.writeDefinition(as: zone.name, from: instant, to: &writer)
        }
    }
}
