extension PlaceHours {
    /// Parses opening hours. Returns `nil` unless it understands the whole text. Months, weeks,
    /// holidays, the sun, open ends, comments, and forms that readers of the format interpret
    /// differently are not supported.
    init?(_ text: String) {
        var parser = PlaceHoursParser(text)
        guard let days = parser.parse() else { return nil }
        self.days = days
    }
}

/// Parses `24/7`, or `Mo-Fr 08:00-12:00,13:00-18:00; Sa,Su off`.
private struct PlaceHoursParser {
    private let bytes: [UInt8]
    private var offset = 0
    private var days = [[Range<Int>]](repeating: [], count: 7)

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func parse() -> [[Range<Int>]]? {
        skipSpaces()
        if skip("24/7") {
            skipSpaces()
            guard isAtEnd else { return nil }
            return days.map { _ in [0..<PlaceHours.minutesPerDay] }
        }
        guard rule(isFirst: true, adds: false) else { return nil }
        while !isAtEnd {
            if skip(",") {
                guard rule(isFirst: false, adds: true) else { return nil }
            } else {
                guard skip(";") else { return nil }
                skipSpaces()
                guard isAtEnd || rule(isFirst: false, adds: false) else { return nil }
            }
        }
        return days.map { $0.sorted { $0.lowerBound < $1.lowerBound } }
    }

    /// Reads one rule. Only the first may lack days: readers differ in whether a later one replaces
    /// the rules before it.
    private mutating func rule(isFirst: Bool, adds: Bool) -> Bool {
        skipSpaces()
        guard let selected = selectedDays(), isFirst || !selected.isEmpty else { return false }
        let chosen = selected.isEmpty ? Array(0..<7) : selected
        if skip("off") || skip("closed") {
            skipSpaces()
            guard !adds else { return false }
            for day in chosen { days[day] = [] }
            return true
        }
        guard let ranges = timeRanges() else { return false }
        for day in chosen { days[day] = adds ? days[day] + ranges : ranges }
        return true
    }

    private static let dayNames = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

    /// - Returns: no days if there is no selector; `nil` if the selector is malformed.
    private mutating func selectedDays() -> [Int]? {
        let start = offset
        guard var selected = dayRange() else { return offset == start ? [] : nil }
        skipSpaces()
        while skip(",") {
            skipSpaces()
            guard let range = dayRange() else { return nil }
            selected += range
            skipSpaces()
        }
        if skip(":") { skipSpaces() }
        return selected
    }

    private mutating func dayRange() -> [Int]? {
        guard let first = dayName() else { return nil }
        let start = offset
        skipSpaces()
        guard skip("-") else {
            offset = start
            return [first]
        }
        skipSpaces()
        guard let last = dayName() else { return nil }
        return (0...((last - first + 7) % 7)).map { (first + $0) % 7 }
    }

    private mutating func dayName() -> Int? {
        Self.dayNames.firstIndex { skip($0) }
    }

    /// Reads time ranges up to the end, a semicolon, or a comma before another rule.
    private mutating func timeRanges() -> [Range<Int>]? {
        var ranges: [Range<Int>] = []
        while true {
            guard let range = timeRange() else { return nil }
            ranges.append(range)
            skipSpaces()
            let end = offset
            guard skip(",") else { return ranges }
            skipSpaces()
            guard let byte = current, Self.digits.contains(byte) else {
                offset = end
                return ranges
            }
        }
    }

    private mutating func timeRange() -> Range<Int>? {
        guard let start = time(), start < PlaceHours.minutesPerDay else { return nil }
        skipSpaces()
        guard skip("-") else { return nil }
        skipSpaces()
        guard let end = time(), end <= 2 * PlaceHours.minutesPerDay, end != start else {
            return nil
        }
        return start..<(end < start ? end + PlaceHours.minutesPerDay : end)
    }

    private mutating func time() -> Int? {
        guard let hour = number(digits: 1...2), skip(":"), let minute = number(digits: 2...2),
            minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    private mutating func number(digits count: ClosedRange<Int>) -> Int? {
        let start = offset
        while let byte = current, Self.digits.contains(byte) { offset += 1 }
        guard count.contains(offset - start) else { return nil }
        return bytes[start..<offset].reduce(0) { $0 * 10 + Int($1 - Self.digits.lowerBound) }
    }

    private var current: UInt8? { isAtEnd ? nil : bytes[offset] }

    private var isAtEnd: Bool { offset == bytes.count }

    private mutating func skipSpaces() {
        while current == UInt8(ascii: " ") { offset += 1 }
    }

    private mutating func skip(_ word: String) -> Bool {
        guard bytes[offset...].starts(with: word.utf8) else { return false }
        offset += word.utf8.count
        return true
    }
}
