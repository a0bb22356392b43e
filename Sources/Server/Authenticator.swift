import Clocks
import Credentials
import Gateway
import HTTP
import HTTPTypes
import Limits
import SignIn
import Storage
import Sync
import Time
import Venues

/// Determines who sends a request, before it is answered or upgraded.
struct Authenticator {
    /// One of the valid sign-ins that a request carries.
    private struct SignIn {
        var venue: String
        var principal: Principal
        /// When the PIN is needed again; `nil` for sign-ins that never need it.
        var lock: PINLock?

        /// Whether the PIN has to be entered before the sign-in counts.
        var isLocked = false
    }

    private let context: HubContext

    init(_ context: HubContext) { self.context = context }

    /// Returns the principal of a request to a venue.
    ///
    /// - Parameters:
    ///   - needsOrigin: whether a sign-in by cookie counts only with an `Origin` field. Needed for
    ///     requests that change something, and for WebSockets, which pages of other sites could
    ///     otherwise open.
    ///   - mayBeByJoinLink: whether the venue's join link is accepted.
    /// - Throws: the first problem in the order of the protocol: 403 for a foreign `Origin`, 401
    ///   without a valid sign-in, 403 for a cookie without an `Origin` where one is needed, 403 for
    ///   a sign-in of another venue, 404 if there is no such venue. Then 403 without the role that
    ///   the query names, 401 for a locked device, and 403 for the join link where it is not
    ///   accepted.
    func principal(
        for request: Request, venue slug: String, needsOrigin: Bool, mayBeByJoinLink: Bool = false
    ) throws(HTTPProblem) -> Principal {
        try lockable(
            for: request, venue: slug, needsOrigin: needsOrigin, mayBeByJoinLink: mayBeByJoinLink
        ).principal
    }

    /// Returns the same as `principal`, and when the PIN is needed again; `lock` is `nil` for
    /// sign-ins that never need it.
    func lockable(
        for request: Request, venue slug: String, needsOrigin: Bool, mayBeByJoinLink: Bool = false
    ) throws(HTTPProblem) -> (principal: Principal, lock: PINLock?) {
        try refuseForeign(request)
        var here = signIns(request)
        guard !here.isEmpty else { throw Self.signInAgain }
        if !request.isByToken, needsOrigin { try demandOrigin(of: request) }
        here.removeAll { $0.venue != slug }
        guard !here.isEmpty else {
            throw HTTPProblem(.forbidden, "This sign-in belongs to another venue.")
        }
        _ = try record(of: slug)
        let chosen = try choose(among: here, as: request.query["as"])
        guard mayBeByJoinLink || !chosen.principal.isByJoinLink else {
            throw HTTPProblem(
                .forbidden, "A join link is only for what its page offers.")
        }
        return (chosen.principal, chosen.lock)
    }

    /// Throws 403 if a page of another site sends the request.
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

    /// Returns the id of the browser's device with a role that needs the PIN, whether or not the
    /// device is locked.
    ///
    /// - Parameter role: host or owner.
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

    /// Returns the principal of a request that names no venue. Accepts any sign-in.
    func principal(for request: Request) throws(HTTPProblem) -> (
        venue: String, principal: Principal
    ) {
        let signIns = signIns(request)
        guard let first = signIns.first else { throw Self.signInAgain }
        let here = signIns.filter { $0.venue == first.venue }
        return (first.venue, try choose(among: here, as: request.query["as"]).principal)
    }

