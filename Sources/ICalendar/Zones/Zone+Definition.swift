import PeerNumbers

extension Zone {
    /// The maximum number of steps for finding the onsets of a definition.
    private static let stepsMax = 40_000
    /// The start of 1900, in wall seconds.
    private static let wallMin: Int64 = -2_208_988_800
    /// The start of 2220, in wall seconds.
    private static let wallMax: Int64 = 7_889_238_000

    /// Creates a zone from a VTIMEZONE, or returns `nil` if it can't be read.
    ///
    /// - Parameter definition: the unfolded lines, joined by line breaks.
    public init?(definition: String) {
        let table = ZoneStore.table(definedBy: definition) { Self.table(definition) }
        guard let table else { return nil }
        self.table = table
    }

    private static func table(_ definition: String) -> ZoneTable? {
        let lines = definition.split(separator: "\n").compactMap {
            ContentLine(String($0), number: 0)
        }
        guard let id = lines.first(where: { $0.name == "TZID" }), definition.utf8.count <= 65_536
        else { return nil }
        var onsets: [(at: Int64, from: Int32, to: Int32)] = []
        var steps = stepsMax
        var part: [ContentLine] = []
        for line in lines {
            switch (line.name, line.value.uppercased()) {
            case ("BEGIN", _): part = []
            case ("END", "STANDARD"), ("END", "DAYLIGHT"):
                onsets += self.onsets(part, &steps)
            default: part.append(line)
            }
        }
        guard let first = onsets.min(by: { $0.at < $1.at }) else { return nil }
        onsets.sort { $0.at < $1.at }
        return ZoneTable(
            name: id.unescaped.onOneLine().replacing("\"", with: "'"), definition: definition,
            offset: first.from,
            changes: onsets.map { ($0.at, $0.to) })
    }

    /// Returns the readable onsets of an observance.
    private static func onsets(
        _ lines: [ContentLine], _ steps: inout Int
    ) -> [(at: Int64, from: Int32, to: Int32)] {
        func value(_ name: String) -> Substring? { lines.first { $0.name == name }?.value }
        guard let start = value("DTSTART").flatMap(local),
            let from = value("TZOFFSETFROM").flatMap(offset),
            let to = value("TZOFFSETTO").flatMap(offset)
        else { return [] }
        var walls: Set<Int64> = [start.wallSeconds]
        for line in lines where line.name == "RDATE" {
            walls.formUnion(line.list.compactMap(local).map(\.wallSeconds))
        }
        for line in lines where line.name == "RRULE" {
            guard let rule = try? RecurrenceRule(String(line.value)), !rule.isBelowDaily else {
                continue
            }
            walls.formUnion(self.walls(rule, start, Int64(from), &steps))
        }
        return walls.map { ($0 - Int64(from), from, to) }
    }

    /// Parses a local time. Some programs write a date, which means its midnight.
    private static func local(_ text: Substring) -> LocalTime? {
        LocalTime(compact: text.prefix(15)) ?? CivilDate(compact: text).map { LocalTime(date: $0) }
    }

    private static func walls(
        _ rule: RecurrenceRule, _ start: LocalTime, _ offset: Int64, _ steps: inout Int
    ) -> [Int64] {
        var left = Int.max
        var last = wallMax
        switch rule.end {
        case .never: break
        case .count(let count): left = count
        case .date(let date): last = date.wallSeconds + 86_399
        case .local(let local): last = local.wallSeconds
        case .instant(let seconds): last = seconds + offset
        }
        var walk = DayWalk(
            rule, start: start, isAllDay: false, from: left == .max ? wallMin : nil)
        var walls: [Int64] = []
        while left > 0, let wall = walk.next(through: min(last, wallMax), budget: &steps) {
            walls.append(wall)
            left -= 1
        }
        return walls
    }

    /// Parses an offset such as `+0545` or `-030015`, in seconds.
    private static func offset(_ text: Substring) -> Int32? {
        let digits = text.dropFirst()
        guard text.first == "+" || text.first == "-",
            digits.utf8.count == 4 || digits.utf8.count == 6,
            let number = Untrusted(digits)?.within(0...999_999)
        else { return nil }
        let full = digits.utf8.count == 4 ? number * 100 : number
        let seconds = full / 10_000 * 3600 + full / 100 % 100 * 60 + full % 100
        guard seconds < 86_400 else { return nil }
        return Int32(text.first == "-" ? -seconds : seconds)
    }
}
