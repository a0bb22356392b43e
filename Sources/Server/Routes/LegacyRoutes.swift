import Boards
import HTTPTypes
import JSON
import Sync

/// The routes of RestaurantQueue, the first system, for its clients: plain text, one line a party.
enum LegacyRoutes {
    static func answer(_ exchange: Exchange, pieces: [String]?, at station: Station) {
        let slug = VenueDirectory.defaultSlug
        do throws(Problem) {
            let request = exchange.request
            let isSafe = [.get, .head].contains(request.method)
            let principal = try Authenticator(station.context).principal(
                for: request, venue: slug, needsOrigin: !isSafe)
            guard [.host, .owner].contains(principal.role) else {
                throw Problem(.forbidden, "Only hosts and owners may use these addresses.")
            }
            let host = try station.openHost(of: slug)
            guard let decoded = pieces else {
                return exchange.respond(.text("error with request", status: .badRequest))
            }
            // A list's address may end in a slash.
            let pieces = decoded.last == "" ? decoded.dropLast() : decoded[...]
            switch (request.method, Array(pieces)) {
            case (.get, []), (.head, []): exchange.respond(.text("connected"))
            case (.get, ["RestaurantQueue"]), (.head, ["RestaurantQueue"]):
                exchange.respond(list(host))
            case (.post, _) where pieces.count == 3 && pieces.first == "RestaurantQueue":
                add(name: pieces[1], size: pieces[2], exchange, host, principal)
            case (.put, _)
            where pieces.count == 3 && pieces.starts(with: ["RestaurantQueue", "seat"]):
                act("waitlist.ready", on: pieces[2], exchange, host, principal)
            case (.delete, _)
            where pieces.count == 3 && pieces.starts(with: ["RestaurantQueue", "remove"]):
                act("waitlist.seat", on: pieces[2], exchange, host, principal)
            default: throw .notFound
            }
        } catch {
            exchange.refuse(error)
        }
    }

    private static func list(_ host: VenueHost) -> Response {
        let reservations = host.venue.board(Waitlist.self)?.legacyReservations() ?? []
        return .text(reservations.map(\.line).joined())
    }

    private static func add(
        name: String, size: String, _ exchange: Exchange, _ host: VenueHost,
        _ principal: Principal
    ) {
        guard let size = Int(size) else {
            return exchange.respond(.text("error with request", status: .badRequest))
        }
        mutate(
            "waitlist.add", ["name": .string(name), "size": JSON(size)],
            Answer(exchange, host: host, about: nil), by: principal)
    }

    private static func act(
        _ action: String, on id: String, _ exchange: Exchange, _ host: VenueHost,
        _ principal: Principal
    ) {
        guard let id = Int(id) else {
            return exchange.respond(.text("error with ID", status: .badRequest))
        }
        guard let party = host.venue.board(Waitlist.self)?.party(legacyID: id) else {
            return exchange.respond(.text("no reservation found", status: .notFound))
        }
        mutate(
            action, ["party": .string(party)], Answer(exchange, host: host, about: id),
            by: principal)
    }

    private static func mutate(
        _ action: String, _ arguments: [String: JSON], _ answer: Answer, by principal: Principal
    ) {
        let mutation = Mutation(
            id: "rq-" + RandomID.make(), action: action, arguments: arguments)
        answer.host.mutate(mutation, by: principal, answerTo: answer)
    }

    private final class Answer: ClientSink {
        let host: VenueHost
        private let exchange: Exchange
        private let id: Int?

        init(_ exchange: Exchange, host: VenueHost, about id: Int?) {
            self.exchange = exchange
            self.host = host
            self.id = id
        }

        func deliver(_ message: ServerMessage) {
            guard case .reject(_, let rejection) = message else {
                // The first system answered every change with the whole list.
                return exchange.respond(LegacyRoutes.list(host))
            }
            switch rejection.code {
            case .notFound:
                exchange.respond(.text("no reservation found", status: .notFound))
            // Ready already, as was asked for.
            case .conflict where isOnTheList: exchange.respond(LegacyRoutes.list(host))
            case .conflict:
                exchange.respond(.text("no reservation found", status: .notFound))
            case .unavailable, .rateLimited:
                exchange.respond(.text("error with request", status: .serviceUnavailable))
            default: exchange.respond(.text("error with request", status: .badRequest))
            }
        }

        private var isOnTheList: Bool {
            host.venue.board(Waitlist.self)?.legacyReservations().contains { $0.id == id } == true
        }

        func close(_ code: CloseCode, reason: String) {}

        var origin: RecentEvent.Origin? {
            RecentEvent.Origin(way: .http, address: exchange.remoteAddress)
        }
    }
}
