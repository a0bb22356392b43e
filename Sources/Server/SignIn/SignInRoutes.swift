import HTTP
import HTTPTypes
import Logging
import Store
import Sync
import Transport

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
        // A look ahead (a chat's preview, a proxy's check) must not use the link up.
        guard exchange.request.method == .get else { return exchange.respond(.redirect(to: "/")) }
        do throws(StoreError) {
            let store = station.context.store
            // Looked up first: who has no good link gets nothing written, and waits for no writer.
            if let refusal = try store.refusal(ofLink: secret, now: station.context.clock.now) {
                return answer(refusal, exchange, at: station)
            }
            let bound = LoopBound(exchange, on: station.loop)
            let isTaken = station.context.writer.redeemLink(secret, on: station.worker) {
                station, result in
                do throws(StoreError) {
                    answer(try result.get(), bound.value, at: station)
                } catch {
                    refuse(error, bound.value, at: station)
                }
            }
            if !isTaken { exchange.refuse(.tooMuchToWrite) }
        } catch {
            refuse(error, exchange, at: station)
        }
    }

    private static func refuse(_ error: StoreError, _ exchange: Exchange, at station: Station) {
        station.lines.log(.error, "a link can't be redeemed: \(error)", at: station.loop.now)
        exchange.refuse(
            Problem(.serviceUnavailable, "The link can't be looked up now; try again."))
    }

    private static func answer(_ outcome: LinkOutcome, _ exchange: Exchange, at station: Station) {
        switch outcome {
        case .token(let issued): signIn(issued, exchange, at: station)
        case .used(let role, let venue): usedLink(of: role, in: venue, exchange, at: station)
        case .expired(let role, let venue):
            exchange.refuse(Problem(.gone, "This link has run out. \(advice(role, venue))"))
        case .unknown:
            exchange.refuse(
                Problem(.notFound, "There is no such link. Make one with `tablecast link`."))
        }
    }

    private static func signIn(_ issued: IssuedToken, _ exchange: Exchange, at station: Station) {
        let new = issued.device
        station.context.logger.notice(
            "a device was signed in by its link",
            metadata: [
                "venue": "\(new.venue)", "device": "\(new.id)", "role": "\(new.role)",
            ])
        var cookie = exchange.request.cookie
        cookie.add(issued.secret) { old in
            let device = try? station.context.store.device(
                withToken: old, now: station.context.clock.now)
            return !Ticket.isTicket(old)
                && (device == nil || (device?.role == new.role && device?.venue == new.venue))
        }
        exchange.respond(.redirect(to: page(of: new.role, in: new.venue)).setting(cookie))
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
            var cookie = exchange.request.cookie
            cookie.add(secret) { Ticket.isTicket($0) }
            let page = Page.guest.address(in: venue, language: exchange.request.query["lang"])
            exchange.respond(.redirect(to: page).setting(cookie))
        } catch {
            exchange.refuse(error)
        }
    }
}
