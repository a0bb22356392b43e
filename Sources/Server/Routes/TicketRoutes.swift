import BoardKit
import Credentials
import Gateway
import HTTP
import HTTPTypes
import Pages
import Sync
import Venues

/// A guest's own page, whose address is the ticket: it may be reloaded, stored and passed on.
enum TicketRoutes {
    /// `GET /t/<ticket>`: the page of the ticket's guest. It signs the browser in for the page's
    /// requests. A join link's secret leads to the page for joining.
    static func page(_ call: Call, secret: String) throws(HTTPProblem) {
        let guest = try holder(of: secret, call)
        if guest.isByJoinLink { return call.respond(.redirect(to: "/j/\(secret)")) }
        let (page, runner) = try page(of: guest, call)
        guard
            let response = call.context.files.page(
                page.declaration.folder, isKept: false,
                imageOrigins: page.declaration.imageOrigins(runner.venue), to: call.request)
        else { throw .notFound }
        var cookie = call.request.cookie
        cookie.add(ticket: secret)
        call.respond(
            response.setting(cookie).preloadingDocument(of: call.request, in: runner.slug))
    }

    /// Answers with the document of that page.
    static func document(_ call: Call, secret: String) throws(HTTPProblem) {
        let guest = try holder(of: secret, call)
        let (page, runner) = try page(of: guest, call)
        try PageRoute.document(of: page, for: guest, in: runner, call)
    }

    private static func holder(of secret: String, _ call: Call) throws(HTTPProblem) -> Principal {
        guard let (_, guest) = Authenticator(call.context).principal(ofTicket: secret) else {
            throw HTTPProblem(
                .notFound, "This ticket is not one of ours. Ask the host for yours.", advice: .link)
        }
        return guest
    }

    private static func page(
        of guest: Principal, _ call: Call
    ) throws(HTTPProblem) -> (Page, VenueRunner) {
        let runner = try call.runner()
        guard let page = call.context.pages.page(of: guest), page.isUsed(in: runner.venue) else {
            throw .notFound
        }
        return (page, runner)
    }

    /// Returns the address of a guest's page, in the language that the request's address chooses;
    /// `nil` for a guest who comes by the join link.
    static func address(
        of guest: Principal, in venue: VenueRecord, for request: Request
    ) -> String? {
        guest.subject.map { subject in
            let language = request.query["lang"].flatMap(Language.init(rawValue:))
            return "/t/\(Ticket.mint(subject, venue: venue.slug, key: venue.ticketKey))"
                + (language.map { "?lang=\($0.rawValue)" } ?? "")
        }
    }
}
