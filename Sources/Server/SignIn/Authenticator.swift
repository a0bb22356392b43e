import HTTP
import HTTPTypes
import Store
import Sync

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

    let store: Store
    let directory: VenueDirectory
    private let writer: StoreWriter
    private let census: ConnectionCensus
    private let clock: HubClock

    init(_ context: HubContext) {
        store = context.store
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
    ///   - mayBeNewcomer: whether the venue's join link will do.
    func principal(
        for request: Request, venue slug: String, needsOrigin: Bool, mayBeNewcomer: Bool = false
    ) throws(Problem) -> Principal {
        try lockable(
            for: request, venue: slug, needsOrigin: needsOrigin, mayBeNewcomer: mayBeNewcomer
        ).principal
    }

    /// As `principal`, and when the PIN will be asked of whoever it is; `nil` for those of whom it
    /// never is.
    func lockable(
        for request: Request, venue slug: String, needsOrigin: Bool, mayBeNewcomer: Bool = false
    ) throws(Problem) -> (principal: Principal, lock: PINLock?) {
        try refuseForeign(request)
        let signIns: [SignIn]
        if let authorization = request.fields[.authorization] {
            signIns = try bearer(authorization).map { [$0] } ?? []
        } else {
            signIns = try cookieSignIns(request)
        }
        guard !signIns.isEmpty else { throw Self.signInAgain }
        if request.fields[.authorization] == nil, needsOrigin { try demandOrigin(of: request) }
        let here = signIns.filter { $0.venue == slug }
        guard !here.isEmpty else {
            throw Problem(.forbidden, "This sign-in belongs to another venue.")
        }
        _ = try record(of: slug)
        let chosen = try choose(among: here, as: request.query["as"])
        guard mayBeNewcomer || !chosen.principal.isNewcomer else {
            throw Problem(.forbidden, "With a join link one can join the list, and nothing else.")
        }
        return (chosen.principal, chosen.lock)
    }

    /// A page of another site has no business here.
    func refuseForeign(_ request: Request) throws(Problem) {
        if let origin = request.fields[.origin], !Self.isOwn(origin, of: request) {
            throw Problem(.forbidden, "A page of another site may not ask this.")
        }
    }

    private func demandOrigin(of request: Request) throws(Problem) {
        guard request.fields[.origin] == nil else { return }
        throw Problem(.forbidden, "A request that is signed in by cookie needs an Origin field.")
    }

    /// The browser's device that a PIN is asked of, be it locked or not: a host's or an owner's.
    func lockableDevice(
        for request: Request, venue slug: String, role: Role
    ) throws(Problem) -> String {
        try refuseForeign(request)
        let found = try cookieSignIns(request).first { signIn in
            signIn.venue == slug && signIn.principal.role == role
        }
        guard let found else { throw Self.signInAgain }
        try demandOrigin(of: request)
        return found.principal.device
    }

    /// Who asks for something that belongs to no venue in particular: any sign-in will do.
    func principal(for request: Request) throws(Problem) -> (venue: String, principal: Principal) {
        let signIns =
            if let authorization = request.fields[.authorization] {
                try bearer(authorization).map { [$0] } ?? []
            } else { try cookieSignIns(request) }
        guard let first = signIns.first else { throw Self.signInAgain }
        let here = signIns.filter { $0.venue == first.venue }
        return (first.venue, try choose(among: here, as: request.query["as"]).principal)
    }

    /// The browser's sign-in of one of these roles in this venue, the first of them that counts; and
    /// whether the PIN has to be entered before it does.
    func cookiePrincipal(
        of request: Request, venue: String, roles: [Role]
    ) throws(Problem) -> (principal: Principal, isLocked: Bool)? {
        let here = try cookieSignIns(request).filter { $0.venue == venue }
        for isLocked in [false, true] {
            for role in roles {
                let signIn = here.first { $0.principal.role == role && $0.isLocked == isLocked }
                if let signIn { return (signIn.principal, isLocked) }
            }
        }
        return nil
    }

    /// Whoever has a ticket, or the venue's join link, which is one that has no party.
    ///
    /// - Throws: 503 when the disk can't say whether there is such a venue.
    func principal(
        ofTicket secret: String
    ) throws(Problem) -> (venue: String, principal: Principal)? {
        guard let slug = Ticket.venue(of: secret), let record = try known(slug),
            let ticket = Ticket(secret, of: record)
        else { return nil }
        return (slug, ticket.principal)
    }

    /// - Throws: 404 when there is no such venue.
    func record(of slug: String) throws(Problem) -> VenueRecord {
        guard let record = try known(slug) else {
            throw Problem(.notFound, "There is no such venue.")
        }
        return record
    }

    private func known(_ slug: String) throws(Problem) -> VenueRecord? {
        do {
            return try directory.record(of: slug)
        } catch {
            throw Problem(.serviceUnavailable, "The list of venues can't be read; try again.")
        }
    }

    static let signInAgain = Problem(
        .unauthorized,
        "Sign in first: open a link made by `tablecast link`, or send a token made by "
            + "`tablecast token` as `Authorization: Bearer`.",
        fields: challenge)

    /// Pages know it by its type, and go where the PIN is asked for.
    static let locked = Problem(
        .unauthorized, "This device is locked: open the host's page and enter the PIN.",
        type: "/docs/protocol.html#locked", fields: challenge)

    /// What an owner's browser is told whose PIN was not entered lately; reading needs none.
    static let pinFirst = Problem(
        .forbidden, "Enter the PIN first, on the owner's page.",
        type: "/docs/protocol.html#locked")

    /// That a device is there is written down once a day: sessions renew themselves by being used.
    private static let seenMilliseconds: Int64 = 86_400_000

    /// A 401 has to have one (RFC 9110, section 15.5.2).
    static let challenge: HTTPFields = [.wwwAuthenticate: "Bearer realm=\"tablecast\""]

    /// The strongest role counts, unless one was asked for.
    private func choose(
        among signIns: [SignIn], as wanted: String?
    ) throws(Problem) -> SignIn {
        let fitting = signIns.filter { wanted == nil || $0.principal.role.rawValue == wanted }
        guard !fitting.isEmpty else {
            throw Problem(.forbidden, "There is no sign-in of this role.")
        }
        let strongestFirst: [Role] = [.owner, .host, .engineer, .display, .guest]
        for role in strongestFirst {
            let signIn = fitting.first { $0.principal.role == role && !$0.isLocked }
            if let signIn { return signIn }
        }
        throw Self.locked
    }

    private func bearer(_ authorization: String) throws(Problem) -> SignIn? {
        guard let token = BearerToken.read(authorization) else { return nil }
        return try signIn(token)
    }

    /// Whether one of the secrets is that of a device which is signed in.
    ///
    /// - Throws: 503 when the disk can't say.
    func recognizes(_ secrets: [String]) throws(Problem) -> Bool {
        for secret in secrets where !Ticket.isTicket(secret) {
            if try signIn(secret, isCookie: true) != nil { return true }
        }
        return false
    }

    private func cookieSignIns(_ request: Request) throws(Problem) -> [SignIn] {
        var signIns: [SignIn] = []
        for secret in request.cookie.secrets {
            if let signIn = try signIn(secret, isCookie: true) { signIns.append(signIn) }
        }
        return signIns
    }

    /// - Parameter isCookie: whether a browser sent it. Then the PIN stands before a host's sign-in;
    ///   of programs none is asked, which is why a browser's secret is no program's token.
    private func signIn(
        _ secret: String, isCookie: Bool = false
    ) throws(Problem) -> SignIn? {
        if Ticket.isTicket(secret) {
            return try principal(ofTicket: secret).map {
                SignIn(venue: $0.venue, principal: $0.principal)
            }
        }
        do {
            let now = clock.now
            guard let device = try store.device(withToken: secret, now: now),
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
        } catch {
            throw Problem(.serviceUnavailable, "The list of devices can't be read; try again.")
        }
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
