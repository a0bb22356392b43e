import BoardKit
import JSON
import Sync

/// The routes for sharing a round with friends.
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
            return board.sharing(id)
        }
    ]

    static let ticketRoutes = BoardRoute.tickets(of: "round", roles: hosts) { id, venue in
        guard let board = venue.board(Nearby.self), let id = PlaceRoundID(id),
            board.rounds[id] != nil
        else { return nil }
        return board.dependencies.ticket(.round(id))
    }

    /// Answers with a round to share. First asks the source for places that may not be stored.
    private func sharing(_ id: PlaceRoundID) -> RouteOutcome {
        let refs = (parts[id]?.options ?? []).compactMap { options[$0]?.ref }
        guard let lookup = source.lookup(ofRefs: refs) else { return sharing(id, with: []) }
        return .lookup(lookup, waitMax: Self.patience) { answer, venue in
            venue.board(Nearby.self)?.sharing(id, with: answer.places) ?? .nothing
        }
    }

    private func sharing(_ id: PlaceRoundID, with places: [Place]) -> RouteOutcome {
        share(id, with: places).map { .answer(RouteAnswer($0.json)) } ?? .nothing
    }

    /// Returns a round to share, or `nil` for an unknown round.
    ///
    /// - Parameter places: the places that the source just returned and that may not be stored.
    func share(_ id: PlaceRoundID, with places: [Place] = []) -> RoundShare? {
        guard let round = rounds[id] else { return nil }
        let told = Dictionary(places.map { ($0.ref, $0) }, uniquingKeysWith: { first, _ in first })
        return RoundShare(
            title: round.title,
            options: (parts[id]?.options ?? []).compactMap { shared($0, told) },
            decided: round.decided.flatMap { shared($0, told) })
    }

    /// Returns an option to share. For a place from Yelp that is unknown at present, it contains
    /// only the place's page.
    private func shared(_ id: OptionID, _ told: [String: Place]) -> RoundShare.Option? {
        guard let option = options[id] else { return nil }
        if let name = option.details.name {
            return RoundShare.Option(
                name: name, address: option.details.address, position: option.details.position,
                url: option.details.url)
        }
        if let place = option.ref.flatMap({ told[$0] ?? source.place($0) }) {
            return RoundShare.Option(
                name: place.name, address: place.address, position: place.position,
                url: place.url)
        }
        return option.ref.flatMap(YelpPlaces.page).map { RoundShare.Option(name: $0, url: $0) }
    }
}
