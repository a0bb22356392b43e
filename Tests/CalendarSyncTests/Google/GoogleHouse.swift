import CalendarMerging
import CalendarPeers
import CalendarSync
import Destinations
import HTTPTypes
import ICalendar
import JSON
import Locks

/// A hub's client with a signed-in account on a simulated Google server.
final class GoogleHouse: Sendable {
    static let calendar = "house@example.com"

    let server: GoogleServer
    let client: GoogleClient
    let account = CalendarAccount(
        id: "main/a_1",
        kind: .google(clientID: "client", redirectPath: "/v1/main/calendars/google"),
        allowsPrivate: false)
    let secrets: Locked<[String: String]>
    private let requests: Locked<[OutgoingRequest]>

    init(_ state: GoogleServerState = GoogleServerState(), publicOrigin: String? = nil) {
        let server = GoogleServer(state)
        let requests = Locked<[OutgoingRequest]>([])
        self.server = server
        self.requests = requests
        secrets = Locked(["refreshToken": server.with { $0.signIn() }])
        let number = Locked<UInt8>(0)
        client = GoogleClient(
            OutgoingSurroundings(
                sender: { _ in RecordingSender(server: server, requests: requests) },
                now: { server.with { $0.now } },
                random: { count in
                    number.with { number in
                        number &+= 1
                        return [UInt8](repeating: number, count: count)
                    }
                },
                sha256: { _ in "" }, googleBase: "http://127.0.0.1:9000", port: 8080,
                publicOrigin: publicOrigin))
    }

    func answer(_ task: CalendarJob.Task) -> CalendarAnswer {
        client.answer(task, of: account, with: GoogleTestSecrets(values: secrets.with { $0 }))
    }

    func fetch(since token: String? = nil) -> CalendarAnswer {
        answer(.fetch(calendar: Self.calendar, token: token))
    }

    /// Returns the batches of a successful fetch.
    func changes(since token: String? = nil) -> [RemoteChanges] {
        guard case .done(let results) = fetch(since: token) else { return [] }
        return results.compactMap {
            if case .changes(let changes) = $0 { changes } else { nil }
        }
    }

    func write(_ writes: [RemoteWrite]) -> CalendarAnswer {
        answer(.write(calendar: Self.calendar, writes))
    }

    /// Writes an event, and returns the result if there is one.
    func write(
        _ content: CalendarEvent?, over copy: RemoteCopy? = nil, id: String = "e_1"
    ) -> WriteOutcome.Result? {
        let write = RemoteWrite(id: id, copy: copy, content: content)
        guard case .done(let results) = self.write([write]),
            case .written(_, let outcomes)? = results.first
        else { return nil }
        return outcomes.first?.result
    }

    /// Writes an event that must be stored unchanged, and returns its new copy.
    func put(
        _ content: CalendarEvent, over copy: RemoteCopy? = nil, id: String = "e_1"
    ) -> RemoteCopy? {
        guard
            case .stored(let name, let tag, let changeTags, nil)? = write(
                content, over: copy, id: id)
        else { return nil }
        return RemoteCopy(name: name, tag: tag, changeTags: changeTags, base: content)
    }

    /// Returns the requests since the last call.
    func takeRequests() -> [OutgoingRequest] {
        requests.with { requests in
            defer { requests = [] }
            return requests
        }
    }

    /// Returns these requests as method and last path component: `PATCH dinner1_20260504`.
    func takeSteps() -> [String] {
        takeRequests().map { request in
            let path = request.destination.path.prefix { $0 != "?" }
            return request.method.rawValue + " " + (path.split(separator: "/").last ?? "")
        }
    }

    func calendar<Result>(
        _ body: (inout GoogleServerCalendar) throws -> Result
    ) rethrows -> Result {
        try server.with { state in
            try body(&state.calendars[Self.calendar, default: GoogleServerCalendar()])
        }
    }

    func event(_ id: String) -> JSON? { calendar { $0.event(id) } }

    /// Changes an event as a person at Google does.
    func edit(_ id: String, _ fields: JSON) { calendar { _ = $0.edit(id, fields) } }

    func remove(_ id: String) { calendar { _ = $0.remove(id) } }

    func order(_ kind: GoogleServerFault.Kind, on operation: String? = nil, after skips: Int = 0) {
        server.with { $0.order(GoogleServerFault(kind, on: operation, after: skips)) }
    }
}

struct GoogleTestSecrets: AccountSecrets {
    var values: [String: String]

    func secret(_ name: String) throws(AccountProblem) -> String? { values[name] }
}

private struct RecordingSender: OutgoingSender {
    let server: GoogleServer
    let requests: Locked<[OutgoingRequest]>

    func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer {
        requests.with { $0.append(request) }
        return try server.send(request)
    }
}

/// Sample events.
enum GoogleSamples {
    static let rome = Zone("Europe/Rome")!

    /// Returns a dinner on Monday 4 May 2026 from 19:30 to 21:30 in Rome.
    static func dinner(_ title: String = "Dinner", rule: String? = nil) throws -> CalendarEvent {
        CalendarEvent(
            uid: "dinner@hub", details: EventDetails(title: title),
            recurrence: Recurrence(
                start: .zoned(time("2026-05-04T19:30"), rome),
                length: EventLength(seconds: 7_200),
                rules: try rule.map { [try RecurrenceRule($0)] } ?? []))
    }

    static func time(_ text: String) -> LocalTime { LocalTime(text)! }

    /// Returns the key of an occurrence of the weekly dinner.
    static func key(week: Int) -> OccurrenceKey {
        .instant(rome.seconds(of: time("2026-05-04T19:30")) + Int64(week) * 604_800)
    }

    /// Returns a change of that occurrence to another title and the next day.
    static func change(_ title: String, week: Int) -> EventChange {
        let day = time("2026-05-05T19:30").date.adding(days: 7 * week)
        return EventChange(
            details: EventDetails(title: title),
            time: TimeChange(
                start: .zoned(LocalTime(date: day, secondOfDay: 70_200), rome),
                length: EventLength(seconds: 7_200)))
    }
}

extension CalendarEvent {
    func with(_ key: OccurrenceKey, _ change: EventChange) -> CalendarEvent {
        var event = self
        event.changes[key] = change
        return event
    }

    func without(_ key: OccurrenceKey) -> CalendarEvent {
        var event = self
        event.changes[key] = nil
        event.recurrence.exclusions.insert(key)
        return event
    }

    func titled(_ title: String) -> CalendarEvent {
        var event = self
        event.details.title = title
        return event
    }
}
