import Boards
import Clocks
import Gateway
import HTTPTypes
import Pages
import Store
import Sync
import Venues

/// The pages that show a venue's state: who may open them, and what stands before them.
enum PageRoute {
    static func answer(
        _ exchange: Exchange, page: Page, venue slug: String, at station: Station
    ) {
        let request = exchange.request
        do throws(HTTPProblem) {
            let authenticator = Authenticator(station.context)
            _ = try authenticator.record(of: slug)
            let runner = try station.openRunner(of: slug)
            guard
                let (principal, isLocked) = authenticator.cookiePrincipal(
                    of: request, venue: slug, roles: page.roles)
            else {
                if page.declaration.isOpenedByCode, request.wantsPage,
                    let door = self.door(.pair, to: runner, for: request, at: station)
                {
                    return exchange.respond(door)
                }
                throw HTTPProblem(
                    .unauthorized, page.advice(in: slug), fields: Authenticator.challenge,
                    advice: page.roles.contains(.guest) ? .place : nil)
            }
            if isLocked {
                guard request.wantsPage,
                    let door = self.door(.pin, to: runner, for: request, at: station)
                else { throw Authenticator.locked }
                return exchange.respond(door)
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
            // A browser forgets a cookie that is never set again.
            exchange.respond(.page(html, to: request).setting(request.cookie))
        } catch {
            exchange.refuse(error)
        }
    }

    /// Whether the venue asks for a PIN, as each of its devices knows.
    private static func hasPIN(_ venue: String, _ request: Request) -> Bool {
        request.devices.values.contains { $0.venue == venue && $0.unlockedUntil != nil }
    }

    private static func door(
        _ door: PageIndex.Door, to runner: VenueRunner, for request: Request, at station: Station
    ) -> Response? {
        guard let html = station.renderer.html(of: door, in: runner.venue, asking: request) else {
            return nil
        }
        var response = Response.page(html, to: request)
        response.status = .unauthorized
        response.fields[.wwwAuthenticate] = Authenticator.challenge[.wwwAuthenticate]
        return response
    }
}
