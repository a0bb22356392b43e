import CalendarMerging
import CalendarSync
import Destinations
import HTTPTypes
import ICalendar
import PlaceSources
import PlaceValues

/// The answers of other servers. For any answers, a job ends, and no pause that they request is
/// longer than a day. An input consists of a byte for the job and the status, a line for the
/// headers, and the body. The server answers every request with these.
enum AnswerOracle {
    private static let statuses = [200, 207, 401, 403, 404, 410, 412, 429, 503]
    private static let now: Int64 = 1_790_000_000

    static func check(_ input: [UInt8]) {
        guard let choice = input.first.map(Int.init) else { return }
        let line = input.dropFirst().prefix { $0 != 0x0A }
        let value = String(decoding: line, as: UTF8.self)
        let answer = OutgoingAnswer(
            status: statuses[choice / 8 % statuses.count],
            fields: [
                .retryAfter: value, .eTag: value, .location: value,
                HTTPField.Name("RateLimit-ResetTime")!: value,
            ],
            body: Array(input.dropFirst(line.count + 2)))
        let surroundings = OutgoingSurroundings(
            sender: { _ in Server(answer: answer) }, now: { now },
            random: { Array(repeating: 7, count: $0) }, sha256: { _ in "" })
        switch choice % 8 {
        case 0: check(.findCalendars, caldav, surroundings)
        case 1: check(.fetch(calendar: "/c/", token: nil), caldav, surroundings)
        case 2:
            let write = RemoteWrite(id: "e_1", copy: nil, content: event)
            check(.write(calendar: "/c/", [write]), caldav, surroundings)
        case 3: check(.findCalendars, google, surroundings)
        case 4: check(.fetch(calendar: "c", token: nil), google, surroundings)
        case 5:
            let write = RemoteWrite(id: "e_1", copy: nil, content: event)
            check(.write(calendar: "c", [write]), google, surroundings)
        case 6:
            check { () throws(SourceTrouble) in
                _ = try YelpClient(
                    surroundings, at: "https://yelp.example", key: "k", allowsPrivate: false
                ).places(in: area, categories: ["pizza"])
            }
        default:
            check { () throws(SourceTrouble) in
                _ = try OverpassClient(surroundings).places(
                    in: area, kinds: ["cafe"], at: "https://overpass.example", allowsPrivate: false)
            }
        }
    }

    private static let area = SourceArea(latitude: 1, longitude: 2, radius: 300)
    private static let event = CalendarEvent(
        uid: "u", details: EventDetails(title: "Dinner"),
        recurrence: Recurrence(
            start: .zoned(Zone.utc.local(of: now), .utc), length: EventLength(seconds: 3_600)))
    private static let caldav = CalendarAccount(
        id: "main/a_1", kind: .caldav(url: "https://cal.example/dav/", user: "ada"),
        allowsPrivate: false)
    private static let google = CalendarAccount(
        id: "main/a_2", kind: .google(clientID: "c", redirectPath: "/"), allowsPrivate: false)

    private static func check(
        _ task: CalendarJob.Task, _ account: CalendarAccount, _ surroundings: OutgoingSurroundings
    ) {
        let job = CalendarJob(account: account, task: task)
        switch CalendarClient(surroundings).answer(job, with: Secrets()) {
        case .failed(_, let seconds): check(pause: seconds)
        case .done(let results):
            for case .changes(let changes) in results {
                let event = CalendarEvent.after(changes.items, base: nil, floatingIn: .utc)
                var budget = ExpansionBudget.window
                _ = event?.recurrence.occurrences(
                    from: now, to: now + 604_800, floatingIn: .utc, budget: &budget)
            }
        case .same: break
        }
    }

    private static func check(_ ask: () throws(SourceTrouble) -> Void) {
        do {
            try ask()
        } catch {
            if error.failure != .answered(401) { check(pause: error.secondsMin) }
        }
    }

    private static func check(pause seconds: Int?) {
        precondition((0...86_400).contains(seconds ?? 0), "a pause is longer than a day")
    }

    private struct Server: OutgoingSender {
        let answer: OutgoingAnswer

        func send(_ request: OutgoingRequest) -> OutgoingAnswer { answer }
    }

    private struct Secrets: AccountSecrets {
        func secret(_ name: String) -> String? { "s" }
    }
}
