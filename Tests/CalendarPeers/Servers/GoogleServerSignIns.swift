import CPlatform
import Destinations
import HTTPTypes
import JSON
import URIText

/// The issued tokens.
struct GoogleServerSignIns: Sendable {
    struct AccessToken: Sendable {
        var scopes: Set<String>
        /// The exclusive end, in Unix seconds.
        var end: Int64
    }

    struct Code: Sendable {
        var client: String
        var redirect: String
        var challenge: String
        var scopes: Set<String>
        /// The token issued for the code. It is revoked if the code is used again.
        var refreshToken: String?
    }

    var accessTokens: [String: AccessToken] = [:]
    var refreshTokens: Set<String> = []
    /// The scopes of each refresh token.
    var scopes: [String: Set<String>] = [:]
    var codes: [String: Code] = [:]
    private var number = 0

    mutating func name(_ kind: String) -> String {
        number += 1
        return "\(kind)-\(number)"
    }

    mutating func makeRefreshToken(_ granted: Set<String>? = nil) -> String {
        let token = name("refresh")
        refreshTokens.insert(token)
        scopes[token] =
            granted
            ?? [
                "https://www.googleapis.com/auth/calendar.events",
                "https://www.googleapis.com/auth/calendar.calendarlist.readonly",
            ]
        return token
    }
}

extension GoogleServerState {
    /// Answers the sign-in page. Opening it counts as consent.
    mutating func authorize(_ call: GoogleServerCall) -> OutgoingAnswer {
        guard let client = call["client_id"], clients[client] != nil,
            let redirect = call["redirect_uri"], redirect.hasPrefix("http://127.0.0.1:"),
            call["response_type"] == "code", call["code_challenge_method"] == "S256",
            let challenge = call["code_challenge"], challenge.utf8.count == 43,
            call["access_type"] == "offline", let asked = call["scope"]
        else { return .oauthFailure("invalid_request") }
        var query = "state=" + PercentCoding.encode(call["state"] ?? "")
        if isDenied {
            query += "&error=access_denied"
        } else {
            let scopes = Set(
                grantedScopes ?? asked.split(separator: " ").map { String($0) })
            let code = signIns.name("4/code")
            signIns.codes[code] = GoogleServerSignIns.Code(
                client: client, redirect: redirect, challenge: challenge, scopes: scopes)
            query += "&code=" + PercentCoding.encode(code)
            query += "&scope=" + PercentCoding.encode(scopes.sorted().joined(separator: " "))
        }
        return OutgoingAnswer(status: 302, fields: [.location: redirect + "?" + query])
    }

    mutating func token(_ call: GoogleServerCall) -> OutgoingAnswer {
        let form = call.form
        guard let client = form["client_id"], let secret = clients[client],
            secret == nil || secret == form["client_secret"]
        else { return .oauthFailure("invalid_client", status: 401) }
        switch form["grant_type"] {
        case "refresh_token":
            guard let token = form["refresh_token"], signIns.refreshTokens.contains(token) else {
                return .oauthFailure("invalid_grant")
            }
            return .json(.object(makeAccessToken(signIns.scopes[token] ?? [])))
        case "authorization_code": return exchange(form, client)
        default: return .oauthFailure("unsupported_grant_type")
        }
    }

    private mutating func exchange(_ form: [String: String], _ client: String) -> OutgoingAnswer {
        guard let name = form["code"], let code = signIns.codes[name] else {
            return .oauthFailure("invalid_grant")
        }
        if let token = code.refreshToken {
            signIns.refreshTokens.remove(token)
            return .oauthFailure("invalid_grant")
        }
        guard code.client == client, code.redirect == form["redirect_uri"],
            Self.challenge(form["code_verifier"] ?? "") == code.challenge
        else { return .oauthFailure("invalid_grant") }
        let refreshToken = signIns.makeRefreshToken(code.scopes)
        signIns.codes[name]?.refreshToken = refreshToken
        var members = makeAccessToken(code.scopes)
        members["refresh_token"] = .string(refreshToken)
        return .json(.object(members))
    }

    private mutating func makeAccessToken(_ scopes: Set<String>) -> [String: JSON] {
        let token = signIns.name("access")
        signIns.accessTokens[token] = GoogleServerSignIns.AccessToken(
            scopes: scopes, end: now + accessTokenSeconds)
        return [
            "access_token": .string(token), "expires_in": JSON(Int(accessTokenSeconds)),
            "scope": .string(scopes.sorted().joined(separator: " ")), "token_type": "Bearer",
        ]
    }

    mutating func revoke(_ call: GoogleServerCall) -> OutgoingAnswer {
        guard let token = call.form["token"], signIns.refreshTokens.remove(token) != nil else {
            return .oauthFailure("invalid_token")
        }
        signIns.accessTokens = [:]
        return .json([:])
    }

    /// Checks the token of a call. Returns the refusal if it is not valid.
    func check(_ call: GoogleServerCall, scope: String) -> OutgoingAnswer? {
        if let personToken, call.token == personToken { return nil }
        guard let token = call.token.flatMap({ signIns.accessTokens[$0] }), token.end > now else {
            return .failure(401, "authError")
        }
        return token.scopes.contains("https://www.googleapis.com/auth/" + scope)
            ? nil : .failure(403, "insufficientPermissions")
    }

    /// Returns the base64url SHA-256 of a verifier (RFC 7636, section 4.2).
    private static func challenge(_ verifier: String) -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        let bytes = Array(verifier.utf8)
        _ = platform_sha256(bytes, bytes.count, &digest)
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        var text = ""
        for start in stride(from: 0, to: 32, by: 3) {
            let group = digest[start..<min(start + 3, 32)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0...group.count { text.append(alphabet[bits >> (18 - 6 * place) & 63]) }
        }
        return text
    }
}

extension OutgoingAnswer {
    /// Returns an error answer (RFC 6749, section 5.2).
    fileprivate static func oauthFailure(_ error: String, status: Int = 400) -> OutgoingAnswer {
        .json(["error": .string(error), "error_description": .string(error)], status: status)
    }
}
