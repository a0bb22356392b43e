import Boards
import Client
import Foundation
import JSON
import Locks
import Sync
import Testing
import Transport

@testable import Delivery
@testable import Server

/// What boards have fetched: when, and what they are told.
@Suite(.timeLimit(.minutes(5))) struct ConnectorTests {
    /// Answers as a test wants, and keeps the tags that it was asked with.
    private final class Answers: Fetcher {
        let answer = Locked<FetchAnswer>(.failed(.unreachable))
        let fetches = Locked<[(address: String, tag: String?)]>([])

        func fetch(_ connector: Connector, tag: String?) -> FetchAnswer {
            fetches.with { $0.append((connector.address, tag)) }
            return answer.with { $0 }
        }
    }

    private func hub(_ fetcher: Answers) throws -> LiveHub {
        try LiveHub(changing: { options in
            options.boards = BoardRegistry(BoardRegistry.shipped.modules + [ReminderBoard.module])
            options.fetcher = fetcher
            options.timing.connectors.firstPause = .milliseconds(1)
            options.timing.connectors.breakPause = .milliseconds(3)
        })
    }

    private func awaitFeed(of hub: LiveHub, _ isWanted: (JSON) -> Bool) throws {
        let http = try hub.http(.owner)
        while true {
            let feed = try http.view("reminder/feed", venue: "main")["doc"]?["feed"] ?? .null
            if isWanted(feed) { return }
            usleep(1_000)
        }
    }

    @Test func `what a board wants fetched enters by events, and it says since when it is stale`()
        throws
    {
        let fetcher = Answers()
        let hub = try hub(fetcher)
        let owner = try hub.connect(.owner)
        _ = try owner.ask("f", "reminder.follow", ["address": "http://example.org/"])
        try awaitFeed(of: hub) { $0["staleSince"]?.text != nil }
        fetcher.answer.with { $0 = .content(Array("Monday".utf8), tag: "a") }
        try awaitFeed(of: hub) { $0 == ["text": "Monday"] }
        fetcher.answer.with { $0 = .same }
        while !fetcher.fetches.with({ $0.contains { $0.tag == "a" } }) { usleep(1_000) }
        fetcher.answer.with { $0 = .failed(.timedOut) }
        try awaitFeed(of: hub) { $0["staleSince"]?.text != nil }
        // It fails on, which is no event, and is fetched again as soon as it can be.
        let count = fetcher.fetches.with { $0.count }
        while fetcher.fetches.with({ $0.count }) < count + 10 { usleep(1_000) }
        fetcher.answer.with { $0 = .same }
        try awaitFeed(of: hub) { $0 == ["text": "Monday"] }
        let kinds = try hub.journal().map(\.kind)
        #expect(kinds == ["followed", "missed", "fetched", "missed", "fetched"])
        #expect(try hub.journal()[1].actor == .hub)
    }

    @Test func `content that a board knows already is no event after a restart`() throws {
        let fetcher = Answers()
        fetcher.answer.with { $0 = .content(Array("Monday".utf8), tag: nil) }
        let hub = try hub(fetcher)
        _ = try hub.connect(.owner).ask("f", "reminder.follow", ["address": "http://a.example/"])
        try awaitFeed(of: hub) { $0 == ["text": "Monday"] }
        try hub.restart()
        let count = fetcher.fetches.with { $0.count }
        while fetcher.fetches.with({ $0.count }) < count + 3 { usleep(1_000) }
        // Another address is fetched at once, and the old one no more.
        fetcher.answer.with { $0 = .content(Array("Tuesday".utf8), tag: nil) }
        _ = try hub.connect(.owner).ask("g", "reminder.follow", ["address": "http://b.example/"])
        try awaitFeed(of: hub) { $0 == ["text": "Tuesday"] }
        let seen = fetcher.fetches.with { $0.count }
        while fetcher.fetches.with({ $0.count }) < seen + 5 { usleep(1_000) }
        let addresses = fetcher.fetches.with { $0.dropFirst(seen + 1).map(\.address) }
        #expect(Set(addresses) == ["http://b.example/"])
        hub.stop()
        #expect(
            try hub.journal().map(\.kind).filter { $0 == "fetched" }.count == 2)
    }

    @Test func `a report that can't be delivered is made up for by the next fetch`() throws {
        let fetcher = Answers()
        fetcher.answer.with { $0 = .content([1], tag: "a") }
        let told = Locked<[Mutation]>([])
        var timing = ConnectorTiming()
        timing.firstPause = .milliseconds(1)
        let runner = ConnectorRunner(fetcher: fetcher, timing: timing) { mutation, _, done in
            let count = told.with { told in
                told.append(mutation)
                return told.count
            }
            done(count < 3 ? .unavailable : .taken)
        }
        let connector = Connector(
            id: "c_1", address: "https://example.org/a.ics", since: 1, period: .seconds(60),
            bytesMax: 10, action: "calendar.fetched")
        runner.set(["calendar": [connector]], of: "main")
        while told.with({ $0.count }) < 3 { usleep(500) }
        let reports = told.with { $0.compactMap(\.fetch) }
        #expect(
            reports == Array(repeating: FetchReport(id: "c_1", result: .content([1])), count: 3))
        #expect(fetcher.fetches.with { $0.map(\.tag) } == [nil, nil, nil])
        runner.stop()
        runner.set(["calendar": []], of: "main")
    }
}
