import BoardKit
import Foundation
import JSON
import Sync

/// The routes for places around a position.
extension Nearby {
    static let placeRoutes = [
        BoardRoute(
            .get, "places",
            "The places around `at`, which is house, `stop:<id>` or `lat,lon`; or those that `refs` "
                + "names.",
            roles: hostsAndEngineer.union([.display, .guest]), gives: "application/json"
        ) { request, venue in
            guard let board = venue.board(Nearby.self) else { return .nothing }
            do throws(Rejection) {
                try board.checkReader(of: request)
                return request.query["refs"] == nil
                    ? try board.placesAround(request) : try board.placesNamed(request)
            } catch {
                return .answer(refusal(error))
            }
        }
    ]

    /// Checks what a reader asks for. Screens, and roles that see the same, may ask for favourites
    /// and for places around the house. Guests may ask for places that the owner and their rounds
    /// show them.
    private func checkReader(of request: BoardRoute.Request) throws(Rejection) {
        guard let principal = request.principal else { return }
        let refs = Set(request.query["refs"]?.split(separator: ",").map(String.init) ?? [])
        let isAtHouse = request.query["at"] == "house"
        let isPermitted =
            switch principal.role {
            case .guest:
                refs.isEmpty
                    ? isOpenToGuests && isAtHouse
                    : refs.isSubset(of: refsShown(to: principal.subject))
            case let role where Self.hostsAndEngineer.contains(role): true
            default:
                refs.isEmpty ? isAtHouse : refs.allSatisfy { favouriteOfRef[$0] != nil }
            }
        guard isPermitted else { throw Rejection(.forbidden, .notForReader) }
    }

    /// Returns the refs in a guest's documents.
    private func refsShown(to subject: Subject?) -> Set<String> {
        var refs: Set<String> = isOpenToGuests ? Set(favouriteOfRef.keys) : []
        if let subject, subject.board == name, let id = PlaceRoundID(subject.id) {
            refs.formUnion((parts[id]?.options ?? []).compactMap { options[$0]?.ref })
        }
        return refs
    }

    // MARK: Around a position

    private func placesAround(_ request: BoardRoute.Request) throws(Rejection) -> RouteOutcome {
        let search = PlaceSearch(
            at: request.query["at"] ?? "", query: try placeQuery(request.query), now: request.now)
        guard
            let lookup = source.lookup(
                around: search.query.centre, radius: search.query.radius, at: search.now)
        else { return answering(search, retryAfter: nil) }
        return .lookup(lookup, waitMax: Self.patience) { answer, venue in
            venue.board(Nearby.self)?.answering(search, after: answer) ?? .nothing
        }
    }

    private func placeQuery(_ query: [String: String]) throws(Rejection) -> PlaceQuery {
        var arguments = Arguments(
            query: query, ["at", "sort", "open", "kind", "cuisine", "q"],
            numbers: ["radius", "priceMax", "ratingMin", "limit"])
        let position: PlacePosition? = arguments.required("at")
        let radius: SearchRadius? = arguments.optional("radius")
        let sort: PlaceQuery.Sort? = arguments.optional("sort")
        let isOpen: QueryFlag? = arguments.optional("open")
        let kind: PlaceKind? = arguments.optional("kind")
        let cuisine: QueryText? = arguments.optional("cuisine")
        let priceMax: PriceLevel? = arguments.optional("priceMax")
        let ratingMin: StarCount? = arguments.optional("ratingMin")
        let text: QueryText? = arguments.optional("q")
        let limit: PlaceLimit? = arguments.optional("limit")
        guard arguments.areGood, let position else { throw arguments.rejection }
        var asked = PlaceQuery(
            centre: try coordinates(of: position), radius: Double(radius?.value ?? self.radius))
        asked.sort = sort ?? asked.sort
        asked.isOpen = isOpen?.isOn ?? false
        asked.kind = kind
        asked.cuisine = cuisine?.text
        asked.priceMax = priceMax?.value
        asked.ratingMin = ratingMin?.value
        asked.text = text?.text
        asked.limit = limit?.value ?? asked.limit
        return asked
    }

    /// The maximum time that a request waits for a source.
    static let patience = Duration.seconds(8)

    private func answering(_ search: PlaceSearch, after answer: LookupAnswer) -> RouteOutcome {
        switch answer {
        case .found(let results):
            guard case .found(let found)? = results.first as? SourceResult else {
                return answering(search, retryAfter: nil)
            }
            return answering(search, retryAfter: nil) { found.stock }
        case .failed(_, let retryAfter): return answering(search, retryAfter: retryAfter)
        case .unfinished: return answering(search, retryAfter: .seconds(2))
        }
    }

    /// Answers with what the source has now.
    private func answering(_ search: PlaceSearch, retryAfter: Duration?) -> RouteOutcome {
        let query = search.query
        return answering(search, retryAfter: retryAfter) { [source] in
            source.stock(around: query.centre, radius: query.radius, at: search.now)
        }
    }

