package import JSON
import Sync

/// Checks that documents agree with each other, from the rows of weeks and service days alone.
package struct PlannerModel {
    private let shown: any StaffDocuments
    private let days: PlannerDays
    private let documents: [String: JSON]
    package let bookings: [Booking]
    package let occurrences: [String: Occurrence]

    package init(_ shown: some StaffDocuments, of days: PlannerDays) {
        self.shown = shown
        self.days = days
        let documents = days.documents(in: shown)
        self.documents = documents
        bookings = Self.bookings(days, documents)
        occurrences = Self.occurrences(days, documents)
    }

    private static let here: Set = ["booked", "arrived", "seated"]

    // MARK: Rows

    package struct Booking {
        package let id: String
        package let row: JSON
        package let start: Int64
        let end: Int64

        var status: String { row["status"]?.text ?? "" }
    }

    package struct Occurrence {
        package let key: String
        package let row: JSON
        /// The time; `nil` for whole days.
        let span: Range<Int64>?

        package var event: String { row["event"]?.text ?? "" }
    }

    private static func milliseconds(_ value: JSON?) -> Int64? {
        value?.text.flatMap(Instant.init(_:))
            .map { $0.milliseconds(since: Instant(milliseconds: 0)) }
    }

    private static func bookings(_ days: PlannerDays, _ documents: [String: JSON]) -> [Booking] {
        days.days.flatMap { day in
            (documents["service \(day)"]?["reservations"]?.members ?? [:]).compactMap { id, row in
                guard let start = Self.milliseconds(row["start"]),
                    let end = Self.milliseconds(row["end"])
                else { return nil }
                return Booking(id: id, row: row, start: start, end: end)
            }
        }
    }

    private static func occurrences(
        _ days: PlannerDays, _ documents: [String: JSON]
    ) -> [String: Occurrence] {
        var found: [String: Occurrence] = [:]
        for monday in days.weeks {
            for (key, row) in documents["week \(monday)"]?["occurrences"]?.members ?? [:] {
                let start = Self.milliseconds(row["start"])
                let end = Self.milliseconds(row["end"])
                let span = start.flatMap { start in end.map { start..<$0 } }
                found[key] = Occurrence(key: key, row: row, span: span)
            }
        }
        return found
    }

    // MARK: Faults

    /// The faults in the documents.
    package var faults: [String] {
        slotFaults + bookingClashFaults + clashFaults + weekFaults + monthFaults + partyFaults
            + agendaFaults
    }

    /// The faults in the covers of quarter hours, compared with the reservations that start in
    /// them.
    private var slotFaults: [String] {
        days.days.flatMap { day -> [String] in
            let document = documents["service \(day)"] ?? .null
            var covers: [Int64: Int] = [:]
            for row in document["reservations"]?.members?.values.map({ $0 }) ?? [] {
                guard Self.here.contains(row["status"]?.text ?? ""),
                    let start = Self.milliseconds(row["start"])
                else { continue }
                covers[start / 900_000 * 900_000, default: 0] += row["size"]?.integer ?? 0
            }
            var shown: [Int64: Int] = [:]
            for (instant, slot) in document["slots"]?.members ?? [:] {
                shown[Self.milliseconds(.string(instant)) ?? -1] = slot["covers"]?.integer
            }
            return shown == covers ? [] : ["slots of \(day): \(shown), not \(covers)"]
        }
    }

    private var bookingClashFaults: [String] {
        let here = bookings.filter { Self.here.contains($0.status) && $0.row["table"] != nil }
        return bookings.compactMap { one in
            let isClash = here.contains { other in
                other.id != one.id && other.row["table"] == one.row["table"]
                    && other.start < one.end && one.start < other.end
            }
            let expected = isClash && Self.here.contains(one.status)
            // Rows beyond the viewed days are unknown.
            let isInside = days.days.dropFirst().dropLast().contains {
                documents["service \($0)"]?["reservations"]?[one.id] != nil
            }
            guard isInside, (one.row["clash"] == true) != expected else { return nil }
            return "clash of \(one.id)"
        }
    }

    private var clashFaults: [String] {
        let all = occurrences.values.filter { $0.span != nil && $0.row["free"] == nil }
        let inner = Set(
            days.weeks.dropFirst().dropLast().flatMap {
                documents["week \($0)"]?["occurrences"]?.members?.keys.map { $0 } ?? []
            })
        return occurrences.values.filter { inner.contains($0.key) }.compactMap { one in
            guard let span = one.span, one.row["free"] == nil else {
                return one.row["clash"] == nil ? nil : "clash of \(one.key)"
            }
            let others = all.filter { other in
                other.key != one.key && other.row["calendar"] == one.row["calendar"]
                    && other.span.map(span.overlaps) == true
            }
            // The contract leaves open whether an event can clash with itself.
            if others.contains(where: { $0.event == one.event }) { return nil }
            return (one.row["clash"] == true) == !others.isEmpty ? nil : "clash of \(one.key)"
        }
    }

    /// The faults in weeks: a row must be in exactly the weeks that it touches, and equal in all of
    /// them.
    private var weekFaults: [String] {
        var found: [String] = []
        for (key, occurrence) in occurrences {
            let first = occurrence.row["firstDay"]?.text ?? ""
            let last = occurrence.row["lastDay"]?.text ?? ""
            for monday in days.weeks {
                let sunday = PlannerDays.list(from: monday, 7).last ?? ""
                let touches = first <= sunday && last >= monday
                let row = documents["week \(monday)"]?["occurrences"]?[key]
                if row != (touches ? occurrence.row : nil) { found.append("\(key) in \(monday)") }
            }
        }
        let rows = bookings.reduce(into: [:]) { $0[$1.id] = $1.row }
        for monday in days.weeks {
            for (id, row) in documents["week \(monday)"]?["reservations"]?.members ?? [:] {
                guard var members = rows[id]?.members else { continue }
                for name in ["phone", "notes", "tags"] { members[name] = nil }
                if row != .object(members) { found.append("\(id) in \(monday)") }
            }
        }
        return found
    }

    private var monthFaults: [String] {
        let all = Array(occurrences.values)
        return days.days.compactMap { day in
            let shown = documents["month \(day.prefix(7))"]?["days"]?[day]
            let those = all.filter { one in
                let first = one.row["firstDay"]?.text ?? ""
                // An occurrence shorter than a day is on its first day only.
                let isShort = one.span.map { $0.count < 86_400_000 } ?? false
                let last = isShort ? first : one.row["lastDay"]?.text ?? ""
                return first <= day && last >= day
            }
            let titles = those.compactMap { $0.row["title"]?.text }
            let named = shown?["titles"]?.elements?.compactMap(\.text) ?? []
            let isRight =
                shown?["events"]?.integer ?? 0 == those.count
                && named.count == min(3, those.count) && Set(named).isSubset(of: titles)
            return isRight ? nil : "\(day) of its month: \(shown ?? .null)"
        }
    }

    /// The faults in parties: a reservation has at most one waiting party, and takes its status
    /// from it.
    private var partyFaults: [String] {
        let host = shown.staffView("waitlist/host", []) ?? .null
        let waiting = host["parties"]?.members ?? [:]
        let gone = host["gone"]?.members ?? [:]
        return bookings.compactMap { booking in
            let own = waiting.filter { $0.value["reservation"]?.text == booking.id }
            if own.count > 1 { return "\(booking.id) has \(own.count) parties" }
            let party = booking.row["party"]?.text
            if let (id, _) = own.first {
                return booking.status == "arrived" && party == id ? nil : "\(booking.id) waits"
            }
            if booking.status == "arrived" { return "\(booking.id) has nobody who waits" }
            guard let left = party.flatMap({ gone[$0] }) else { return nil }
            return left["status"]?.text == booking.status ? nil : "\(booking.id) has left"
        }
    }

    // MARK: Screens

    /// The present service day in Madrid or Rome, if it begins at four; otherwise `nil`.
    private var window: Range<Int64>? {
        let venue = shown.staffView("house/settings", [])?["venue"]
        guard ["Europe/Madrid", "Europe/Rome"].contains(venue?["timeZone"]),
            venue?["dayStart"] == "04:00",
            let date = documents["display"]?["date"]?.text,
            let start = Self.milliseconds(.string("\(date)T0\(4 - days.hoursAhead):00:00.000Z"))
        else { return nil }
        return start..<(start + 86_400_000)
    }

    private func isShown(_ occurrence: Occurrence, _ date: String, _ window: Range<Int64>) -> Bool {
        if let span = occurrence.span { return span.overlaps(window) }
        return (occurrence.row["firstDay"]?.text ?? "") <= date
            && (occurrence.row["lastDay"]?.text ?? "") >= date
    }

    private func display(_ calendar: JSON?) -> String {
        documents["calendars"]?["calendars"]?[calendar?.text ?? ""]?["display"]?.text ?? "off"
    }

    private var agendaFaults: [String] {
        let text = documents["display"]?.canonicalText ?? ""
        var found = ["5550123", "allergic", "Cellar", "Garden", "Words"].filter(text.contains)
        // An occurrence with its own title becomes public along with its series.
        let titles = Dictionary(grouping: occurrences.values) { $0.row["private"] == true }
            .mapValues { Set($0.compactMap { $0.row["title"]?.text }) }
        found += titles[true, default: []].subtracting(titles[false, default: []]).filter {
            text.contains("\"\($0)\"")
        }
        guard let window, let date = documents["display"]?["date"]?.text,
            days.days.contains(date)
        else { return found }
        let rows = documents["display"]?["agenda"]?.members ?? [:]
        var expected: Set<String> = []
        for one in occurrences.values where isShown(one, date, window) {
            let display = display(one.row["calendar"])
            if display == "off" { continue }
            expected.insert(one.key)
            let isPrivate = display == "busy" || one.row["private"] == true
            let label = isPrivate ? nil : one.row["title"]
            if rows[one.key]?["label"] != label { found.append("label of \(one.key)") }
            if rows[one.key]?["start"] != one.row["start"] { found.append("start of \(one.key)") }
        }
        if display("reservations") != "off" {
            let day = documents["service \(date)"]?["reservations"]?.members ?? [:]
            expected.formUnion(
                day.filter { ["booked", "arrived"].contains($0.value["status"]?.text) }.keys)
        }
        if Set(rows.keys) != expected {
            found.append("agenda of \(date): \(Set(rows.keys).symmetricDifference(expected))")
        }
        return found
    }
}
