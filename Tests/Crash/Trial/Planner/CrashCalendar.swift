import CalendarPeers
import Client
import Destinations
import Foundation
import HTTPTypes
import JSON
import TestSupport

/// A calendar at Google that the hub keeps in step with one of its own, and a person who edits it
/// there.
final class CrashCalendar {
    static let monday = "2026-05-04"
    static let view = "planner/week?monday=" + monday
    private static let remote = "house@example.com"
    private static let theirsMax = 6

    private let google: GoogleServer
    private let server: TestServer
    private var generator: SeededGenerator
    private var lastNumber = 0
    /// The titles of the series that the person has made, by their ids.
    private var theirs: [String: String] = [:]

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        let google = GoogleServer(
            GoogleServerState(calendars: [Self.remote: GoogleServerCalendar()]))
        self.google = google
        server = TestServer { request, peer in
            guard let answer = Self.answer(request, of: google) else { return peer.answer(400) }
            return peer.answer(answer.status, body: answer.body)
        }
    }

    /// The address for `--google-base`.
    var base: String { "http://127.0.0.1:\(server.port)" }
    var requestCount: Int { server.requests.count }

    private static func answer(
        _ request: TestServer.Request, of google: GoogleServer
    ) -> OutgoingAnswer? {
        var fields: HTTPFields = [:]
        for line in request.head.split(separator: "\r\n").dropFirst() {
            guard let colon = line.firstRange(of: ": "),
                let name = HTTPField.Name(String(line[..<colon.lowerBound]))
            else { continue }
            fields[name] = String(line[colon.upperBound...])
        }
        guard let method = HTTPRequest.Method(String(request.method)),
            let destination = try? Destination("http://127.0.0.1").at(String(request.target))
        else { return nil }
        return try? google.send(
            OutgoingRequest(method, destination, fields: fields, body: request.body))
    }

    /// Signs the hub in, and links a calendar.
    ///
    /// - Parameter ask: Sends a mutation of the owner.
    /// - Returns: The hub's id of the calendar.
    func link(
        _ owner: HTTPClient, _ ask: (_ action: String, [String: JSON]) throws -> JSON?
    ) throws -> String {
        let google: [String: JSON] = ["kind": "google", "clientId": "client"]
        let account = try ask("planner.connect", google)?["account"] ?? .null
        let page = try known(of: account, by: owner) { $0["authorize"]?.text }
        let agreed = try self.google.send(OutgoingRequest(.get, Destination(page)))
        let address = JSON.string(agreed.fields[.location] ?? "")
        _ = try ask("planner.authorise", ["account": account, "address": address])
        let remote = try known(of: account, by: owner) { $0["remotes"]?.members?.keys.first }
        let linked = try ask("planner.link", ["account": account, "remote": .string(remote)])
        return linked?["calendar"]?.text ?? ""
    }

    /// Waits until `read` finds something about an account.
    private func known(
        of account: JSON, by owner: HTTPClient, _ read: (JSON) -> String?
    ) throws -> String {
        for _ in 0..<1_000 {
            let accounts = try owner.view("planner/accounts", venue: "main")["doc"]?["accounts"]
            if let value = accounts?[account.text ?? ""].flatMap(read) { return value }
            Thread.sleep(forTimeInterval: 0.01)
        }
        throw ClientError.timedOut
    }

    /// Makes, changes or deletes a series, as the person does.
    func edit() {
        lastNumber += 1
        let title = "Theirs \(lastNumber)"
        let roll = Int.random(in: 0..<4, using: &generator)
        let id = theirs.keys.sorted().randomElement(using: &generator)
        google.with { state in
            var calendar = state.calendars[Self.remote] ?? GoogleServerCalendar()
            if let id, roll == 0 {
                calendar.remove(id)
                theirs[id] = nil
            } else if let id, roll == 1 || theirs.count == Self.theirsMax {
                calendar.edit(id, ["summary": .string(title)])
                theirs[id] = title
            } else if let id = calendar.add(Self.series(title)) {
                theirs[id] = title
            }
            state.calendars[Self.remote] = calendar
        }
    }

    private static func series(_ title: String) -> JSON {
        func time(_ hour: Int) -> JSON {
            ["dateTime": .string("\(monday)T\(hour):00:00"), "timeZone": "Europe/Rome"]
        }
        return [
            "summary": .string(title), "start": time(12), "end": time(13),
            "recurrence": ["RRULE:FREQ=DAILY;COUNT=2"],
        ]
    }

    /// Returns the titles that both sides have when they are in step.
    func titles(with ours: [String]) -> [String] { (ours + theirs.values).sorted() }

    /// The titles of all events at Google.
    var titles: [String] {
        let events = google.with { $0.calendars[Self.remote]?.events ?? [:] }
        return events.values.filter { $0["recurringEventId"] == nil }
            .compactMap { $0["summary"]?.text }.sorted()
    }
}
