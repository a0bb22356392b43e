import Boards
import Credentials
import Gateway
import HTTP
import HTTPTypes
import JSON
import Pages
import QRCode
import Sync
import Venues

/// How guests join the waiting list by themselves: the join link, where it is shown, and the page
/// behind it.
enum JoinRoutes {
    /// `GET /j/<secret>`: the page to join by. Nothing is signed in by it: the page sends the link's
    /// secret along, and gets the party's own ticket.
    static func page(_ secret: String, _ exchange: Exchange, at station: Station) {
        let request = exchange.request
        do throws(HTTPProblem) {
            let authenticator = Authenticator(station.context)
            guard let (venue, guest) = authenticator.principal(ofTicket: secret),
                guest.isByJoinLink
            else {
                throw HTTPProblem(
                    .notFound, "There is no such link. Please talk to the host.", advice: .link)
            }
            let runner = try station.openRunner(of: venue)
            let pages = station.context.pages
            if let guest = placed(authenticator, request, runner),
                let page = pages.page(of: guest)
            {
                let address = page.address(
                    in: venue, as: guest, language: request.query["lang"])
                return exchange.respond(.redirect(to: address))
            }
            let settings = runner.settings
            let language = Language.chosen(by: request, of: settings)
            guard let folder = pages.joinFolder,
                let page = station.context.files.page(folder, in: [language])
            else { throw .notFound }
            let isOpen = settings.openJoinLink == guest.device
            let values = [
                "venue": venue, "venueName": Template.escaped(settings.name),
                "mode": isOpen ? settings.selfCheckIn.rawValue : "closed",
            ].merging(page.values(for: settings, venue: venue)) { _, new in new }
            var response = Response.page(page.template.filled(values), to: request)
            if !isOpen { response.status = .gone }
            exchange.respond(response)
        } catch {
            exchange.refuse(error)
        }
    }

    /// Whoever scans the code again is on the list already: the guest who is, of those whose tickets
    /// the browser has.
    private static func placed(
        _ authenticator: Authenticator, _ request: Request, _ runner: VenueRunner
    ) -> Principal? {
        authenticator.guests(of: request, venue: runner.slug).first { guest in
            guest.subject.map(runner.venue.isActive) ?? false
        }
    }

    /// `GET /v1/<venue>/join`: the join link as it is now, for those who show it.
    static func link(_ exchange: Exchange, venue: String, at station: Station) {
        do throws(HTTPProblem) {
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
        do throws(HTTPProblem) {
            let request = exchange.request
            let (_, secret) = try link(for: request, venue: venue, at: station)
            guard let origin = station.context.outsideOrigin(for: request) else {
                throw HTTPProblem(
                    .conflict, "No phone reaches this hub: it answers on its own machine only.")
            }
            let address = "\(origin)/j/\(secret)"
            guard let code = QRCode(address) else {
                throw HTTPProblem(.uriTooLong, "The address of the hub is too long for a QR code.")
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
    ) throws(HTTPProblem) -> (id: String, secret: String) {
        let principal = try Authenticator(station.context).principal(
            for: request, venue: venue, needsOrigin: false)
        guard principal.role != .guest else {
            throw HTTPProblem(
                .forbidden, "Only those who work for the house may show the join link.")
        }
        let runner = try station.openRunner(of: venue)
        guard let id = runner.settings.openJoinLink else {
            throw HTTPProblem(
                .notFound, "Guests can't join by themselves now; the owner decides that.")
        }
        return (id, Ticket.mint(joinLink: id, venue: venue, key: runner.venue.record.ticketKey))
    }
}
