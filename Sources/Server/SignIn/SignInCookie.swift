import HTTPTypes

/// The cookie `tablecast`: the secrets of every sign-in of one browser.
///
/// A browser may be the host's tablet and, in another window, an engineer's desk; so the cookie has
/// room for several, and the page says which one it speaks as (`?as=host`).
struct SignInCookie {
    static let name = "tablecast"
    static let secretCountMax = 8

    private(set) var secrets: [String]
    private let isSecure: Bool

    init(_ request: Request) {
        isSecure = request.isSecure
        secrets = []
        for field in request.fields[values: .cookie] {
            for pair in field.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                guard pair.hasPrefix("\(Self.name)=") else { continue }
                secrets += pair.dropFirst(Self.name.count + 1).split(separator: "~")
                    .map(String.init)
            }
        }
        secrets = Array(secrets.prefix(Self.secretCountMax))
    }

    /// Adds a sign-in in front; the oldest go when there are too many.
    mutating func add(_ secret: String, replacing isReplaced: (String) -> Bool) {
        secrets.removeAll { $0 == secret || isReplaced($0) }
        secrets.insert(secret, at: 0)
        secrets = Array(secrets.prefix(Self.secretCountMax))
    }

    /// The `Set-Cookie` value (RFC 6265): kept for 400 days, the longest that browsers allow.
    var field: String {
        "\(Self.name)=\(secrets.joined(separator: "~")); Path=/; Max-Age=34560000; HttpOnly; "
            + "SameSite=Lax" + (isSecure ? "; Secure" : "")
    }
}
