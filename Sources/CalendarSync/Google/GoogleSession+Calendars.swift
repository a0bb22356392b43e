import CalendarMerging
import Destinations
import HTTPTypes
import JSON

extension GoogleSession {
    /// Lists the calendars whose events the account may read.
    func calendars() throws(GoogleTrouble) -> [RemoteCalendar] {
        var calendars: [RemoteCalendar] = []
        var page: String?
        repeat {
            var query: [(name: String, value: String)] = [("maxResults", "250")]
            if let page { query.append(("pageToken", page)) }
            let reply = try call(.get, ["users", "me", "calendarList"], query)
            guard reply.isDone else { throw Self.trouble(reply) }
            calendars += (reply.json["items"]?.elements ?? []).compactMap(Self.calendar)
            let next = reply.json["nextPageToken"]?.text
            // Stop at a page that refers to itself.
            page = next == page ? nil : next
        } while page != nil && calendars.count < 1_000
        return calendars
    }

    private static func calendar(_ json: JSON) -> RemoteCalendar? {
        guard let id = json["id"]?.text, let role = json["accessRole"]?.text,
            role != "freeBusyReader", json["deleted"]?.flag != true
        else { return nil }
        let name = json["summaryOverride"]?.text ?? json["summary"]?.text ?? id
        return RemoteCalendar(id: id, name: name, isReadOnly: role != "owner" && role != "writer")
    }

    /// Returns the meaning of an answer that concerns the whole account.
    static func trouble(_ reply: GoogleReply) -> GoogleTrouble {
        switch reply.reason {
        // The sign-in lacks a scope, which a new sign-in may grant.
        case "insufficientPermissions": .refused(.revoked)
        default: .later(.answered(reply.status), secondsMin: nil)
        }
    }

    /// Fetches the time zone of a calendar.
    func zoneName(of calendar: String) throws(GoogleTrouble) -> String? {
        let reply = try call(.get, ["users", "me", "calendarList", calendar])
        return reply.json["timeZone"]?.text
    }

    /// Asks Google to report a calendar's changes. Ignores a refusal, because the hub polls anyway.
    func watch(_ calendar: String, path: String, secret: String) throws(GoogleTrouble) {
        guard let origin = surroundings.publicOrigin, origin.hasPrefix("https://") else { return }
        let body: JSON = [
            "id": .string(Self.base64(surroundings.random(24))), "type": "web_hook",
            "address": .string(origin + path), "token": .string(secret),
            "params": ["ttl": "604800"],
        ]
        _ = try call(.post, ["calendars", calendar, "events", "watch"], body: body)
    }
}
