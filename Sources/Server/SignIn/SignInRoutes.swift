import HTTP
import HTTPTypes
import Logging
import Store
import Sync

/// The addresses that sign a browser in.
enum SignInRoutes {
    /// The address of the page that a role works with.
    static func page(of role: Role, in venue: String) -> String {
        let page: Page =
            switch role {
            case .owner: .owner
            case .host: .host
            case .engineer: .events
            case .display: .display
            case .guest: .guest
            }
        return page.address(in: venue)
    }

    /// `GET /in/<secret>`: a one-time link made by `tablecast link`.
    static func redeem(_ secret: String, _ exchange: Exchange, at station: Station) {
        let request = exchange.request
        // A look ahead (a chat's preview, a proxy's check) must not use the link up.
        guard request.method == .get else { return exchange.respond(.redirect(to: "/")) }
        do throws(StoreError) {
            switch try station.context.store.redeemLink(secret, now: WallClock.now) {
            case .token(let issued):
                station.context.logger.notice(
                    "a device was signed in by its link",
                    metadata: [
                        "venue": "\(issued.device.venue)", "device": "\(issued.device.id)",
                        "role": "\(issued.device.role)",
                    ])
                var cookie = SignInCookie(request)
                cookie.add(issued.secret) { old in
                    let device = try? station.context.store.device(
                        withToken: old, now: WallClock.now)
                    return !Ticket.isTicket(old)
                        && (device == nil
                            || (device?.role == issued.device.role
                                && device?.venue == issued.device.venue))
                }
                exchange.respond(
                    .redirect(to: page(of: issued.device.role, in: issued.device.venue))
                        .setting(cookie))
            case .used(let role, let venue):
                usedLink(of: role, in: venue, exchange, at: station)
            case .expired(let role, let venue):
                exchange.refuse(Problem(.gone, "This link has run out. \(advice(role, venue))"))
            case .unknown:
                exchange.refuse(
                    Problem(.notFound, "There is no such link. Make one with `tablecast link`."))
            }
        } catch {
            station.context.logger.error("a link can't be redeemed: \(error)")
            exchange.refuse(
                Problem(.serviceUnavailable, "The link can't be looked up now; try again."))
        }
    }

    /// Who opens the link a second time in the browser that it signed in is simply let through.
    private static func usedLink(
        of role: Role, in venue: String, _ exchange: Exchange, at station: Station
    ) {
        let authenticator = Authenticator(station.context)
        let known = try? authenticator.cookiePrincipal(
            of: exchange.request, venue: venue, roles: [role])
        if known != nil { return exchange.respond(.redirect(to: page(of: role, in: venue))) }
        exchange.refuse(Problem(.gone, "This link was used already. \(advice(role, venue))"))
    }

    private static func advice(_ role: Role, _ venue: String) -> String {
        "Make a new one on the hub's machine: `\(Page.linkCommand(role, in: venue))`."
    }

    /// `GET /t/<ticket>`: a guest's own address.
    static func ticket(_ secret: String, _ exchange: Exchange, at station: Station) {
        do throws(Problem) {
            let authenticator = Authenticator(station.context)
            guard let (venue, guest) = try authenticator.principal(ofTicket: secret) else {
                throw Problem(.notFound, "This ticket is not one of ours. Ask the host for yours.")
            }
            if guest.isNewcomer { return exchange.respond(.redirect(to: "/j/\(secret)")) }
            var cookie = SignInCookie(exchange.request)
            cookie.add(secret) { Ticket.isTicket($0) }
            let page = Page.guest.address(in: venue, language: exchange.request.query["lang"])
            exchange.respond(.redirect(to: page).setting(cookie))
        } catch {
            exchange.refuse(error)
        }
    }
}
