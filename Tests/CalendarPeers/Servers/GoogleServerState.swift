public import Destinations
import HTTPTypes
import JSON

/// The state of the simulated Google server, as a state machine from requests to answers.
public struct GoogleServerState: Sendable {
    // MARK: Settings

    /// Unix seconds, set by the tests.
    public var now: Int64 = 1_780_000_000
    /// The clients that may sign in, with their optional secrets.
    public var clients: [String: String?] = ["client": nil]
    public var accessTokenSeconds: Int64 = 3_600
    /// The maximum number of events on a page.
    public var pageSizeMax = 2_500
    /// The number of superfluous characters in tokens.
    public var tokenPadding = 0
    public var takesBothNames = true
    /// Whether the owner declines the sign-in.
    public var isDenied = false
    /// The scopes that the owner grants; `nil` for all requested ones.
    public var grantedScopes: [String]?
    /// A token that is always valid, for edits by a person.
    public var personToken: String?
    public var calendars: [String: GoogleServerCalendar]

    // MARK: Observations

    public internal(set) var messages: [GoogleServerMessage] = []
    /// The number of calls of each operation.
    public internal(set) var counts: [String: Int] = [:]
    /// The number of mails that guests would have received.
    public internal(set) var mailCount = 0

    var channels: [GoogleServerChannel] = []
    var faults: [GoogleServerFault] = []
    var signIns = GoogleServerSignIns()

    public init(
        calendars: [String: GoogleServerCalendar] = ["house@example.com": GoogleServerCalendar()]
    ) {
        self.calendars = calendars
    }

    public mutating func order(_ fault: GoogleServerFault) { faults.append(fault) }

    /// Ends all access tokens.
    public mutating func endAccessTokens() { signIns.accessTokens = [:] }

    /// Revokes all sign-ins.
    public mutating func revokeSignIns() {
        signIns.accessTokens = [:]
        signIns.refreshTokens = []
    }

    /// Invalidates all sync and page tokens.
    public mutating func expireSyncTokens() {
        for id in calendars.keys { calendars[id]?.expireTokens() }
    }

    /// Signs in without a browser, and returns the refresh token.
    public mutating func signIn() -> String { signIns.makeRefreshToken() }

    // MARK: Answers

    public mutating func answer(_ request: OutgoingRequest) -> GoogleServerReply {
        let call = GoogleServerCall(request)
        counts[call.operation, default: 0] += 1
        guard let fault = takeFault(call.operation) else {
            return GoogleServerReply(answer: perform(call))
        }
        switch fault {
        case .status(let status, let reason, let retryAfter):
            var answer = OutgoingAnswer.failure(status, reason)
            if let retryAfter { answer.fields[.retryAfter] = String(retryAfter) }
            return GoogleServerReply(answer: answer)
        case .lostRequest: return GoogleServerReply(answer: nil)
        case .lostAnswer:
            _ = perform(call)
            return GoogleServerReply(answer: nil)
        case .cutAnswer:
            var answer = perform(call)
            answer.body = Array(answer.body.prefix(answer.body.count / 2))
            answer.isWhole = false
            return GoogleServerReply(answer: answer)
        case .slow(let milliseconds):
            return GoogleServerReply(answer: perform(call), delay: .milliseconds(milliseconds))
        case .notJSON:
            return GoogleServerReply(
                answer: OutgoingAnswer(status: 200, body: Array("<!doctype html>".utf8)))
        }
    }

    private mutating func takeFault(_ operation: String) -> GoogleServerFault.Kind? {
        let place = faults.indices.first {
            faults[$0].operation == nil || faults[$0].operation == operation
        }
        guard let place else { return nil }
        if faults[place].skips > 0 {
            faults[place].skips -= 1
            return nil
        }
        faults[place].times -= 1
        let kind = faults[place].kind
        if faults[place].times <= 0 { faults.remove(at: place) }
        return kind
    }

    private mutating func perform(_ call: GoogleServerCall) -> OutgoingAnswer {
        switch call.operation {
        case "auth": return authorize(call)
        case "token": return token(call)
        case "revoke": return revoke(call)
        case "unknown": return .failure(404, "notFound")
        default: break
        }
        let isList = call.operation.hasPrefix("calendarList")
        if let refusal = check(
            call, scope: isList ? "calendar.calendarlist.readonly" : "calendar.events")
        {
            return refusal
        }
        switch call.operation {
        case "calendarList.list": return listCalendars(call)
        case "calendarList.get":
            guard let calendar = calendars[call.calendar] else { return .failure(404, "notFound") }
            return .json(calendar.entry(call.calendar))
        default: return performOnEvents(call)
        }
    }

    private mutating func performOnEvents(_ call: GoogleServerCall) -> OutgoingAnswer {
        if call.isWrite, calendars[call.calendar]?.isWritable == false {
            return .failure(403, "requiredAccessLevel")
        }
        // Take the calendar out while it changes, so that its events are not copied.
        guard var calendar = calendars.removeValue(forKey: call.calendar) else {
            return .failure(404, "notFound")
        }
        calendar.takesBothNames = takesBothNames
        calendar.now = now
        let before = calendar.revision
        let answer: OutgoingAnswer
        switch call.operation {
        case "events.list":
            answer = calendar.list(call, pageSizeMax: pageSizeMax, padding: tokenPadding)
        case "events.get": answer = calendar.get(call.event)
        case "events.instances": answer = calendar.instances(call)
        case "events.insert": answer = calendar.insert(call.body)
        case "events.patch": answer = calendar.change(call, replacing: false)
        case "events.update": answer = calendar.change(call, replacing: true)
        case "events.delete": answer = calendar.delete(call.event, match: call.match)
        default: answer = watch(call)
        }
        if call.isWrite, answer.status < 300, call["sendUpdates"] != "none" {
            mailCount += calendar.guestCount(of: call.event)
        }
        calendars[call.calendar] = calendar
        if calendar.revision != before { tellChannels(of: call.calendar) }
        return answer
    }

    private func listCalendars(_ call: GoogleServerCall) -> OutgoingAnswer {
        let ids = calendars.keys.sorted()
        let start = call["pageToken"].flatMap { Int($0) } ?? 0
        let count = min(call["maxResults"].flatMap { Int($0) } ?? 100, pageSizeMax)
        let page = ids.dropFirst(start).prefix(count)
        let isLast = start + count >= ids.count
        return .json([
            "kind": "calendar#calendarList",
            "items": .array(page.compactMap { id in calendars[id]?.entry(id) }),
            isLast ? "nextSyncToken" : "nextPageToken": .string(String(start + count)),
        ])
    }
}

extension OutgoingAnswer {
    static func json(_ json: JSON, status: Int = 200) -> OutgoingAnswer {
        OutgoingAnswer(
            status: status, fields: [.contentType: "application/json; charset=UTF-8"],
            body: json.canonical)
    }

    /// Returns an error in Google's documented form.
    static func failure(_ status: Int, _ reason: String) -> OutgoingAnswer {
        .json(
            [
                "error": [
                    "code": JSON(status), "message": .string(reason),
                    "errors": [
                        ["domain": "global", "reason": .string(reason), "message": .string(reason)]
                    ],
                ]
            ], status: status)
    }
}
