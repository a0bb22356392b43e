import CalendarMerging
import CalendarPeers
import Destinations
import HTTPTypes
import ICalendar
import TestSupport
import Testing

@testable import CalendarSync

/// A client and a server with one calendar, without a network.
struct CalDAVBench {
    static let work = CalDAVState.home + "work/"
    static let now: Int64 = 1_790_000_000

    let server: CalDAVServer
    var client: CalendarClient
    var account = CalendarAccount(
        id: "main/a_1", kind: .caldav(url: "https://cal.example/", user: "ada"),
        allowsPrivate: false)
    var secrets = Secrets()

    struct Secrets: AccountSecrets {
        var password: String? = "secret"
        var problem: AccountProblem?

        func secret(_ name: String) throws(AccountProblem) -> String? {
            if let problem { throw problem }
            return name == "password" ? password : nil
        }
    }

    init(_ prepare: (inout CalDAVState) -> Void = { _ in }) {
        var state = CalDAVState()
        state.calendars["work"] = CalDAVState.Calendar(title: "Work")
        prepare(&state)
        server = CalDAVServer(state)
        client = Self.client(of: server)
    }

    static func client(of sender: any OutgoingSender) -> CalendarClient {
        CalendarClient(
            OutgoingSurroundings(
                sender: { _ in sender }, now: { now }, random: { Array(repeating: 7, count: $0) },
                sha256: { _ in "" }))
    }

    /// Drops the client's memory, as a restart does.
    mutating func restart() { client = Self.client(of: server) }

    mutating func setURL(_ url: String) { account.kind = .caldav(url: url, user: "ada") }

    func answer(_ task: CalendarJob.Task) -> CalendarAnswer {
        client.answer(CalendarJob(account: account, task: task), with: secrets)
    }

    func find() -> CalendarAnswer { answer(.findCalendars) }

    func fetch(_ token: String? = nil, _ calendar: String = work) -> CalendarAnswer {
        answer(.fetch(calendar: calendar, token: token))
    }

    /// Fetches the changes, which must come in one batch.
    func changes(_ token: String? = nil) throws -> RemoteChanges {
        let batches = try batches(token)
        expectEqual(batches.count, 1)
        return try #require(batches.last)
    }

    func batches(_ token: String? = nil) throws -> [RemoteChanges] {
        let answer = fetch(token)
        guard case .done(let results) = answer else {
            Issue.record("\(answer)")
            return []
        }
        return results.compactMap {
            if case .changes(let changes) = $0 { changes } else { nil }
        }
    }

    func write(_ writes: RemoteWrite...) throws -> [WriteOutcome.Result] {
        let answer = answer(.write(calendar: Self.work, writes))
        guard case .done(let results) = answer,
            case .written(Self.work, let outcomes)? = results.first
        else {
            Issue.record("\(answer)")
            return []
        }
        expectEqual(outcomes.map(\.id), writes.map(\.id).prefix(outcomes.count).map { $0 })
        return outcomes.map(\.result)
    }

    func text(_ name: String) throws -> String {
        try #require(server.with { $0.text(name, in: "work") })
    }

    /// The planner's copy of the server's event.
    func copy(_ name: String) throws -> RemoteCopy {
        let items = try batches().flatMap(\.items)
        for case .whole(Self.work + name, let tag, let event) in items {
            return RemoteCopy(name: Self.work + name, tag: tag, base: event)
        }
        throw CalendarFileProblem.notACalendar
    }

    static func text(_ uid: String, _ title: String, _ more: String = "") -> String {
        let lines =
            ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Other//EN", "BEGIN:VEVENT"]
            + ["UID:\(uid)", "DTSTAMP:20260101T000000Z", "DTSTART:20260504T170000Z"]
            + ["DTEND:20260504T180000Z", "SUMMARY:\(title)"]
            + more.split(separator: "\n").map(String.init) + ["END:VEVENT", "END:VCALENDAR", ""]
        return lines.joined(separator: "\r\n")
    }

    static func event(_ uid: String, _ title: String) -> CalendarEvent {
        CalendarEvent(
            uid: uid, details: EventDetails(title: title),
            recurrence: Recurrence(
                start: .zoned(Zone.utc.local(of: 1_777_914_000), .utc),
                length: EventLength(seconds: 3600)))
    }
}

extension CalendarAnswer {
    var remotes: [RemoteCalendar]? {
        if case .done(let results) = self, case .remotes(let remotes)? = results.first {
            remotes
        } else {
            nil
        }
    }
}

extension RemoteChanges {
    /// The titles of the events by the last components of their names; `nil` for a deleted event.
    var titles: [String: String?] {
        var titles: [String: String?] = [:]
        for item in items {
            switch item {
            case .whole(let name, _, let event), .series(let name, _, let event, _):
                titles[Self.last(name)] = .some(event.details.title)
            case .deleted(let name): titles[Self.last(name)] = .some(nil)
            case .occurrence(let name, _, _, _): titles[Self.last(name)] = "an occurrence"
            case .unreadable: break
            }
        }
        return titles
    }

    private static func last(_ name: String) -> String {
        String(name.split(separator: "/").last ?? "")
    }
}
