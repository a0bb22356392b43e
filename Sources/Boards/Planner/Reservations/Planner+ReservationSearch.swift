import BoardKit
import ICalendar
import JSON
import Sync

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

    /// Returns the events whose title or location matches, the latest start first.
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
        // All events share one budget, so that a search's cost is bounded.
        var budget = ExpansionBudget.window
        return found.prefix(countMax).compactMap { foundRow($0.id, $0.event, &budget) }
    }

    /// Returns the row of an event, with the first occurrence of a series.
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
