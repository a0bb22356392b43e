import JSON
import Sync

/// What is sent to friends about a round.
extension Nearby {
    static let roundRoutes = [
        BoardRoute(
            .get, "share", "A round as text, as HTML, and as links that open a message.",
            roles: hostsAndEngineer.union([.guest]), gives: "application/json"
        ) { request, venue in
            guard let board = venue.board(Nearby.self),
                let id = request.query["round"].flatMap(PlaceRoundID.init(_:))
            else { return .nothing }
            if let principal = request.principal, principal.role == .guest,
                principal.subject != .round(id)
            {
                return .answer(refusal(Rejection(.forbidden, .notForReader)))
            }
            return board.share(id).map { .answer(answer($0.json)) } ?? .nothing
        },
        BoardRoute(
            .get, "ticket", "The ticket of a round.", roles: hosts, gives: "application/json"
        ) { request, venue in
            ticket(request, venue).map { .answer(answer(["ticket": .string($0)])) } ?? .nothing
        },
        BoardRoute(
            .get, "ticket.svg", "The QR code by which guests come to a round.", roles: hosts,
            gives: "image/svg+xml"
        ) { request, venue in
            ticket(request, venue).map { .code(path: "/t/\($0)") } ?? .nothing
        },
    ]

    /// Returns the ticket of the round that a request names; `nil` if there is no such round.
    private static func ticket(_ request: BoardRoute.Request, _ venue: Venue) -> String? {
        guard let board = venue.board(Nearby.self),
            let id = request.query["round"].flatMap(PlaceRoundID.init(_:)),
            board.rounds[id] != nil
        else { return nil }
        return board.dependencies.ticket(.round(id))
    }

    /// What is sent about a round; `nil` if there is no such round.
    func share(_ id: PlaceRoundID) -> RoundShare? {
        guard let round = rounds[id] else { return nil }
        return RoundShare(
            title: round.title, options: (parts[id]?.options ?? []).compactMap(shared),
            decided: round.decided.flatMap(shared))
    }

    /// An option as it is sent. What must not be kept of a place is asked of the source; `nil` if the
    /// source does not know it now.
    private func shared(_ id: OptionID) -> RoundShare.Option? {
        guard let option = options[id] else { return nil }
        if let name = option.details.name {
            return RoundShare.Option(
                name: name, address: option.details.address, position: option.details.position,
                url: option.details.url)
        }
        return option.ref.flatMap { source.place($0) }.map { place in
            RoundShare.Option(
                name: place.name, address: place.address, position: place.position,
                url: place.url)
        }
    }
}
