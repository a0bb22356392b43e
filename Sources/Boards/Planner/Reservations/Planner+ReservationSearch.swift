import BoardKit
import ICalendar
import JSON
import Sync

/// Searching events and reservations.
extension Planner {
    static let reservationRoutes = [
        BoardRoute(
            .get, "search",
            "Up to 50 events and 50 reservations that contain the words of `q`, the newest first.",
            roles: hosts, gives: "application/json"
        ) { request, venue in
            guard let board = venue.board(Planner.self) else { return .nothing }
            let query = SearchQuery(request.query["q"] ?? "")
            let found: JSON = [
                "events": .array(board.foundEvents(query, atMost: foundCountMax)),
                "reservations": .array(board.foundReservations(query, atMost: foundCountMax)),
            ]
            return .answer(RouteAnswer(found))
        }
    ]

    private static let foundCountMax = 50

    /// Events by their titles and locations, those that begin last first.
    func foundEvents(_ query: SearchQuery, atMost countMax: Int) -> [JSON] {
        var found: [(id: EventID, event: PlannedEvent)] = []
        for shelf in shelves.values where !shelf.isRemoved {
            for (id, text) in shelf.texts where query.finds(text) {
                if let event = events[id] { found.append((id, event)) }
            }
        }
        found.sort { one, other in
            let starts = (
                one.event.content.recurrence.start.local,
                other.event.content.recurrence.start.local
            )
            return starts.0 == starts.1 ? one.id > other.id : starts.0 > starts.1
        }
        // One budget, however many of them are hard to find.
        var budget = ExpansionBudget.window
        return found.prefix(countMax).compactMap { foundRow($0.id, $0.event, &budget) }
    }

    /// Of a series, the first occurrence.
    private func foundRow(_ id: EventID, _ event: PlannedEvent, _ budget: inout Int) -> JSON? {
        let first = event.content.recurrence.first(floatingIn: zone, budget: &budget)
        return first.map {
            PlannedOccurrence($0, of: id, event, in: zone).row(event, mark(of: id))
        }
    }

    func foundReservations(_ query: SearchQuery, atMost countMax: Int) -> [JSON] {
        var found: [JSON] = []
        for day in bookings.latestDays {
            for id in bookings.latestIDs(of: day) {
                guard let entry = bookings[id], query.finds(entry.name, phone: entry.phone),
                    let shown = shown(id)
                else { continue }
                found.append(foundRow(shown))
                if found.count == countMax { return found }
            }
        }
        return found
    }

    private func foundRow(_ shown: ShownReservation) -> JSON {
        var members = shown.members
        members["reservation"] = .string(shown.id.text)
        if let phone = shown.state.phone {
            let attendance = bookings.attendance(of: phone)
            members["visits"] = JSON(attendance.visits)
            members["noShows"] = JSON(attendance.noShows)
        }
        return .object(members)
    }
}

/// The words of some texts, for searching: folded, and each after a space.
struct SearchText: Sendable {
    private let words: String

    init(_ texts: [String]) {
        words = texts.reduce(into: "") { $0 += " " + FoldedText.foldWords($1) }
    }

    /// Whether one of the words begins with the bytes after the first one, which is a space.
    func contains(_ wanted: [UInt8]) -> Bool {
        var words = words
        return words.withUTF8 { bytes in
            guard bytes.count >= wanted.count else { return false }
            return (0...bytes.count - wanted.count).contains { start in
                bytes[start] == wanted[0] && bytes[start...].starts(with: wanted)
            }
        }
    }
}

/// What somebody searches for.
struct SearchQuery {
    /// The words in UTF-8, each after a space.
    private let words: [[UInt8]]
    /// The digits, if these might be the last ones of a phone number.
    private let digits: String?

    init(_ text: String) {
        words = FoldedText.foldWords(text).utf8.split(separator: 0x20).map { [0x20] + $0 }
        let isNumber = text.unicodeScalars.allSatisfy { scalar in
            Self.digits.contains(scalar) || " +-/().".unicodeScalars.contains(scalar)
        }
        let digits = text.unicodeScalars.filter { Self.digits.contains($0) }
        self.digits = isNumber && !digits.isEmpty ? String(String.UnicodeScalarView(digits)) : nil
    }

    private static let digits: ClosedRange<Unicode.Scalar> = "0"..."9"

    /// Whether a text has words that begin with those of the query, or a phone number ends with it.
    func finds(_ text: SearchText, phone: String? = nil) -> Bool {
        if let digits, let phone, phone.hasSuffix(digits) { return true }
        return words.allSatisfy { text.contains($0) }
    }
}
