import BoardKit
import Clocks
import Credentials
import Gateway
import HTTP
import HTTPTypes
import HouseBoard
import JSON
import Pages
import Sync
import Venues

/// The addresses by which guests act on their own, such as joining the waiting list: the join
/// link's page, the link and its QR code.
enum JoinRoutes {
    /// `GET /j/<secret>`: the page on which a guest joins the list, or uses the boards' panels. It
    /// does not sign the browser in: the page sends the link's secret with each request, and gets a
    /// ticket for the new party or another new thing.
    static func page(_ secret: String, _ exchange: Exchange, at station: Station) {
        let request = exchange.request
        do throws(HTTPProblem) {
            let (runner, isOpen, placed, place) = try opened(secret, request, at: station)
            let context = station.context
            if let place, !context.documents.joinPageOffersMore(to: placed, in: runner.venue) {
                return exchange.respond(.redirect(to: place))
            }
            guard let folder = context.pages.joinPage?.declaration.folder,
                let response = isOpen
                    ? context.files.page(folder, to: request)
                    : context.files.page(folder, status: .gone, fields: [:], to: request)
            else { throw .notFound }
            exchange.respond(response.preloadingDocument(of: request, in: runner.slug))
        } catch {
            exchange.refuse(error)
        }
    }

    /// Answers with the document of that page.
    static func document(_ secret: String, _ exchange: Exchange, at station: Station) {
        let request = exchange.request
        do throws(HTTPProblem) {
            let (runner, isOpen, _, place) = try opened(secret, request, at: station)
            let json = station.context.documents.joinDocument(
                of: runner.venue, isOpen: isOpen, place: place, asking: request,
                at: station.context.clock.now)
            guard let json else { throw .notFound }
            let closed = HTTPProblem(.gone, "This link is no longer valid.")
            exchange.respond(
                isOpen ? .document(json, to: request) : closed.documentWith(json))
        } catch {
            exchange.refuse(error)
        }
    }

    /// Returns the venue of a join link, whether the link still permits anything, the guest who
    /// already has a place, and the address of that guest's page.
    private static func opened(
        _ secret: String, _ request: Request, at station: Station
    ) throws(HTTPProblem) -> (
        runner: VenueRunner, isOpen: Bool, placed: Principal?, place: String?
    ) {
        let authenticator = Authenticator(station.context)
        guard let (venue, guest) = authenticator.principal(ofTicket: secret), guest.isByJoinLink
        else {
            throw HTTPProblem(
                .notFound, "There is no such link. Please talk to the host.", advice: .link)
        }
        let runner = try station.openRunner(of: venue)
        let placed = placed(authenticator, request, runner)
        let place = placed.flatMap { guest in
            TicketRoutes.address(of: guest, in: runner.venue.record, for: request)
        }
        return (runner, runner.venue.openJoinLink == guest.device, placed, place)
    }

    /// Returns the guest who is already on the list, among those whose tickets the browser has. If
    /// somebody scans the code again, that guest's page is opened, unless the code has other uses,
    /// too.
    private static func placed(
        _ authenticator: Authenticator, _ request: Request, _ runner: VenueRunner
    ) -> Principal? {
        authenticator.guests(of: request, venue: runner.slug).first { guest in
            guest.subject.map(runner.venue.isActive) ?? false
        }
    }

    /// `GET /v1/<venue>/join`: the current join link, for everybody except guests, as JSON:
    /// `{"joinLink":<id>,"link":"/j/<secret>"}`.
    static func link(_ exchange: Exchange, venue: String, at station: Station) {
        do throws(HTTPProblem) {
            let (id, secret) = try self.link(for: exchange.request, venue: venue, at: station)
            let answer: JSON = ["joinLink": .string(id), "link": .string("/j/\(secret)")]
            exchange.respond(.json(answer.canonical))
        } catch {
            exchange.respond(error.document)
        }
    }

    /// `GET /v1/<venue>/join.svg`: the join link as a QR code, with an origin that phones reach.
    static func image(_ exchange: Exchange, venue: String, at station: Station) {
        do throws(HTTPProblem) {
            let request = exchange.request
            let (_, secret) = try link(for: request, venue: venue, at: station)
            exchange.respond(try .code(of: "/j/\(secret)", for: request, station.context))
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
        guard let id = runner.venue.openJoinLink else {
            throw HTTPProblem(
                .notFound, "The join link is switched off; the owner can switch it on.")
        }
        return (id, Ticket.mint(joinLink: id, venue: venue, key: runner.venue.record.ticketKey))
    }
}
