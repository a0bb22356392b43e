import BoardKit
import JSON
import Sync

/// The routes for clients of the first system, RestaurantQueue, with one line for each party.
enum RestaurantQueueRoutes {
    static let routes = ForeignRoutes(root: "api", roles: [.host, .owner]) {
        outcome(of: $0, $1, in: $2)
    }

    private static func outcome(
        of method: String, _ pieces: [String]?, in venue: Venue
    ) -> RouteOutcome {
        guard let decoded = pieces else { return .answer(badRequest) }
        // The address of a list may end in a slash.
        let pieces = Array(decoded.last == "" ? decoded.dropLast() : decoded[...])
        switch (method, pieces.count) {
        case ("GET", 0): return .answer(RouteAnswer("connected"))
        case ("GET", 1) where pieces == ["RestaurantQueue"]: return .answer(list(of: venue))
        case ("POST", 3) where pieces[0] == "RestaurantQueue":
            return add(name: pieces[1], size: pieces[2])
        case ("PUT", 3) where pieces.starts(with: ["RestaurantQueue", "seat"]):
            return act(.ready, on: pieces[2], in: venue)
        case ("DELETE", 3) where pieces.starts(with: ["RestaurantQueue", "remove"]):
            return act(.seat, on: pieces[2], in: venue)
        default: return .nothing
        }
    }

    private static let badRequest = RouteAnswer.foreign("error with request", status: 400)
    private static let notFound = RouteAnswer.foreign("no reservation found", status: 404)

    private static func list(of venue: Venue) -> RouteAnswer {
        let reservations = venue.board(Waitlist.self)?.legacyReservations() ?? []
        return RouteAnswer(reservations.map(\.line).joined())
    }

    private static func add(name: String, size: String) -> RouteOutcome {
        guard let size = Int(size) else { return .answer(badRequest) }
        return .mutation(
            action: WaitlistAction.add.rawValue,
            arguments: ["name": .string(name), "size": JSON(size)]
        ) { .answer(answer(to: $0, about: nil, in: $1)) }
    }

    private static func act(
        _ action: WaitlistAction, on id: String, in venue: Venue
    ) -> RouteOutcome {
        guard let id = Int(id) else {
            return .answer(.foreign("error with ID", status: 400))
        }
        guard let party = venue.board(Waitlist.self)?.party(legacyID: id) else {
            return .answer(notFound)
        }
        return .mutation(action: action.rawValue, arguments: ["party": .string(party)]) {
            .answer(answer(to: $0, about: id, in: $1))
        }
    }

    /// Returns the whole list, with which the first system answered every change.
    private static func answer(
        to outcome: Result<AcceptedChange, Rejection>, about id: Int?, in venue: Venue
    ) -> RouteAnswer {
        guard case .failure(let rejection) = outcome else { return list(of: venue) }
        switch rejection.code {
        case .notFound: return notFound
        case .conflict:
            let reservations = venue.board(Waitlist.self)?.legacyReservations() ?? []
            // The party was already ready, as requested.
            return reservations.contains { $0.id == id } ? list(of: venue) : notFound
        case .unavailable, .rateLimited:
            return .foreign("error with request", status: 503)
        default: return badRequest
        }
    }
}
