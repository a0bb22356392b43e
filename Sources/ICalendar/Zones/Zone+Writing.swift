extension Zone {
    /// Writes the zone as a VTIMEZONE that is valid from an instant on.
    ///
    /// - Parameter name: the TZID.
    func writeDefinition(
        as name: String, from instant: Int64, to lines: inout LineWriter
    ) {
        if let definition {
            for line in definition.split(separator: "\n") {
                let own = ContentLine(String(line), number: 0)
                let isRenamed = own?.name == "TZID" && own?.unescaped != name
                lines.append(isRenamed ? "TZID:" + LineWriter.escaped(name) : String(line))
            }
            return
        }
        lines.append("BEGIN:VTIMEZONE")
        lines.append("TZID:" + name)
        for observance in observances(from: instant) { observance.write(to: &lines) }
        lines.append("END:VTIMEZONE")
    }

    /// Returns the observances from about a year before an instant on.
    private func observances(from instant: Int64) -> [Observance] {
        // Start a year earlier, so that readers that look back a little get the right offset.
        let earliest = instant - 366 * 86_400
        var place = table.changes.firstIndex { $0 > earliest } ?? table.changes.count
        var found: [Observance] = []
        if place > 0 {
            place -= 1
        } else {
            let offset = table.offsets[0]
            let first = min(earliest, 0)
            found.append(Observance(from: offset, to: offset, onsets: [first + Int64(offset)]))
        }
        var places: [Observance.Offsets: Int] = [:]
        while place < table.changes.count {
            let offsets = Observance.Offsets(
                from: table.offsets[place], to: table.offsets[place + 1])
            let onset = table.changes[place] + Int64(offsets.from)
            if let known = places[offsets] {
                found[known].onsets.append(onset)
            } else {
                places[offsets] = found.count
                found.append(Observance(from: offsets.from, to: offsets.to, onsets: [onset]))
            }
            place += 1
        }
        return found.flatMap { $0.divided() }
    }
}

/// A recurring change between two offsets.
private struct Observance {
    struct Offsets: Hashable {
        let from, to: Int32
    }

    let from: Int32
    let to: Int32
    /// The onsets, in the wall-clock time before the change.
    var onsets: [Int64]
    var rule: String?

    /// The end of 2099. Later onsets are not written one by one.
    private static let wallMax: Int64 = 4_102_444_800

    /// Splits off the onsets that follow a yearly rule forever.
    func divided() -> [Observance] {
        for ordinal in [1, -1] {
            guard let last = onsets.last, last > Self.wallMax else { break }
            let start = self.start(ordinal)
            guard onsets.count - start > 100 else { continue }
            let local = LocalTime(wallSeconds: onsets[start])
            let number = ordinal < 0 ? -1 : (local.date.day - 1) / 7 + 1
            var forever = Observance(from: from, to: to, onsets: [onsets[start]])
            forever.rule =
                "FREQ=YEARLY;BYMONTH=\(local.date.month);BYDAY=\(number)\(local.date.weekday.code)"
            guard start > 0 else { return [forever] }
            return [Observance(from: from, to: to, onsets: Array(onsets[..<start])), forever]
        }
        return [Observance(from: from, to: to, onsets: onsets.filter { $0 < Self.wallMax })]
    }

    /// Returns the index from which all onsets are a year apart on the same weekday of a month.
    private func start(_ ordinal: Int) -> Int {
        var start = onsets.count - 1
        while start > 0 {
            let before = LocalTime(wallSeconds: onsets[start - 1])
            let after = LocalTime(wallSeconds: onsets[start])
            let (year, month, day) = before.date.parts
            let (nextYear, nextMonth, nextDay) = after.date.parts
            let count = CivilDate.dayCount(ofMonth: month, year: year)
            let isSame =
                ordinal > 0
                ? (day - 1) / 7 == (nextDay - 1) / 7 : day > count - 7 && nextDay > count - 7
            guard isSame, nextYear == year + 1, month == nextMonth,
                before.date.weekday == after.date.weekday,
                before.secondOfDay == after.secondOfDay
            else { break }
            start -= 1
        }
        return start
    }

    func write(to lines: inout LineWriter) {
        guard let first = onsets.first else { return }
        let name = to > from ? "DAYLIGHT" : "STANDARD"
        lines.append("BEGIN:" + name)
        lines.append("DTSTART:" + LocalTime(wallSeconds: first).compact)
        lines.append("TZOFFSETFROM:" + Self.text(from))
        lines.append("TZOFFSETTO:" + Self.text(to))
        if let rule { lines.append("RRULE:" + rule) }
        for onset in onsets.dropFirst() {
            lines.append("RDATE:" + LocalTime(wallSeconds: onset).compact)
        }
        lines.append("END:" + name)
    }

    private static func text(_ offset: Int32) -> String {
        let seconds = Int(offset.magnitude)
        let second = seconds % 60
        return (offset < 0 ? "-" : "+") + CivilDate.digits(seconds / 3600, 2)
            + CivilDate.digits(seconds / 60 % 60, 2)
            + (second == 0 ? "" : CivilDate.digits(second, 2))
    }
}
