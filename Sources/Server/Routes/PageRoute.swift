import BoardKit
import Clocks
import Gateway
import HTTP
import HTTPTypes
import JSON
import Pages
import Storage
import Sync
import Venues

/// Answers requests for pages that show a venue's state, and for the documents that these pages ask
/// for. A browser without a valid sign-in may get a gate page instead, which asks for pairing or for
/// the PIN.
enum PageRoute {
    /// The answer for a page whose board the venue does not use.
    private static let unused = HTTPProblem(
        .notFound, "This house does not use the page at this address.", advice: .unused)

    /// The result of a request for a page.
    private enum Entrance {
        case open(Principal)
        /// A gate page for browsers, and the problem for programs.
        case gate(PageIndex.GatePage, HTTPProblem)
    }

    static func answer(_ call: Call, page: Page) throws(HTTPProblem) {
        let (request, files) = (call.request, call.context.files)
        let (runner, entrance) = try entrance(to: page, call, mayBeGate: request.wantsPage)
        switch entrance {
        case .gate(let gate, let problem):
            return call.respond(
                files.page(
                    gate.rawValue, status: problem.status, fields: problem.fields, to: request)
                    ?? problem.document)
        case .open(let reader):
            // The page is at the ticket's address, which the guest can pass on.
            let own = TicketRoutes.address(of: reader, in: runner.venue.record, for: request)
            if let own { return call.respond(.redirect(to: own)) }
        }
        let origins = page.declaration.imageOrigins(runner.venue)
        guard
            let response = files.page(
                page.declaration.folder, imageOrigins: origins, to: request)
        else { throw .notFound }
        // Set the cookie again: a browser forgets a cookie that is not renewed.
        let answer = response.setting(request.cookie)
            .preloadingDocument(of: request, in: call.venue)
        call.respond(
            page.declaration.reader == .staff ? answer.keepingLanguage(of: request) : answer)
    }

    /// Answers with the document of a page, by the same rules as the page.
    static func document(_ call: Call, page: Page) throws(HTTPProblem) {
        let (runner, entrance) = try entrance(to: page, call, mayBeGate: true)
        switch entrance {
        case .open(let principal):
            try document(of: page, for: principal, in: runner, call)
        case .gate(let gate, let problem):
            let json = call.context.documents.document(
                of: gate, in: runner.venue, asking: call.request, at: call.context.clock.now)
            call.respond(problem.documentWith(json))
        }
    }

    /// Answers with the document of a page for a reader who may open it.
    static func document(
        of page: Page, for reader: Principal, in runner: VenueRunner, _ call: Call
    ) throws(HTTPProblem) {
        let (request, context) = (call.request, call.context)
        let facts = PageDocuments.Facts(
            hasPIN: page.shows(.pin) ? hasPIN(runner.slug, request) : nil,
            isInTheOpen: page.shows(.openness) ? context.options.isInTheOpen : nil,
            origin: page.shows(.origin) ? context.outsideOrigin(for: request) : nil)
        let json = runner.withVenue { venue in
            context.documents.document(
                of: page, in: &venue, for: reader, asking: request, facts: facts,
                at: context.clock.now)
        }
        guard let json else { throw .notFound }
        call.respond(.document(json, to: request))
    }

    /// Answers with the document of the start page.
    static func startDocument(_ call: Call) throws(HTTPProblem) {
        let (context, request) = (call.context, call.request)
        let json = context.documents.startDocument(
            of: try call.runner().venue, asking: request, at: context.clock.now)
        guard let json else { throw .notFound }
        call.respond(.document(json, to: request))
    }

    /// Returns the reader who may open a page, or the gate page to show instead.
    ///
    /// - Parameter mayBeGate: whether the client can show a gate page. Others get a problem.
    private static func entrance(
        to page: Page, _ call: Call, mayBeGate: Bool
    ) throws(HTTPProblem) -> (VenueRunner, Entrance) {
        let (authenticator, slug) = (Authenticator(call.context), call.venue)
        _ = try authenticator.record(of: slug)
        let runner = try call.runner()
        guard page.isUsed(in: runner.venue) else {
            // Guests can't enable the board, so they get no advice.
            throw page.declaration.reader == .guest ? .notFound : unused
        }
        guard
            let (principal, isLocked) = authenticator.cookiePrincipal(
                of: call.request, venue: slug, roles: page.roles)
        else {
            let problem = HTTPProblem(
                .unauthorized, page.advice(in: slug), fields: Authenticator.challenge,
                advice: page.roles.contains(.guest) ? .place : .signIn,
                command: Page.linkCommand(page.roles[0], in: slug))
            guard page.declaration.isOpenedByCode, mayBeGate else { throw problem }
            return (runner, .gate(.pair, problem))
        }
        guard isLocked else { return (runner, .open(principal)) }
        guard mayBeGate else { throw Authenticator.locked }
        return (runner, .gate(.pin, Authenticator.locked))
    }

    /// Whether the venue has a PIN. If so, each of its devices has a time until which it is
    /// unlocked.
    private static func hasPIN(_ venue: String, _ request: Request) -> Bool {
        request.devices.contains { $0.device.venue == venue && $0.device.unlockedUntil != nil }
    }
}

extension Response {
    /// Has the browser ask for the page's document at once, by the same address as the page's script
    /// (`Public/js/core/base.js`).
    func preloadingDocument(of request: Request, in venue: String) -> Response {
        let query = request.head.query.map { "&\($0)" } ?? ""
        let address = "/v1/\(venue)/page?of=\(request.head.path)\(query)"
        // A `>` would end the address in the field. Browsers never send it (URL, section 1.3).
        if address.contains(">") { return self }
        return adding(.link, "<\(address)>; rel=preload; as=fetch; crossorigin")
    }
}

extension HTTPProblem {
    /// Returns the problem document with the members of a page's document.
    func documentWith(_ json: [UInt8]?) -> Response {
        var problem = self
        problem.members = json.flatMap { try? JSON(parsing: $0, depthMax: 64).members } ?? [:]
        return problem.document
    }
}

extension HTTPField.Name {
    /// RFC 8288, section 3.
    fileprivate static let link = HTTPField.Name("Link")!
}
