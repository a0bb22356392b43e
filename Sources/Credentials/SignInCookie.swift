/// The cookie that holds the secrets of every sign-in of one browser.
///
/// A browser may be a host's tablet and, in another window, an engineer's desk. So the cookie has
/// room for several sign-ins, and a page names the one that it uses (`?as=host`).
package struct SignInCookie {
    static let secretCountMax = 8
    /// The maximum number of guests' tickets among the secrets.
    static let ticketCountMax = 4
    /// The maximum number of pairs that are read, more than browsers store for one host.
    private static let pairCountMax = 256

    /// The name over TLS. Browsers accept a cookie of this name only from the host itself, over TLS
    /// and for all paths, so other sites can't set it (RFC 6265bis, section 4.1.3.2).
    private static let secureName = "__Host-tablecast"
    /// The name over plain HTTP, where browsers refuse the other one. Earlier versions used it over TLS
    /// too; browsers that still have it stay signed in.
    private static let plainName = "tablecast"

    package private(set) var secrets: [String]
    private let isSecure: Bool
    /// Whether a browser over TLS has only the plain cookie, so that its sign-ins have to be moved.
    private let isToBeMoved: Bool

    /// Reads the values of a request's `Cookie` fields.
    package init(_ fields: [String], isSecure: Bool) {
        var secure: [String] = []
        var plain: [String] = []
        var pairsLeft = Self.pairCountMax
        for field in fields {
            for pair in field.utf8.split(separator: UInt8(ascii: ";"), maxSplits: pairsLeft) {
                pairsLeft -= 1
                guard pairsLeft >= 0 else { break }
                let pair = pair.drop { $0 == UInt8(ascii: " ") }
                if let values = Self.values(of: pair, named: Self.secureName) {
                    secure += values
                } else if let values = Self.values(of: pair, named: Self.plainName) {
                    plain += values
                }
            }
            if pairsLeft <= 0 { break }
        }
        self.isSecure = isSecure
        isToBeMoved = isSecure && secure.isEmpty && !plain.isEmpty
        // Over plain HTTP, the secure cookie is never accepted. Once a browser has that one, its plain
        // one is ignored over TLS: any page of the network may have set it.
        secrets = Array((isSecure && !isToBeMoved ? secure : plain).prefix(Self.secretCountMax))
    }

    /// Returns the secrets in a cookie; `nil` if it has another name.
    private static func values(of pair: Substring.UTF8View, named name: String) -> [String]? {
        guard pair.starts(with: name.utf8) else { return nil }
        let rest = pair.dropFirst(name.utf8.count)
        guard rest.first == UInt8(ascii: "=") else { return nil }
        let values = rest.dropFirst().split(separator: UInt8(ascii: "~"), maxSplits: secretCountMax)
        return values.prefix(secretCountMax).compactMap { String($0) }
    }

    /// Adds a sign-in in front. If there are too many, the oldest are removed.
    package mutating func add(_ secret: String, replacing isReplaced: (String) -> Bool) {
        secrets.removeAll { $0 == secret || isReplaced($0) }
        secrets.insert(secret, at: 0)
        secrets = Array(secrets.prefix(Self.secretCountMax))
    }

    /// Adds a guest's ticket in front of the others, which stay valid for their pages. If there are too
    /// many, the oldest tickets are removed before any device's sign-in.
    package mutating func add(ticket: String) {
        secrets.removeAll { $0 == ticket }
        secrets.insert(ticket, at: 0)
        let tickets = secrets.count(where: Ticket.isTicket)
        var excess = max(tickets - Self.ticketCountMax, secrets.count - Self.secretCountMax)
        while excess > 0, let oldest = secrets.lastIndex(where: Ticket.isTicket), oldest > 0 {
            secrets.remove(at: oldest)
            excess -= 1
        }
        secrets = Array(secrets.prefix(Self.secretCountMax))
    }

    /// The `Set-Cookie` values (RFC 6265), one for each cookie that is set or deleted. A cookie lives for
    /// 400 days, the maximum that browsers allow.
    package var setValues: [String] {
        let name = isSecure ? Self.secureName : Self.plainName
        let attributes = "; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
        let own = "\(name)=\(secrets.joined(separator: "~")); Path=/; Max-Age=34560000\(attributes)"
        return isToBeMoved ? [own, "\(Self.plainName)=; Path=/; Max-Age=0\(attributes)"] : [own]
    }
}
