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
    private static func page(of role: Role, in venue: String, _ call: Call) -> String {
        call.context.pages.home(of: role)?.address(in: venue) ?? "/"
    }

    /// `GET /in/<secret>`: signs a browser in by a one-time link, such as `tablecast link` makes.
    static func redeem(_ call: Call, secret: String) {
        // A `HEAD` (a chat's preview, a proxy's check) must not use up the link.
        guard call.request.method == .get else { return call.respond(.redirect(to: "/")) }
        let bound = LoopBound(call, on: call.server.loop)
        let hubLoop = call.server.hubLoop
        // Look the link up first: a bad link causes no write and does not wait for the writer.
        let now = call.context.clock.now
        call.context.reader.read { (identity) throws(StoreError) in
            try identity.refusal(ofLink: secret, now: now)
        } answer: { result in
            hubLoop.perform { _ in
                switch result {
                case .failure(let error): refuse(error, bound.value)
                case .success(let refusal?): answer(refusal, bound.value)
                case .success(nil): follow(secret, bound.value)
                }
            }
        }
    }

    private static func follow(_ secret: String, _ call: Call) {
        let bound = LoopBound(call, on: call.server.loop)
        let hubLoop = call.server.hubLoop
        let isTaken = call.context.writer.redeemLink(secret) { result in
            hubLoop.perform { _ in
                switch result {
                case .success(let outcome): answer(outcome, bound.value)
                case .failure(let error): refuse(error, bound.value)
                }
            }
        }
        if !isTaken { call.exchange.refuse(.tooMuchToWrite) }
    }

    private static func refuse(_ error: StoreError, _ call: Call) {
        let server = call.server
        server.lines.log(.error, "a link can't be redeemed: \(error)", at: server.loop.now)
        call.exchange.refuse(
            HTTPProblem(.serviceUnavailable, "The link can't be looked up now; try again."))
    }

    private static func answer(_ outcome: LinkOutcome, _ call: Call) {
        switch outcome {
        case .token(let issued): signIn(issued, call)
        case .used(let role, let venue): usedLink(of: role, in: venue, call)
        case .expired(let role, let venue):
            refuse(.gone, "This link has run out.", .expiredLink, role, venue, call)
        case .unknown:
            call.exchange.refuse(
                HTTPProblem(
                    .notFound, "There is no such link. Make one with `tablecast link`.",
                    advice: .unknownLink, command: "tablecast link"))
        }
    }

    private static func signIn(_ issued: IssuedToken, _ call: Call) {
        let new = issued.device
        call.context.logger.notice(
            "a device was signed in by its link",
            metadata: [
                "venue": "\(new.venue)", "device": "\(new.id)", "role": "\(new.role)",
            ])
        var cookie = call.request.cookie
        cookie.add(issued.secret) { old in
            let device = call.request.device(of: old)
            return !Ticket.isTicket(old)
                && (device == nil || (device?.role == new.role && device?.venue == new.venue))
        }
        let page = Self.page(of: new.role, in: new.venue, call)
        call.respond(.redirect(to: page).setting(cookie))
    }

    /// Answers a link that was used before. A browser that is signed in with its role is let
    /// through, so a person can open a link twice.
    private static func usedLink(of role: Role, in venue: String, _ call: Call) {
        let known = Authenticator(call.context).cookiePrincipal(
            of: call.request, venue: venue, roles: [role])
        if known != nil {
            return call.respond(.redirect(to: page(of: role, in: venue, call)))
        }
        refuse(.gone, "This link was used already.", .usedLink, role, venue, call)
    }

    private static func refuse(
        _ status: HTTPResponse.Status, _ reason: String, _ advice: ProblemAdvice, _ role: Role,
        _ venue: String, _ call: Call
    ) {
        let command = Page.linkCommand(role, in: venue)
        call.exchange.refuse(
            HTTPProblem(
                status, "\(reason) Make a new one on the hub's machine: `\(command)`.",
                advice: advice, command: command))
    }
}
