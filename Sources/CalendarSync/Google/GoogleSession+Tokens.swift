import CalendarMerging
import Destinations
import JSON
import PeerNumbers

extension GoogleSession {
    /// How many seconds before its expiry a token is renewed.
    private static let marginSeconds: Int64 = 60

    /// Returns the cached access token, or a new one.
    func accessToken() throws(GoogleTrouble) -> String {
        guard let refreshToken = try secret("refreshToken") else { throw .refused(.revoked) }
        if let token = memory[account.id].accessToken, token.refreshToken == refreshToken,
            token.end - Self.marginSeconds > surroundings.now()
        {
            return token.text
        }
        let reply = try tokens([
            ("grant_type", "refresh_token"), ("refresh_token", refreshToken),
        ])
        return try keep(reply, refreshToken: refreshToken)
    }

    /// Requests tokens with the client's credentials.
    func tokens(_ pairs: [(name: String, value: String)]) throws(GoogleTrouble) -> JSON {
        var pairs = pairs + [("client_id", clientID)]
        if let clientSecret = try secret("clientSecret") {
            pairs.append(("client_secret", clientSecret))
        }
        let reply = try post(pairs, to: addresses.token)
        if reply.isDone { return reply.json }
        // RFC 6749, section 5.2.
        switch reply.json["error"]?.text {
        case "invalid_grant": throw .refused(.revoked)
        case "invalid_client", "unauthorized_client": throw .refused(.wrongPassword)
        default: throw .later(.answered(reply.status), secondsMin: nil)
        }
    }

    /// Caches the access token of an answer, and returns it.
    func keep(_ json: JSON, refreshToken: String) throws(GoogleTrouble) -> String {
        guard let text = json["access_token"]?.text, !text.isEmpty else {
            throw .later(.notWhole, secondsMin: nil)
        }
        let seconds = Untrusted(json["expires_in"]?.integer ?? 3600).clamped(to: 0...86_400)
        memory[account.id].accessToken = GoogleMemory.AccessToken(
            text: text, refreshToken: refreshToken, end: surroundings.now() + Int64(seconds))
        return text
    }

    func secret(_ name: String) throws(GoogleTrouble) -> String? {
        do {
            return try secrets.secret(name)
        } catch {
            throw .refused(error)
        }
    }
}
