import Clocks
import Credentials
import Gateway
import HTTP
import HTTPTypes
import Logging
import Pages
import SignIn
import Storage
import Sync
import Terminal
import Transport

/// The addresses that sign a browser in.
enum SignInRoutes {
    /// Returns the address of a role's main page.
    static func page(of role: Role, in venue: String, at station: Station) -> String {
        station.context.pages.home(of: role)?.address(in: venue) ?? "/"
    }

    /// `GET /in/<secret>`: signs a browser in by a one-time link, such as `tablecast link` makes.
    static func redeem(_ secret: String, _ exchange: Exchange, at station: Station) {
        // A `HEAD` (a chat's preview, a proxy's check) must not use up the link.
        guard exchange.request.method == .get else { return exchange.respond(.redirect(to: "/")) }
        let bound = LoopBound(exchange, on: station.loop)
        let worker = station.worker
        // Look the link up first: a bad link causes no write and does not wait for the writer.
        let now = station.context.clock.now
        station.context.reader.read { (identity) throws(StoreError) in
            try identity.refusal(ofLink: secret, now: now)
        } answer: { result in
            worker.perform { station in
                switch result {
                case .failure(let error): refuse(error, bound.value, at: station)
                case .success(let refusal?): answer(refusal, bound.value, at: station)
                case .success(nil): follow(secret, bound, at: station)
                }
            }
        }
    }

    private static func follow(
        _ secret: String, _ exchange: LoopBound<Exchange>, at station: Station
    ) {
        let worker = station.worker
        let isTaken = station.context.writer.redeemLink(secret) { result in
            worker.perform { station in
                switch result {
                case .success(let outcome): answer(outcome, exchange.value, at: station)
                case .failure(let error): refuse(error, exchange.value, at: station)
                }
            }
        }
        if !isTaken { exchange.value.refuse(.tooMuchToWrite) }
    }

    private static func refuse(_ error: StoreError, _ exchange: Exchange, at station: Station) {
        station.lines.log(.error, "a link can't be redeemed: \(error)", at: station.loop.now)
        exchange.refuse(
            HTTPProblem(.serviceUnavailable, "The link can't be looked up now; try again."))
    }

    private static func answer(_ outcome: LinkOutcome, _ exchange: Exchange, at station: Station) {
        switch outcome {
        case .token(let issued): signIn(issued, exchange, at: station)
        case .used(let role, let venue): usedLink(of: role, in: venue, exchange, at: station)
        case .expired(let role, let venue):
            refuse(.gone, "This link has run out.", .expiredLink, role, venue, exchange)
        case .unknown:
            exchange.refuse(
                HTTPProblem(
                    .notFound, "There is no such link. Make one with `tablecast link`.",
                    advice: .unknownLink, command: "tablecast link"))
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
            let device = exchange.request.device(of: old)
            return !Ticket.isTicket(old)
                && (device == nil || (device?.role == new.role && device?.venue == new.venue))
        }
        let page = Self.page(of: new.role, in: new.venue, at: station)
        exchange.respond(.redirect(to: page).setting(cookie))
    }

    /// Answers a link that was used before. A browser that is signed in with its role is let
    /// through, so a person can open a link twice.
    private static func usedLink(
        of role: Role, in venue: String, _ exchange: Exchange, at station: Station
    ) {
        let authenticator = Authenticator(station.context)
        let known = authenticator.cookiePrincipal(
            of: exchange.request, venue: venue, roles: [role])
        if known != nil {
            return exchange.respond(.redirect(to: page(of: role, in: venue, at: station)))
        }
        refuse(.gone, "This link was used already.", .usedLink, role, venue, exchange)
    }

    private static func refuse(
        _ status: HTTPResponse.Status, _ reason: String, _ advice: ProblemAdvice, _ role: Role,
        _ venue: String, _ exchange: Exchange
    ) {
        let command = Page.linkCommand(role, in: venue)
        exchange.refuse(
            HTTPProblem(
                status, "\(reason) Make a new one on the hub's machine: `\(command)`.",
                advice: advice, command: command))
    }
}
