import Boards
import Clocks
import Gateway
import HTTPTypes
import Pages
import Store
import Sync
import Venues

/// Answers requests for pages that show a venue's state. A browser without a valid sign-in may get
/// a gate page instead, which asks for pairing or for the PIN.
enum PageRoute {
    /// The answer for a page whose board the venue does not use.
    private static let unused = HTTPProblem(
        .notFound, "This house does not use the page at this address.", advice: .unused)

    static func answer(
        _ exchange: Exchange, page: Page, venue slug: String, at station: Station
    ) {
        let request = exchange.request
        do throws(HTTPProblem) {
            let authenticator = Authenticator(station.context)
            _ = try authenticator.record(of: slug)
            let runner = try station.openRunner(of: slug)
            guard page.isUsed(in: runner.venue) else {
                // Guests can do nothing about it.
                throw page.declaration.reader == .guest ? .notFound : unused
            }
            guard
                let (principal, isLocked) = authenticator.cookiePrincipal(
                    of: request, venue: slug, roles: page.roles)
            else {
                if page.declaration.isOpenedByCode, request.wantsPage,
                    let gate = self.gate(.pair, to: runner, for: request, at: station)
                {
                    return exchange.respond(gate)
                }
                throw HTTPProblem(
                    .unauthorized, page.advice(in: slug), fields: Authenticator.challenge,
                    advice: page.roles.contains(.guest) ? .place : .signIn,
                    command: Page.linkCommand(page.roles[0], in: slug))
            }
            if isLocked {
                guard request.wantsPage,
                    let gate = self.gate(.pin, to: runner, for: request, at: station)
                else { throw Authenticator.locked }
                return exchange.respond(gate)
            }
            let facts = PageRenderer.Facts(
                hasPIN: page.shows(.pin) ? hasPIN(slug, request) : nil,
                isInTheOpen: page.shows(.openness) ? station.context.options.isInTheOpen : nil,
                origin: page.shows(.origin) ? station.context.outsideOrigin(for: request) : nil)
            let now = station.context.clock.now
            let html = runner.withVenue { venue in
                station.renderer.html(
                    of: page, in: &venue, for: principal, asking: request, facts: facts, at: now)
            }
            guard let html else { throw .notFound }
            // Set the cookie again: a browser forgets a cookie that is not renewed.
            var response = Response.page(html, to: request).setting(request.cookie)
            response.imageOrigins = page.declaration.imageOrigins(runner.venue)
            exchange.respond(
                page.declaration.reader == .staff ? response.keepingLanguage(of: request) : response
            )
        } catch {
            exchange.refuse(error)
        }
    }

    /// Whether the venue has a PIN. Then each of its devices has a time until which it is unlocked.
    private static func hasPIN(_ venue: String, _ request: Request) -> Bool {
        request.devices.values.contains { $0.venue == venue && $0.unlockedUntil != nil }
    }

    private static func gate(
        _ gate: PageIndex.GatePage, to runner: VenueRunner, for request: Request,
        at station: Station
    ) -> Response? {
        guard let html = station.renderer.html(of: gate, in: runner.venue, asking: request) else {
            return nil
        }
        var response = Response.page(html, to: request)
        response.status = .unauthorized
        response.fields[.wwwAuthenticate] = Authenticator.challenge[.wwwAuthenticate]
        return response
    }
}
