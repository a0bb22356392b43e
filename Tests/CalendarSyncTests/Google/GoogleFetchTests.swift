import CalendarMerging
import CalendarPeers
import Destinations
import ICalendar
import JSON
import TestSupport
import Testing

@testable import CalendarSync

/// Fetches by pages and tokens.
@Suite struct GoogleFetchTests {
    private func timed(_ title: String, _ extra: [String: JSON] = [:]) -> JSON {
        let event: [String: JSON] = [
            "summary": .string(title),
            "start": ["dateTime": "2026-05-04T19:30:00", "timeZone": "Europe/Rome"],
            "end": ["dateTime": "2026-05-04T21:30:00", "timeZone": "Europe/Rome"],
        ]
        return .object(event.merging(extra) { $1 })
    }

    /// Returns a house with this many events, with the ids `dinner…`.
    private func house(_ count: Int, pageSize: Int = 2_500) -> GoogleHouse {
        var state = GoogleServerState()
        state.pageSizeMax = pageSize
        let house = GoogleHouse(state)
        house.calendar { calendar in
            for number in 0..<count {
                _ = calendar.add(timed("Dinner \(number)", ["id": .string(id(number))]))
            }
        }
        return house
    }

    private func id(_ number: Int) -> String { "dinner\(number)" }

    private func names(_ changes: [RemoteChanges]) -> [String] {
        changes.flatMap(\.items).map { item in
            switch item {
            case .whole(let name, _, _), .series(let name, _, _, _), .deleted(let name),
                .unreadable(let name, _, _):
                name
            case .occurrence(let name, let key, _, _): name + "_" + key.text
            }
        }
    }

    @Test func `fetches everything in batches, with the token and the names`() {
        let house = house(230)
        let changes = house.changes()
        expectEqual(changes.map(\.items.count), [100, 100, 30])
        expectEqual(changes.map { $0.token != nil }, [false, false, true])
        expectEqual(changes.last?.listed, Set((0..<230).map(id)))
        expectNil(changes[0].listed)
        expectEqual(names(changes), (0..<230).map(id))
        #expect(changes.allSatisfy { $0.since == nil && $0.calendar == GoogleHouse.calendar })
    }

    @Test func `an empty calendar has a token`() {
        let changes = house(0).changes()
        expectEqual(changes.count, 1)
        #expect(changes[0].token != nil)
        expectEqual(changes[0].listed, [])
    }

    @Test func `reads every page before it keeps the token`() {
        let house = house(7, pageSize: 3)
        let changes = house.changes()
        expectEqual(names(changes), (0..<7).map(id))
        expectEqual(house.takeSteps(), ["POST token", "GET events", "GET events", "GET events"])
        expectEqual(house.fetch(since: changes[0].token), .same)
    }

