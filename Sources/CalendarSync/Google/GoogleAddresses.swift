import Destinations
import URIText

/// The URLs of Google, or of a stand-in for tests and proxies.
struct GoogleAddresses: Sendable {
    /// The OAuth scopes: events, and reading the list of calendars.
    static let scopes = [
        "https://www.googleapis.com/auth/calendar.events",
        "https://www.googleapis.com/auth/calendar.calendarlist.readonly",
    ]

    let calendar: String
    /// The page to open in the owner's browser.
    let authorize: String
    let token: String
    let revoke: String

    /// - Parameter base: a stand-in such as `http://127.0.0.1:9000`; `nil` for Google's own URLs.
    init(base: String?) {
        guard var base else {
            calendar = "https://www.googleapis.com/calendar/v3"
            authorize = "https://accounts.google.com/o/oauth2/v2/auth"
            token = "https://oauth2.googleapis.com/token"
            revoke = "https://oauth2.googleapis.com/revoke"
            return
        }
        while base.hasSuffix("/") { base.removeLast() }
        calendar = base + "/calendar/v3"
        authorize = base + "/o/oauth2/v2/auth"
        token = base + "/token"
        revoke = base + "/revoke"
    }

    /// Returns a URL of the Calendar API.
    ///
    /// - Parameters:
    ///   - segments: the path segments, not yet encoded.
    ///   - query: not yet encoded.
    /// - Returns: `nil` if the URL is too long or the base is invalid.
    func calendar(
        _ segments: [String], _ query: [(name: String, value: String)] = []
    ) -> Destination? {
        guard let origin = try? Destination(calendar) else { return nil }
        let path = segments.map { "/" + PercentCoding.encode($0) }.joined()
        return origin.at(origin.path + path + Self.suffix(query))
    }

    private static func suffix(_ query: [(name: String, value: String)]) -> String {
        query.isEmpty ? "" : "?" + form(query)
    }

    /// Form-encodes names and values.
    static func form(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { PercentCoding.encode($0.name) + "=" + PercentCoding.encode($0.value) }
            .joined(separator: "&")
    }
}
