import CPlatform
import CalendarMerging
import Destinations
import JSON
import URIText

extension GoogleSession {
    private var redirect: String { "http://127.0.0.1:\(surroundings.port)\(redirectPath)" }

    /// Returns the sign-in URL of the flow for installed apps with PKCE (RFC 8252, RFC 7636).
    func signIn() -> CalendarResult {
        let state = Self.base64(surroundings.random(24))
        let verifier = Self.base64(surroundings.random(48))
        let query: [(name: String, value: String)] = [
            ("client_id", clientID), ("redirect_uri", redirect), ("response_type", "code"),
            ("scope", GoogleAddresses.scopes.joined(separator: " ")), ("state", state),
            ("code_challenge", Self.challenge(verifier)), ("code_challenge_method", "S256"),
            ("access_type", "offline"), ("prompt", "consent"),
        ]
        return .signIn(
            address: addresses.authorize + "?" + GoogleAddresses.form(query), state: state,
            verifier: verifier)
    }

    /// Exchanges the code in the redirect URL for tokens. A code works only once, so the refresh
    /// token is reported even if the calendars can't be listed yet.
    func authorise() throws(GoogleTrouble) -> [CalendarResult] {
        guard let address = try secret("address"), let verifier = try secret("verifier") else {
            throw .refused(.badAddress)
        }
        // If the owner declines, the URL has an error instead of a code.
        if Self.parameter("error", of: address) != nil { throw .refused(.revoked) }
        guard let code = Self.parameter("code", of: address) else { throw .refused(.badAddress) }
        let json = try tokens([
            ("grant_type", "authorization_code"), ("code", code), ("code_verifier", verifier),
            ("redirect_uri", redirect),
        ])
        let granted = json["scope"]?.text?.split(separator: " ").map(String.init)
        // The sign-in page lets people grant only some scopes.
        let isWhole = granted.map { Set(GoogleAddresses.scopes).isSubset(of: $0) } ?? true
        guard isWhole, let refreshToken = json["refresh_token"]?.text else {
            throw .refused(.revoked)
        }
        _ = try keep(json, refreshToken: refreshToken)
        let session = GoogleSession(
            surroundings: surroundings, memory: memory, account: account, clientID: clientID,
            redirectPath: redirectPath, secrets: NewSecrets(secrets, refreshToken: refreshToken))
        let remotes = (try? session.calendars()) ?? []
        return [.authorised(refreshToken: refreshToken, remotes)]
    }

    /// Revokes the sign-in if Google can be reached.
    func revoke() {
        if let token = try? secret("refreshToken") {
            _ = try? post([("token", token)], to: addresses.revoke)
        }
        memory.forget(account.id)
    }

    static func challenge(_ verifier: String) -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        let bytes = Array(verifier.utf8)
        let isDone = platform_sha256(bytes, bytes.count, &digest)
        precondition(isDone == 1, "SHA-256 can't be computed")
        return base64(digest)
    }

    /// Returns a query parameter of a URL that a person may have pasted.
    static func parameter(_ name: String, of address: String) -> String? {
        guard let mark = address.firstIndex(of: "?") else { return nil }
        let query = address[address.index(after: mark)...].prefix { $0 != "#" && !$0.isWhitespace }
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0] == name else { continue }
            return PercentCoding.decode(parts[1], plusAsSpace: true)
        }
        return nil
    }

    /// Encodes bytes as Base64url without padding (RFC 4648, section 5).
    static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        return BitGroups(bytes, width: 6).reduce(into: "") { $0.append(alphabet[$1]) }
    }
}

/// A sequence of the bits of bytes in groups of another width. Zeros pad the last group.
struct BitGroups: Sequence, IteratorProtocol {
    private var bytes: [UInt8].Iterator
    private let width: Int
    private var bits = 0
    private var count = 0

    init(_ bytes: [UInt8], width: Int) {
        self.bytes = bytes.makeIterator()
        self.width = width
    }

    mutating func next() -> Int? {
        while count < width, let byte = bytes.next() {
            bits = (bits << 8 | Int(byte)) & 0xFFFF
            count += 8
        }
        guard count > 0 else { return nil }
        count -= width
        let group = count >= 0 ? bits >> count : bits << -count
        if count < 0 { count = 0 }
        return group & ((1 << width) - 1)
    }
}

/// The secrets of an account with its new refresh token.
private struct NewSecrets: AccountSecrets {
    private let others: any AccountSecrets
    private let refreshToken: String

    init(_ others: any AccountSecrets, refreshToken: String) {
        self.others = others
        self.refreshToken = refreshToken
    }

    func secret(_ name: String) throws(AccountProblem) -> String? {
        name == "refreshToken" ? refreshToken : try others.secret(name)
    }
}
