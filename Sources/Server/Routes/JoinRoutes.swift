import Boards
import HTTP
import HTTPTypes
import JSON
import QRCode
import Sync

/// How guests join the waiting list by themselves: the join link, where it is shown, and the page
/// behind it.
enum JoinRoutes {
    /// `GET /j/<secret>`: the page to join by. Nothing is signed in by it: the page sends the link's
    /// secret along, and gets the party's own ticket.
    static func page(_ secret: String, _ exchange: Exchange, at station: Station) {
        let request = exchange.request
        do throws(Problem) {
            let authenticator = Authenticator(station.context)
            guard let (venue, guest) = try authenticator.principal(ofTicket: secret),
                guest.isNewcomer
            else { throw Problem(.notFound, "There is no such link. Please talk to the host.") }
            let host = try station.openHost(of: venue)
            if try hasPlace(authenticator, request, host) {
                let page = Page.guest.address(in: venue, language: request.query["lang"])
                return exchange.respond(.redirect(to: page))
            }
            let settings = host.settings
            let language = Language.chosen(by: request, of: settings)
            guard let page = station.context.files.page("join", in: language) else {
                throw .notFound
            }
            let isOpen = settings.openJoinLink == guest.device
            let values = [
                "venue": venue, "venueName": Template.escaped(settings.name),
                "mode": isOpen ? settings.selfCheckIn.rawValue : "closed",
            ].merging(page.values(for: settings)) { _, new in new }
            var response = PageRoute.response(page.template.filled(values), to: request)
            if !isOpen { response.status = .gone }
            exchange.respond(response)
        } catch {
            exchange.refuse(error)
        }
    }

    /// Whoever scans the code again is on the list already.
    private static func hasPlace(
        _ authenticator: Authenticator, _ request: Request, _ host: VenueHost
    ) throws(Problem) -> Bool {
        guard
            let (guest, _) = try authenticator.cookiePrincipal(
                of: request, venue: host.slug, roles: [.guest]),
            let party = guest.party
        else { return false }
        return host.venue.board(Waitlist.self)?.hasPlace(party: party) ?? false
    }

    /// `GET /v1/<venue>/join`: the join link as it is now, for those who show it.
    static func link(_ exchange: Exchange, venue: String, at station: Station) {
        do throws(Problem) {
            let (id, secret) = try self.link(for: exchange.request, venue: venue, at: station)
            let answer: JSON = ["joinLink": .string(id), "link": .string("/j/\(secret)")]
            exchange.respond(.json(answer.canonical))
        } catch {
            exchange.respond(error.document)
        }
    }

    /// `GET /v1/<venue>/join.svg`: its address as a QR code, by a name under which phones reach
    /// the hub.
    static func image(_ exchange: Exchange, venue: String, at station: Station) {
        do throws(Problem) {
            let request = exchange.request
            let (_, secret) = try link(for: request, venue: venue, at: station)
            guard let origin = station.context.outsideOrigin(for: request) else {
                throw Problem(
                    .conflict, "No phone reaches this hub: it answers on its own machine only.")
            }
            let address = "\(origin)/j/\(secret)"
            guard let code = QRCode(address) else {
                throw Problem(.uriTooLong, "The address of the hub is too long for a QR code.")
            }
            exchange.respond(
                Response(
                    .ok, fields: [.contentType: "image/svg+xml", .cacheControl: "no-store"],
                    body: Array(code.svg().utf8)))
        } catch {
            exchange.respond(error.document)
        }
    }

    private static func link(
        for request: Request, venue: String, at station: Station
    ) throws(Problem) -> (id: String, secret: String) {
        let principal = try Authenticator(station.context).principal(
            for: request, venue: venue, needsOrigin: false)
        guard principal.role != .guest else {
            throw Problem(.forbidden, "Only those who work for the house may show the join link.")
        }
        let settings = try station.openHost(of: venue).settings
        guard let id = settings.openJoinLink else {
            throw Problem(.notFound, "Guests can't join by themselves now; the owner decides that.")
        }
        return (id, Ticket.mint(id, venue: venue, key: settings.ticketKey))
    }
}
