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
    static func page(_ call: Call, secret: String) throws(HTTPProblem) {
        let (request, context) = (call.request, call.context)
        let (runner, isOpen, placed, place) = try opened(secret, call)
        if let place, !context.documents.joinPageOffersMore(to: placed, in: runner.venue) {
            return call.respond(.redirect(to: place))
        }
        guard let folder = context.pages.joinPage?.declaration.folder,
            let response = isOpen
                ? context.files.page(folder, to: request)
                : context.files.page(folder, status: .gone, fields: [:], to: request)
        else { throw .notFound }
        call.respond(response.preloadingDocument(of: request, in: runner.slug))
    }

    /// Answers with the document of that page.
    static func document(_ call: Call, secret: String) throws(HTTPProblem) {
        let (runner, isOpen, _, place) = try opened(secret, call)
        let json = call.context.documents.joinDocument(
            of: runner.venue, isOpen: isOpen, place: place, asking: call.request,
            at: call.context.clock.now)
        guard let json else { throw .notFound }
        let closed = HTTPProblem(.gone, "This link is no longer valid.")
        call.respond(isOpen ? .document(json, to: call.request) : closed.documentWith(json))
    }

    /// Returns the venue of a join link, whether the link still permits anything, the guest who
    /// already has a place, and the address of that guest's page.
    private static func opened(
        _ secret: String, _ call: Call
    ) throws(HTTPProblem) -> (
        runner: VenueRunner, isOpen: Bool, placed: Principal?, place: String?
    ) {
        let authenticator = Authenticator(call.context)
        guard let (venue, guest) = authenticator.principal(ofTicket: secret), guest.isByJoinLink
        else {
            throw HTTPProblem(
                .notFound, "There is no such link. Please talk to the host.", advice: .link)
        }
        let runner = try call.server.openRunner(of: venue)
        let placed = placed(authenticator, call.request, runner)
        let place = placed.flatMap { guest in
            TicketRoutes.address(of: guest, in: runner.venue.record, for: call.request)
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
    static func link(_ call: Call) throws(HTTPProblem) {
        let (id, secret) = try openLink(call)
        let answer: JSON = ["joinLink": .string(id), "link": .string("/j/\(secret)")]
        call.respond(.json(answer.canonical))
    }

    /// `GET /v1/<venue>/join.svg`: the join link as a QR code, with an origin that phones reach.
    static func image(_ call: Call) throws(HTTPProblem) {
        let (_, secret) = try openLink(call)
        call.respond(try .code(of: "/j/\(secret)", for: call.request, call.context))
    }

    private static func openLink(_ call: Call) throws(HTTPProblem) -> (id: String, secret: String) {
        guard try call.principal().role != .guest else {
            throw HTTPProblem(
                .forbidden, "Only those who work for the house may show the join link.")
        }
        let venue = try call.runner().venue
        guard let id = venue.openJoinLink else {
            throw HTTPProblem(
                .notFound, "The join link is switched off; the owner can switch it on.")
        }
        return (id, Ticket.mint(joinLink: id, venue: call.venue, key: venue.record.ticketKey))
    }
}
