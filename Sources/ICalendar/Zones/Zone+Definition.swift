extension Zone {
    /// The most onsets of an observance.
    private static let onsetsMax = 5000
    /// From 1900 on.
    private static let wallMin: Int64 = -2_208_988_800
    /// To 2220.
    private static let wallMax: Int64 = 7_889_238_000

    /// A zone that a file defines itself.
    ///
    /// - Parameter definition: the unfolded lines of a VTIMEZONE, joined by line breaks.
    /// - Returns: `nil` for what can't be read.
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
        var part: [ContentLine] = []
        for line in lines {
            switch (line.name, line.value.uppercased()) {
            case ("BEGIN", _): part = []
            case ("END", "STANDARD"), ("END", "DAYLIGHT"):
                guard let found = self.onsets(part) else { return nil }
                onsets += found
            default: part.append(line)
            }
        }
        guard let first = onsets.min(by: { $0.at < $1.at }) else { return nil }
        onsets.sort { $0.at < $1.at }
        return ZoneTable(
            name: String(id.value), definition: definition, offset: first.from,
            changes: onsets.map { ($0.at, $0.to) })
    }

    /// When an observance begins, each time.
    private static func onsets(
        _ lines: [ContentLine]
    ) -> [(at: Int64, from: Int32, to: Int32)]? {
        func value(_ name: String) -> Substring? { lines.first { $0.name == name }?.value }
        guard let start = value("DTSTART").flatMap({ LocalTime(compact: $0) }),
            let from = value("TZOFFSETFROM").flatMap(offset),
            let to = value("TZOFFSETTO").flatMap(offset)
        else { return nil }
        var walls: Set<Int64> = [start.wallSeconds]
        for line in lines where line.name == "RDATE" {
            for item in line.list {
                guard let local = LocalTime(compact: item.prefix(15)) else { return nil }
                walls.insert(local.wallSeconds)
            }
        }
        for line in lines where line.name == "RRULE" {
            guard let rule = try? RecurrenceRule(String(line.value)), !rule.isBelowDaily else {
                return nil
            }
            walls.formUnion(self.walls(rule, start, Int64(from)))
        }
        return walls.map { ($0 - Int64(from), from, to) }
    }

    private static func walls(
        _ rule: RecurrenceRule, _ start: LocalTime, _ offset: Int64
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
        var budget = onsetsMax * 16
        var walls: [Int64] = []
        while left > 0, walls.count < onsetsMax,
            let wall = walk.next(through: min(last, wallMax), budget: &budget)
        {
            walls.append(wall)
            left -= 1
        }
        return walls
    }

    /// `+0545`, `-030015`
    private static func offset(_ text: Substring) -> Int32? {
        let digits = text.dropFirst()
        guard text.first == "+" || text.first == "-",
            digits.utf8.count == 4 || digits.utf8.count == 6,
            digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int32(digits)
        else { return nil }
        let full = digits.utf8.count == 4 ? number * 100 : number
        let seconds = full / 10_000 * 3600 + full / 100 % 100 * 60 + full % 100
        guard seconds < 86_400 else { return nil }
        return text.first == "-" ? -seconds : seconds
    }
}