    private func answering(
        _ search: PlaceSearch, retryAfter: Duration?,
        by stock: @escaping @Sendable () -> PlaceStock?
    ) -> RouteOutcome {
        let today = today(at: search.now)
        let (zone, query) = (timeZone, search.query)
        let hasAddress = source.hasAddress
        let told: [String: JSON?] = [
            "at": .string(search.at), "lat": .number(query.centre.latitude),
            "lon": .number(query.centre.longitude), "radius": JSON(Int(query.radius)),
            "source": .string(sourceName.rawValue),
            "attribution": source.attribution.map(JSON.string),
        ]
        return .work {
            let answer: RouteAnswer
            if let stock = stock() {
                let found = stock.places.search(
                    query, in: LocalWeek(around: search.now, in: zone), today: today)
                answer = RouteAnswer(stock.told(found, with: told))
            } else {
                answer =
                    hasAddress
                    ? Self.noSourceNow(retryAfter: retryAfter)
                    : Self.refusal(Rejection(.conflict, .noAddress))
            }
            return { _ in .answer(answer) }
        }
    }

    private var timeZone: TimeZone { TimeZone(identifier: house.timeZone) ?? .gmt }

    // MARK: By refs

    private func placesNamed(_ request: BoardRoute.Request) throws(Rejection) -> RouteOutcome {
        var arguments = Arguments(query: request.query, ["refs"], numbers: [])
        let list: RefList? = arguments.required("refs")
        guard arguments.areGood, let refs = list?.refs else { throw arguments.rejection }
        guard let lookup = source.lookup(ofRefs: refs) else {
            return answering(refs, [], at: request.now)
        }
        return .lookup(lookup, waitMax: Self.patience) { answer, venue in
            guard let board = venue.board(Nearby.self) else { return .nothing }
            switch answer {
            case .found: return board.answering(refs, answer.places, at: request.now)
            case .failed(_, let retryAfter):
                // The source may know some of them nevertheless.
                return board.answeringEach(
                    of: refs, from: 0, [], at: request.now, retryAfter: retryAfter)
            case .unfinished:
                return .answer(Self.noSourceNow(retryAfter: .seconds(2)))
            }
        }
    }

    private static func noSourceNow(retryAfter: Duration?) -> RouteAnswer {
        refusal(Rejection(.unavailable, .noSource), retryAfter: retryAfter)
    }

    /// Asks a failing source for the places one by one, because it still answers for those that it
    /// knows.
    private func answeringEach(
        of refs: [String], from index: Int, _ found: [Place], at now: Instant,
        retryAfter: Duration
    ) -> RouteOutcome {
        guard index < refs.count else {
            return found.isEmpty
                ? .answer(Self.noSourceNow(retryAfter: retryAfter))
                : answering(refs, found, isPartial: true, at: now)
        }
        guard let lookup = source.lookup(ofRefs: [refs[index]]) else {
            return answeringEach(
                of: refs, from: index + 1, found, at: now, retryAfter: retryAfter)
        }
        return .lookup(lookup, waitMax: .zero) { answer, venue in
            venue.board(Nearby.self)?.answeringEach(
                of: refs, from: index + 1, found + answer.places, at: now, retryAfter: retryAfter)
                ?? .nothing
        }
    }

    /// Answers with the places known at present.
    ///
    /// - Parameters:
    ///   - found: the places that the source just returned.
    ///   - isPartial: whether the source could not answer for all of them.
    private func answering(
        _ refs: [String], _ found: [Place], isPartial: Bool = false, at now: Instant
    ) -> RouteOutcome {
        let told = Dictionary(found.map { ($0.ref, $0) }, uniquingKeysWith: { first, _ in first })
        let known = Set(refs).sorted { $0.precedes($1) }
            .compactMap { told[$0] ?? source.place($0) }
        let week = LocalWeek(around: now, in: timeZone)
        let here = position
        let rows = known.map { place in
            PlaceFound(place, metres: here.map { $0.metres(to: place.position) }, in: week).json
        }
        return .answer(
            RouteAnswer(
                JSON(present: [
                    "source": .string(sourceName.rawValue),
                    "attribution": source.attribution.map(JSON.string),
                    "partial": isPartial ? true : nil, "places": .array(rows),
                ])))
    }
}

extension LookupAnswer {
    /// The places that were found but not stored.
    var places: [Place] {
        guard case .found(let results) = self,
            case .found(let found)? = results.first as? SourceResult
        else { return [] }
        return found.feed.places
    }
}

/// A request for places around a position.
private struct PlaceSearch: Sendable {
    /// The position as the request wrote it, which the answer repeats.
    let at: String
    let query: PlaceQuery
    let now: Instant
}

extension PlaceStock {
    /// Returns the answer to a request.
    ///
    /// - Parameter members: the members about the request itself.
    fileprivate func told(
        _ results: PlaceIndex.Results, with members: [String: JSON?]
    ) -> JSON {
        var members = members
        members["asOf"] = asOf.map(JSON.string)
        members["stale"] = .bool(isStale)
        members["partial"] = .bool(isPartial)
        members["total"] = JSON(results.total)
        members["left"] = ["unnamed": JSON(results.unnamed)]
        members["places"] = .array(results.found.map(\.json))
        return JSON(present: members)
    }
}

extension PlaceQuery.Sort: ArgumentValue {}
extension PlaceKind: ArgumentValue {}
