import BoardKit
import JSON
import Sync

/// The routes for searching stops, and for the lines of a map.
extension Nearby {
    static let searchRoutes = [
        BoardRoute(
            .get, "search",
            "The stops that `q` means: a part of a name, a postcode, or `lat,lon`; with `at` all of "
                + "them by distance.",
            roles: hostsAndEngineer, gives: "application/json"
        ) { request, venue in
            guard let board = venue.board(Nearby.self) else { return .nothing }
            do throws(Rejection) {
                let asked = try SearchRequest(request.query)
                let indexes = board.feeds.indexes
                return .computation {
                    let found = found(asked, in: indexes.value.stops)
                    return { _ in .answer(RouteAnswer(found)) }
                }
            } catch {
                return .answer(refusal(error))
            }
        },
        BoardRoute(
            .get, "base", "The imported lines around a position, as GeoJSON.",
            roles: hostsAndEngineer.union([.guest]), gives: "application/geo+json"
        ) { request, venue in
            guard let board = venue.board(Nearby.self) else { return .nothing }
            do throws(Rejection) {
                guard board.showsMap(to: request.principal) else {
                    throw Rejection(.forbidden, .notForReader)
                }
                var arguments = Arguments(query: request.query, ["at"], numbers: ["radius"])
                let position: PlacePosition? = arguments.required("at")
                let asked: SearchRadius? = arguments.optional("radius")
                guard arguments.areGood, let position else { throw arguments.rejection }
                let centre = try board.coordinates(of: position)
                let radius = Double(asked?.value ?? board.radius)
                let indexes = board.feeds.indexes
                return .work {
                    let lines = indexes.value.base.geoJSON(near: centre, radius: radius)
                    return { _ in .answer(RouteAnswer(lines)) }
                }
            } catch {
                return .answer(refusal(error))
            }
        },
    ]

    /// Whether a principal gets a map. The guests of a round get one for its options; other guests
    /// only if they may see the house's places.
    private func showsMap(to principal: Principal?) -> Bool {
        guard let principal, principal.role == .guest else { return true }
        return isOpenToGuests || principal.subject?.board == name
    }

    private static func found(_ asked: SearchRequest, in stops: StopIndex) -> JSON {
        let results =
            asked.at.map { stops.nearest(to: $0, limit: asked.limit) }
            ?? stops.search(asked.text, limit: asked.limit)
        return [
            "q": .string(asked.text), "stops": .array(results.found.map(\.json)),
            "total": JSON(results.total),
        ]
    }

    /// Returns the coordinates of a position.
    func coordinates(of position: PlacePosition) throws(Rejection) -> Coordinates {
        switch position {
        case .house:
            guard let here = self.position else { throw Rejection(.conflict, .noPosition) }
            return here
        case .stop(let id):
            guard let stop = feeds.indexes.value.stops.stop(id) else {
                throw Rejection(.notFound, .noStop)
            }
            return stop.position
        case .coordinates(let coordinates): return coordinates
        }
    }
}

/// A request for stops.
private struct SearchRequest: Sendable {
    let text: String
    let at: Coordinates?
    let limit: Int

    init(_ query: [String: String]) throws(Rejection) {
        var arguments = Arguments(query: query, ["q", "at"], numbers: ["limit"])
        let text: QueryText? = arguments.optional("q")
        let at: CoordinatesText? = arguments.optional("at")
        let limit: StopLimit? = arguments.optional("limit")
        guard arguments.areGood else { throw arguments.rejection }
        self.text = text?.text ?? query["at"] ?? ""
        self.at = at?.coordinates
        self.limit = limit?.value ?? 20
    }
}