    /// Returns the browser's sign-in in a venue with the first of these roles that it has, and
    /// whether the PIN has to be entered first. Prefers sign-ins that are not locked. If the query
    /// names an actor (`as=guest:p_8x`), no other sign-in counts.
    func cookiePrincipal(
        of request: Request, venue: String, roles: [Role]
    ) -> (principal: Principal, isLocked: Bool)? {
        var here = cookieSignIns(request).filter { $0.venue == venue }
        // A guest's page must not show another guest's data.
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

    /// Returns the guests of a venue whose tickets the browser has, the latest first.
    func guests(of request: Request, venue: String) -> [Principal] {
        cookieSignIns(request).filter { $0.venue == venue && $0.principal.role == .guest }
            .map(\.principal)
    }

    /// Returns the holder of a ticket and its venue; `nil` if the ticket is not valid. A venue's
    /// join link is a ticket without a subject.
    func principal(ofTicket secret: String) -> (venue: String, principal: Principal)? {
        guard let slug = Ticket.venue(of: secret), let record = context.directory.record(of: slug),
            let ticket = Ticket(secret, of: record)
        else { return nil }
        return (slug, ticket.principal)
    }

    /// - Throws: 404 if there is no such venue.
    func record(of slug: String) throws(HTTPProblem) -> VenueRecord {
        guard let record = context.directory.record(of: slug) else {
            throw HTTPProblem(.notFound, "There is no such venue.")
        }
        return record
    }

    static let signInAgain = HTTPProblem(
        .unauthorized,
        "Sign in first: open a link made by `tablecast link`, or send a token made by "
            + "`tablecast token` as `Authorization: Bearer`.",
        fields: challenge)

    /// The response to a locked device. Pages recognize its type, and open the page for the PIN.
    static let locked = HTTPProblem(
        .unauthorized, "This device is locked: open the host's page and enter the PIN.",
        type: "/docs/protocol.html#locked", fields: challenge)

    /// The response to a change by an owner whose browser has not entered the PIN recently. Reading
    /// needs no PIN.
    static let pinFirst = HTTPProblem(
        .forbidden, "Enter the PIN first, on the owner's page.",
        type: "/docs/protocol.html#locked")

    /// The interval at which the use of a device is recorded: a day. Use extends a sign-in.
    private static let seenMilliseconds: Int64 = 86_400_000

    /// The challenge that every 401 must have (RFC 9110, section 15.5.2).
    static let challenge: HTTPFields = [.wwwAuthenticate: "Bearer realm=\"tablecast\""]

    /// Returns the sign-in with the strongest role; of several with that role, the latest.
    ///
    /// - Parameter wanted: a role (`host`) or an actor (`guest:p_8x`) that the sign-in must have;
    ///   `nil` accepts all.
    private func choose(
        among signIns: [SignIn], as wanted: String?
    ) throws(HTTPProblem) -> SignIn {
        let fitting = signIns.filter {
            wanted == nil || wanted == $0.principal.role.rawValue
                || wanted == $0.principal.actor.text
        }
        guard !fitting.isEmpty else {
            throw HTTPProblem(.forbidden, "There is no sign-in of this role.")
        }
        let strongest = fitting.lazy.filter { !$0.isLocked }.min {
            $0.principal.role.precedence < $1.principal.role.precedence
        }
        guard let strongest else { throw Self.locked }
        return strongest
    }

    private func signIns(_ request: Request) -> [SignIn] {
        request.secrets.compactMap { signIn($0, of: request, isCookie: !request.isByToken) }
    }

    /// Whether a request carries the secret of a signed-in device.
    func recognizes(_ request: Request) -> Bool {
        request.secrets.contains { secret in
            !Ticket.isTicket(secret) && signIn(secret, of: request, isCookie: true) != nil
        }
    }

    /// Whether a request carries the ticket of a guest of the venue, or the secret of one of its
    /// devices in memory. The request's devices need not have been looked up.
    func remembers(_ request: Request, in venue: String) -> Bool {
        request.secrets.contains { secret in
            if Ticket.isTicket(secret) {
                guard let holder = principal(ofTicket: secret) else { return false }
                return holder.venue == venue && !holder.principal.isByJoinLink
            }
            guard let token = try? TokenDigest(of: secret) else { return false }
            return context.devices.device(withToken: token)?.venue == venue
        }
    }

    private func cookieSignIns(_ request: Request) -> [SignIn] {
        request.cookie.secrets.compactMap { signIn($0, of: request, isCookie: true) }
    }

    /// Returns the sign-in that a secret stands for; `nil` if it is not valid.
    ///
    /// - Parameters:
    ///   - request: a request whose devices were looked up.
    ///   - isCookie: whether a browser sent the secret in its cookie. Then a host's sign-in needs
    ///     the PIN. Programs never need it, so a browser's secret is not accepted as a program's
    ///     token.
    private func signIn(
        _ secret: String, of request: Request, isCookie: Bool
    ) -> SignIn? {
        if Ticket.isTicket(secret) {
            return principal(ofTicket: secret).map {
                SignIn(venue: $0.venue, principal: $0.principal)
            }
        }
        let now = context.clock.now
        guard let device = request.device(of: secret), !device.isForgotten(at: now),
            isCookie || !device.isBrowser
        else {
            context.census.forget(secret)
            return nil
        }
        context.census.recognize(secret, now: context.clock.time.now)
        if now.milliseconds(since: device.seenAt) > Self.seenMilliseconds {
            context.writer.noteSeen(device: device.id, now: now)
        }
        let isLockable = isCookie && device.role == .host
        let lock = isLockable ? PINLock(unlockedUntil: device.unlockedUntil) : nil
        let isConfirmed = isCookie && device.role == .owner
        return SignIn(
            venue: device.venue,
            principal: Principal(
                role: device.role, device: device.id,
                confirmation: isConfirmed ? Confirmation(until: device.unlockedUntil) : nil),
            lock: lock, isLocked: lock?.isShut(at: now) ?? false)
    }

    /// Whether an `Origin` (RFC 6454) is this hub's own: it has the authority of the request.
    ///
    /// A request by TLS must come from a page that was loaded by TLS, because anybody on the
    /// network can serve a page at `http`. A request in plain text may come through a proxy that
    /// speaks TLS to the browser, so both schemes are accepted.
    private static func isOwn(_ origin: String, of request: Request) -> Bool {
        for scheme in request.isSecure ? ["https://"] : ["http://", "https://"]
        where origin.hasPrefix(scheme) {
            // A proxy may name the default port, which browsers leave out (RFC 6454, section 6.2).
            let port = scheme == "https://" ? ":443" : ":80"
            let authority = request.authority.lowercased()
            let own = authority.hasSuffix(port) ? authority.dropLast(port.count) : authority[...]
            return origin.dropFirst(scheme.count).lowercased() == own
        }
        return false
    }
}