    @Test func `reports changes made between two pages with the next fetch`() throws {
        let house = house(4, pageSize: 3)
        house.order(.backend, on: "events.list", after: 1)
        expectEqual(house.fetch(), .failed(.answered(503), secondsMin: nil))
        house.calendar { calendar in
            calendar.edit(id(0), ["summary": "Supper"])
            calendar.remove(id(1))
        }
        let changes = house.changes()
        expectEqual(names(changes), (0..<4).map(id))
        let news = house.changes(since: try #require(changes.last?.token))
        expectEqual(names(news), [id(0), id(1)])
        expectEqual(news[0].items.last, .deleted(name: id(1)))
    }

    @Test func `requests a failed page again by its own token`() {
        let house = house(7, pageSize: 3)
        house.order(.backend, on: "events.list", after: 2)
        expectEqual(house.fetch(), .failed(.answered(503), secondsMin: nil))
        _ = house.takeRequests()
        expectEqual(names(house.changes()), (0..<7).map(id))
        let paths = house.takeRequests().map(\.destination.path)
        expectEqual(paths.count, 1)
        #expect(paths.allSatisfy { $0.contains("pageToken=") })
    }

    @Test func `starts again if a page token has expired`() {
        let house = house(7, pageSize: 3)
        house.order(.backend, on: "events.list", after: 2)
        _ = house.fetch()
        house.server.with { $0.expireSyncTokens() }
        expectEqual(names(house.changes()), (0..<7).map(id))
    }

    @Test func `does not continue the pages of another token`() throws {
        let house = house(7, pageSize: 3)
        let token = try #require(house.changes().last?.token)
        house.calendar { calendar in
            for number in 0..<5 { calendar.edit(id(number), ["summary": "Supper"]) }
        }
        house.order(.backend, on: "events.list", after: 1)
        _ = house.fetch(since: token)
        expectEqual(house.changes().last?.listed?.count, 7)
        expectEqual(names(house.changes(since: token)).count, 5)
    }

    @Test func `fetches the changes since a token with the same parameters`() throws {
        let house = house(3)
        let token = try #require(house.changes().last?.token)
        house.calendar { _ = $0.edit(id(2), ["location": "Terrace"]) }
        _ = house.takeRequests()
        let news = house.changes(since: token)
        expectEqual(names(news), [id(2)])
        expectEqual(news[0].since, token)
        expectNil(news[0].listed)
        let path = try #require(house.takeRequests().first?.destination.path)
        #expect(path.contains("maxResults=2500&showDeleted=true&syncToken="))
        expectEqual(house.fetch(since: news[0].token), .same)
    }

    @Test func `fetches everything after a token has expired`() throws {
        let house = house(3)
        let token = try #require(house.changes().last?.token)
        house.calendar { _ = $0.remove(id(0)) }
        house.server.with { $0.expireSyncTokens() }
        let changes = house.changes(since: token)
        expectEqual(changes.last?.listed, [id(1), id(2)])
        expectEqual(names(changes), [id(1), id(2)])
        expectEqual(changes.last?.since, token)
    }

    @Test func `continues an interrupted full fetch`() throws {
        let house = house(7, pageSize: 3)
        let token = try #require(house.changes().last?.token)
        house.server.with { $0.expireSyncTokens() }
        house.order(.backend, on: "events.list", after: 2)
        expectEqual(house.fetch(since: token), .failed(.answered(503), secondsMin: nil))
        _ = house.takeRequests()
        expectEqual(house.changes(since: token).last?.listed?.count, 7)
        expectEqual(house.takeSteps(), ["GET events", "GET events"])
    }

    @Test func `fetches everything after a malformed token`() {
        expectEqual(house(3).changes(since: "made up").last?.listed?.count, 3)
    }

    @Test func `accepts long tokens`() throws {
        let house = house(5, pageSize: 3)
        house.server.with { $0.tokenPadding = 2_000 }
        let token = try #require(house.changes().last?.token)
        #expect(token.utf8.count > 2_000)
        expectEqual(house.fetch(since: token), .same)
    }

    @Test func `reports a series before its changed and cancelled occurrences`() throws {
        let house = house(0)
        let (change, cancelled) = house.calendar { calendar in
            _ = calendar.add(
                timed("Dinner", ["id": "dinner0", "recurrence": ["RRULE:FREQ=WEEKLY;COUNT=5"]]))
            let ids = [1, 2].map { "dinner0_" + GoogleSamples.key(week: $0).text }
            calendar.edit(ids[0], ["summary": "Feast"])
            calendar.remove(ids[1])
            calendar.edit("dinner0", ["summary": "Supper"])
            return (ids[0], ids[1])
        }
        let changes = house.changes()
        expectEqual(names(changes), ["dinner0", change, cancelled])
        expectEqual(changes[0].listed, ["dinner0"])
        guard case .occurrence(_, let key, let tag, let feast) = changes[0].items[1] else {
            return #expect(Bool(false))
        }
        expectEqual(key, GoogleSamples.key(week: 1))
        expectEqual(feast?.details.title, "Feast")
        expectEqual(tag, house.event(change)?["etag"]?.text)
        guard case .occurrence(_, _, let gone, nil) = changes[0].items[2] else {
            return #expect(Bool(false))
        }
        #expect(gone != nil)
        // They are deleted with their series.
        house.calendar { _ = $0.remove("dinner0") }
        expectEqual(names(house.changes(since: changes[0].token)), ["dinner0"])
        expectEqual(house.changes().last?.listed, [])
        #expect(names(house.changes()).isEmpty)
    }

    @Test func `reports which changed occurrences a series still has`() throws {
        let house = house(0)
        let weekly: JSON = ["RRULE:FREQ=WEEKLY;COUNT=5"]
        let keys = (0...2).map { GoogleSamples.key(week: $0) }
        func told(since token: String? = nil) throws -> (Set<OccurrenceKey>?, token: String) {
            let changes = house.changes(since: token)
            guard case .series(_, _, _, let keys)? = changes.first?.items.first else {
                return (nil, "")
            }
            return (keys, try #require(changes.last?.token))
        }
        house.calendar { calendar in
            _ = calendar.add(timed("Dinner", ["id": "dinner0", "recurrence": weekly]))
            for key in keys[..<2] { calendar.edit("dinner0_" + key.text, ["summary": "Feast"]) }
        }
        let (first, token) = try told()
        expectEqual(first, Set(keys[..<2]))
        house.calendar { calendar in
            calendar.edit("dinner0", ["recurrence": .null])
            calendar.edit("dinner0", ["recurrence": weekly])
            calendar.remove("dinner0_" + keys[2].text)
        }
        try expectEqual(told(since: token).0, [keys[2]])
        try expectEqual(told().0, [keys[2]])
    }

    @Test func `fetches everything if many series have changed`() throws {
        let house = house(21)
        let token = try #require(house.changes().last?.token)
        house.calendar { calendar in
            for number in 0..<21 {
                calendar.edit(id(number), ["recurrence": ["RRULE:FREQ=WEEKLY"]])
            }
        }
        _ = house.takeRequests()
        expectEqual(house.changes(since: token).last?.listed?.count, 21)
        expectEqual(house.takeSteps(), ["GET events", "GET events"])
    }

    @Test func `reads times in the zone of the event, not of the calendar`() throws {
        let house = house(0)
        house.calendar { calendar in
            calendar.timeZone = "America/New_York"
            _ = calendar.add(timed("Dinner", ["id": "dinner0"]))
        }
        #expect(
            house.event("dinner0")?["start"]?["dateTime"] == "2026-05-04T13:30:00-04:00")
        guard case .series(_, _, let event, _)? = house.changes().first?.items.first else {
            return #expect(Bool(false))
        }
        expectEqual(event.recurrence, (try GoogleSamples.dinner()).recurrence)
    }

    @Test func `lists an unreadable event`() throws {
        let page: JSON = [
            "items": [["id": "odd", "status": "confirmed", "start": ["date": "never"]]],
            "nextSyncToken": "next",
        ]
        var pages = GooglePages()
        let isPage = pages.append(page)
        #expect(isPage)
        expectEqual(pages.listed, ["odd"])
        let problem = EventProblem.badValue(property: "start", value: "never")
        expectEqual(
            pages.said(isWhole: true),
            [
                .unreadable(name: "odd", tag: nil, UnreadableEvent(problem: .event(problem)))
            ])
    }

    @Test func `reports a page that refers to itself as a failure`() {
        var pages = GooglePages()
        let arePages = [
            ["items": [], "nextPageToken": "a"], ["items": [], "nextPageToken": "a"],
            ["items": []], [:],
        ].map { pages.append($0) }
        expectEqual(arePages, [true, false, false, false])
    }

    @Test func `refuses a calendar with more than 20,000 events`() {
        var pages = GooglePages()
        let items = (0...GooglePages.eventsMax).map { number -> JSON in
            ["id": .string("e\(number)"), "status": "confirmed"]
        }
        _ = pages.append(["items": .array(items.dropLast()), "nextPageToken": "a"])
        #expect(!pages.isTooLong)
        _ = pages.append(["items": .array(items.suffix(1)), "nextPageToken": "b"])
        #expect(pages.isTooLong)
    }

    @Test func `reports a missing or unreadable calendar as gone`() {
        let house = house(1)
        let gone = CalendarAnswer.done([
            .calendarRefused(calendar: GoogleHouse.calendar, .gone)
        ])
        house.order(.forbidden, on: "events.list")
        expectEqual(house.fetch(), gone)
        house.server.with { $0.calendars = [:] }
        expectEqual(house.fetch(), gone)
    }
}
