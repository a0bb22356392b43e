/// The edits to the lines of a calendar's text.
struct TextEdit {
    let zoneNames: [Zone: String]
    /// Unix seconds.
    let now: Int64
    /// The replacements, by the first line they replace.
    private(set) var replaced: [Int: (Range<Int>, [String])] = [:]
    private(set) var added: [String] = []
    /// The zones written, each with the first instant it is used for.
    private(set) var zones: [Zone: Int64] = [:]

    var hasEdits: Bool { !replaced.isEmpty || !added.isEmpty }

    /// The properties that can be edited, grouped with those that express the same thing.
    private static let groups: [[String]] = [
        ["RECURRENCE-ID"], ["DTSTART"], ["DTEND", "DURATION"], ["RRULE"], ["RDATE"],
        ["EXDATE", "EXRULE"],
        ["SUMMARY"], ["LOCATION"], ["DESCRIPTION"], ["STATUS"], ["CLASS"], ["TRANSP"], ["SEQUENCE"],
    ]

    // MARK: Lines of an event

    /// - Parameter foreign: the event that provides the foreign lines and the minimum SEQUENCE.
    mutating func lines(ofMaster event: CalendarEvent, foreign: CalendarEvent?) -> [String] {
        var writer = EventWriter(
            event, foreign: (foreign ?? event).details.foreign, stamp: now, zoneNames: zoneNames)
        let recurrence = event.recurrence
        writer.begin(
            recurrence.start, recurrence.length,
            sequence: max(event.sequence, foreign?.sequence ?? 0))
        writer.series(recurrence)
        writer.end(event.details)
        return take(writer)
    }

    mutating func lines(
        of key: OccurrenceKey, in event: CalendarEvent, foreign: String? = nil
    ) -> [String] {
        guard let change = event.changes[key] else { return [] }
        var writer = EventWriter(
            event, foreign: foreign ?? change.details.foreign, stamp: now, zoneNames: zoneNames)
        writer.begin(change.time.start, change.time.length, sequence: change.sequence)
        writer.recurrenceID(key, of: event.recurrence.start, change.time.isForFollowing)
        writer.end(change.details)
        return take(writer)
    }

    private mutating func take(_ writer: EventWriter) -> [String] {
        for (zone, instant) in writer.zones { zones[zone] = min(zones[zone] ?? instant, instant) }
        var reader = LineReader(writer.lines.bytes)
        var lines: [String] = []
        while case .text(let text, _)? = try? reader.next() { lines.append(text) }
        return lines
    }

    // MARK: Editing

    mutating func add(_ lines: [String]) { added += lines }

    mutating func remove(_ range: Range<Int>) { replaced[range.lowerBound] = (range, []) }

    /// Replaces the properties of a component that differ between its old and new lines.
    mutating func edit(
        _ range: Range<Int>, of text: [String], from before: [String], to after: [String]
    ) {
        var lines = Array(text[range])
        var isEdited = false
        for group in Self.groups {
            let new = Self.properties(group, of: after)
            guard new != Self.properties(group, of: before) else { continue }
            Self.replace(group, by: new, in: &lines)
            isEdited = true
        }
        guard isEdited else { return }
        let stamp = OccurrenceKey.instant(now).text
        for name in ["DTSTAMP", "LAST-MODIFIED"] where !Self.places([name], in: lines).isEmpty {
            Self.replace([name], by: ["\(name):\(stamp)"], in: &lines)
        }
        replaced[range.lowerBound] = (range, lines)
    }

    /// Replaces the lines of these properties.
    private static func replace(_ names: [String], by new: [String], in lines: inout [String]) {
        let old = places(names, in: lines)
        var new = new
        if old.count == 1, new.count == 1 { new = [keepingParameters(of: lines[old[0]], new[0])] }
        let place = old.first ?? ownEnd(of: lines)
        let gone = Set(old)
        lines = lines.indices.filter { !gone.contains($0) }.map { lines[$0] }
        lines.insert(contentsOf: new, at: place)
    }

    /// Returns the new line with those parameters of the old one that don't depend on the value.
    private static func keepingParameters(of old: String, _ new: String) -> String {
        guard let before = ContentLine(old, number: 0), let after = ContentLine(new, number: 0),
            before.name == after.name
        else { return new }
        let kept = before.allParameters.filter {
            let name = $0.prefix { $0 != "=" }.uppercased()
            return !["TZID", "VALUE", "RANGE", "ALTREP"].contains(name)
        }
        let head = new.dropLast(after.value.count + 1)
        return head + kept.map { ";" + $0 }.joined() + ":" + after.value
    }

    private static func properties(_ names: [String], of lines: [String]) -> [String] {
        places(names, in: lines).map { lines[$0] }
    }

    /// Returns the indices of a component's own lines with these names, without nested components.
    private static func places(_ names: [String], in lines: [String]) -> [Int] {
        var depth = 0
        return lines.indices.filter { place in
            guard let name = ContentLine(lines[place], number: 0)?.name else { return false }
            if name == "BEGIN" { depth += 1 }
            if name == "END" { depth -= 1 }
            return depth == 1 && names.contains(name)
        }
    }

    /// Returns the index at which a component's own lines end.
    private static func ownEnd(of lines: [String]) -> Int {
        lines.dropFirst().firstIndex {
            ["BEGIN", "END"].contains(ContentLine($0, number: 0)?.name)
        } ?? lines.endIndex
    }
}
