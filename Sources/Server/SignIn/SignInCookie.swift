import HTTPTypes

/// The cookie that holds the secrets of every sign-in of one browser.
///
/// A browser may be the host's tablet and, in another window, an engineer's desk; so the cookie has
/// room for several, and the page says which one it speaks as (`?as=host`).
struct SignInCookie {
    static let secretCountMax = 8
    /// More than browsers keep for one host; what stands behind is not looked at.
    private static let pairCountMax = 256

    /// Over TLS. Browsers take a cookie of this name only from the host itself, over TLS and for all
    /// of its paths, so nobody else can plant one (RFC 6265bis, section 4.1.3.2).
    private static let secureName = "__Host-tablecast"
    /// In plain HTTP, where browsers refuse the other name. Hubs used it over TLS too, and browsers
    /// that still have it from then stay signed in.
    private static let plainName = "tablecast"

    private(set) var secrets: [String]
    private let isSecure: Bool
    /// Whether a browser over TLS has the sign-ins under the plain name only.
    private let isToBeMoved: Bool

    /// Reads the values of a request's `Cookie` fields. A request has it read already.
    init(_ fields: [String], isSecure: Bool) {
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
        // Nothing that came in plain HTTP is believed to be the secure cookie. Once a browser has
        // that one, its plain one is not looked at: any page of the network may have set it.
        secrets = Array((isSecure && !isToBeMoved ? secure : plain).prefix(Self.secretCountMax))
    }

    /// The secrets of a cookie; `nil` when it has another name.
    private static func values(of pair: Substring.UTF8View, named name: String) -> [String]? {
        guard pair.starts(with: name.utf8) else { return nil }
        let rest = pair.dropFirst(name.utf8.count)
        guard rest.first == UInt8(ascii: "=") else { return nil }
        let values = rest.dropFirst().split(separator: UInt8(ascii: "~"), maxSplits: secretCountMax)
        return values.prefix(secretCountMax).compactMap { String($0) }
    }

    /// Adds a sign-in in front; the oldest go when there are too many.
    mutating func add(_ secret: String, replacing isReplaced: (String) -> Bool) {
        secrets.removeAll { $0 == secret || isReplaced($0) }
        secrets.insert(secret, at: 0)
        secrets = Array(secrets.prefix(Self.secretCountMax))
    }

    /// The `Set-Cookie` values (RFC 6265), one for each cookie that is set or deleted. A cookie is
    /// kept for 400 days, the longest that browsers allow.
    var setValues: [String] {
        let name = isSecure ? Self.secureName : Self.plainName
        let attributes = "; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
        let own = "\(name)=\(secrets.joined(separator: "~")); Path=/; Max-Age=34560000\(attributes)"
        return isToBeMoved ? [own, "\(Self.plainName)=; Path=/; Max-Age=0\(attributes)"] : [own]
    }
}

extension Response {
    func setting(_ cookie: SignInCookie) -> Response {
        var response = self
        for value in cookie.setValues {
            response.fields.append(HTTPField(name: .setCookie, value: value))
        }
        return response
    }
}
