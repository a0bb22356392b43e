/// A DURATION: `P1DT2H30M`, `-PT15M`, `P2W` (RFC 5545 3.3.6).
enum DurationText {
    /// Parses a duration. Returns `nil` if it is malformed or longer than ten thousand years.
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
