import Clocks
import Credentials
import Gateway
import HTTP
import HTTPTypes
import Limits
import SignIn
import Store
import Sync
import Venues

/// Settles who is asking, before anything is answered or upgraded.
struct Authenticator {
    /// One way in that a request carries: whose it is, and what it may be.
    private struct SignIn {
        var venue: String
        var principal: Principal
        /// `nil` where no PIN is ever asked for.
        var lock: PINLock?

        /// Whether the PIN has to be entered before it counts.
        var isLocked = false
    }

    private let directory: VenueDirectory
    private let writer: StoreWriter
    private let census: ConnectionCensus
    private let clock: HubClock

    init(_ context: HubContext) {
        directory = context.directory
        writer = context.writer
        census = context.census
        clock = context.clock
    }

    /// Who asks for something of a venue, in the order of the protocol: a foreign `Origin` 403, no
    /// or a bad token 401, a cookie without any `Origin` 403 where that is demanded, a token of
    /// another venue 403, no such venue 404.
    ///
    /// - Parameters:
    ///   - needsOrigin: whether a cookie counts only with an `Origin`: for all that changes
    ///     something, and for WebSockets, which other sites' pages could otherwise open.
    ///   - mayBeByJoinLink: whether the venue's join link will do.
    func principal(
        for request: Request, venue slug: String, needsOrigin: Bool, mayBeByJoinLink: Bool = false
    ) throws(HTTPProblem) -> Principal {
        try lockable(
            for: request, venue: slug, needsOrigin: needsOrigin, mayBeByJoinLink: mayBeByJoinLink
        ).principal
    }

    /// As `principal`, and when the PIN will be asked of whoever it is; `nil` for those of whom it
    /// never is.
    func lockable(
        for request: Request, venue slug: String, needsOrigin: Bool, mayBeByJoinLink: Bool = false
    ) throws(HTTPProblem) -> (principal: Principal, lock: PINLock?) {
        try refuseForeign(request)
        let signIns = signIns(request)
        guard !signIns.isEmpty else { throw Self.signInAgain }
        if !request.isByToken, needsOrigin { try demandOrigin(of: request) }
        let here = signIns.filter { $0.venue == slug }
        guard !here.isEmpty else {
            throw HTTPProblem(.forbidden, "This sign-in belongs to another venue.")
        }
        _ = try record(of: slug)
        let chosen = try choose(among: here, as: request.query["as"])
        guard mayBeByJoinLink || !chosen.principal.isByJoinLink else {
            throw HTTPProblem(
                .forbidden, "With a join link one can join the list, and nothing else.")
        }
        return (chosen.principal, chosen.lock)
    }

    /// A page of another site has no business here.
    func refuseForeign(_ request: Request) throws(HTTPProblem) {
        if let origin = request.fields[.origin], !Self.isOwn(origin, of: request) {
            throw HTTPProblem(.forbidden, "A page of another site may not ask this.")
        }
    }

    private func demandOrigin(of request: Request) throws(HTTPProblem) {
        guard request.fields[.origin] == nil else { return }
        throw HTTPProblem(
            .forbidden, "A request that is signed in by cookie needs an Origin field.")
    }

    /// The browser's device that a PIN is asked of, be it locked or not: a host's or an owner's.
    func lockableDevice(
        for request: Request, venue slug: String, role: Role
    ) throws(HTTPProblem) -> String {
        try refuseForeign(request)
        let found = cookieSignIns(request).first { signIn in
            signIn.venue == slug && signIn.principal.role == role
        }
        guard let found else { throw Self.signInAgain }
        try demandOrigin(of: request)
        return found.principal.device
    }

    /// Who asks for something that belongs to no venue in particular: any sign-in will do.
    func principal(for request: Request) throws(HTTPProblem) -> (
        venue: String, principal: Principal
    ) {
        let signIns = signIns(request)
        guard let first = signIns.first else { throw Self.signInAgain }
        let here = signIns.filter { $0.venue == first.venue }
        return (first.venue, try choose(among: here, as: request.query["as"]).principal)
    }

    /// The browser's sign-in of one of these roles in this venue, the first of them that counts, or
    /// the one that the address names (`as=guest:p_8x`); and whether the PIN has to be entered before
    /// it does.
    func cookiePrincipal(
        of request: Request, venue: String, roles: [Role]
    ) -> (principal: Principal, isLocked: Bool)? {
        var here = cookieSignIns(request).filter { $0.venue == venue }
        // A page that is one guest's shows no other's.
        if let wanted = request.query["as"], wanted.contains(":") {
            here.removeAll { $0.principal.actor.text != wanted }
        }
        for isLocked in [false, true] {
            for role in roles {
                let signIn = here.first { $0.principal.role == role && $0.isLocked == isLocked }
                if let signIn { return (signIn.principal, isLocked) }
            }
        }
        return nil
    }

    /// The guests of this venue whose tickets the browser has, the latest first.
    func guests(of request: Request, venue: String) -> [Principal] {
        cookieSignIns(request).filter { $0.venue == venue && $0.principal.role == .guest }
            .map(\.principal)
    }

    /// Whoever has a ticket, or the venue's join link, which is one without a subject.
    func principal(ofTicket secret: String) -> (venue: String, principal: Principal)? {
        guard let slug = Ticket.venue(of: secret), let record = directory.record(of: slug),
            let ticket = Ticket(secret, of: record)
        else { return nil }
        return (slug, ticket.principal)
    }

    /// - Throws: 404 when there is no such venue.
    func record(of slug: String) throws(HTTPProblem) -> VenueRecord {
        guard let record = directory.record(of: slug) else {
            throw HTTPProblem(.notFound, "There is no such venue.")
        }
        return record
    }

    static let signInAgain = HTTPProblem(
        .unauthorized,
        "Sign in first: open a link made by `tablecast link`, or send a token made by "
            + "`tablecast token` as `Authorization: Bearer`.",
        fields: challenge)

    /// Pages know it by its type, and go where the PIN is asked for.
    static let locked = HTTPProblem(
        .unauthorized, "This device is locked: open the host's page and enter the PIN.",
        type: "/docs/protocol.html#locked", fields: challenge)

    /// What an owner's browser is told whose PIN was not entered lately; reading needs none.
    static let pinFirst = HTTPProblem(
        .forbidden, "Enter the PIN first, on the owner's page.",
        type: "/docs/protocol.html#locked")

    /// That a device is there is written down once a day: sessions renew themselves by being used.
    private static let seenMilliseconds: Int64 = 86_400_000

    /// A 401 has to have one (RFC 9110, section 15.5.2).
    static let challenge: HTTPFields = [.wwwAuthenticate: "Bearer realm=\"tablecast\""]

    /// The strongest role counts, unless one was asked for, or one sign-in by its actor
    /// (`guest:p_8x`); of several sign-ins of it the latest.
    private func choose(
        among signIns: [SignIn], as wanted: String?
    ) throws(HTTPProblem) -> SignIn {
        let fitting = signIns.filter { signIn in
            guard let wanted else { return true }
            return [signIn.principal.role.rawValue, signIn.principal.actor.text].contains(wanted)
        }
        guard !fitting.isEmpty else {
            throw HTTPProblem(.forbidden, "There is no sign-in of this role.")
        }
        let strongest = fitting.filter { !$0.isLocked }.min {
            $0.principal.role.precedence < $1.principal.role.precedence
        }
        guard let strongest else { throw Self.locked }
        return strongest
    }

    private func signIns(_ request: Request) -> [SignIn] {
        request.secrets.compactMap { signIn($0, of: request, isCookie: !request.isByToken) }
    }

    /// Whether a request shows the secret of a device that is signed in.
    func recognizes(_ request: Request) -> Bool {
        request.secrets.contains { secret in
            !Ticket.isTicket(secret) && signIn(secret, of: request, isCookie: true) != nil
        }
    }

    private func cookieSignIns(_ request: Request) -> [SignIn] {
        request.cookie.secrets.compactMap { signIn($0, of: request, isCookie: true) }
    }

    /// - Parameters:
    ///   - request: whose devices were looked up.
    ///   - isCookie: whether a browser sent it. Then the PIN stands before a host's sign-in; of
    ///     programs none is asked, which is why a browser's secret is no program's token.
    private func signIn(
        _ secret: String, of request: Request, isCookie: Bool
    ) -> SignIn? {
        if Ticket.isTicket(secret) {
            return principal(ofTicket: secret).map {
                SignIn(venue: $0.venue, principal: $0.principal)
            }
        }
        let now = clock.now
        guard let device = request.devices[secret], !device.isForgotten(at: now),
            isCookie || !device.isBrowser
        else {
            census.forget(secret)
            return nil
        }
        census.recognize(secret)
        if now.milliseconds(since: device.seenAt) > Self.seenMilliseconds {
            writer.noteSeen(device: device.id, now: now)
        }
        let isLockable = isCookie && device.role == .host
        let lock = isLockable ? PINLock(openUntil: device.unlockedUntil) : nil
        let isConfirmed = isCookie && device.role == .owner
        return SignIn(
            venue: device.venue,
            principal: Principal(
                role: device.role, device: device.id,
                confirmation: isConfirmed ? Confirmation(until: device.unlockedUntil) : nil),
            lock: lock, isLocked: lock?.isShut(at: now) ?? false)
    }

    /// Whether an `Origin` (RFC 6454) is this hub's own, by the authority that was asked for.
    ///
    /// What came by TLS has to come from a page that did too, for anybody on the network can put one
    /// at `http`. In plain text it may be a proxy in front of the hub that speaks TLS.
    private static func isOwn(_ origin: String, of request: Request) -> Bool {
        for scheme in request.isSecure ? ["https://"] : ["http://", "https://"]
        where origin.hasPrefix(scheme) {
            // A proxy in front may name the port that browsers leave out (RFC 6454, section 6.2).
            let port = scheme == "https://" ? ":443" : ":80"
            let authority = request.authority.lowercased()
            let own = authority.hasSuffix(port) ? authority.dropLast(port.count) : authority[...]
            return origin.dropFirst(scheme.count).lowercased() == own
        }
        return false
    }
}
