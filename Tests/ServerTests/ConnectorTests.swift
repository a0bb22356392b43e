import BoardKit
import Client
import Dispatch
import Foundation
import JSON
import Locks
import ShippedBoards
import Sync
import TestSupport
import Testing
import Transport

@testable import Delivery
@testable import Server

/// Connectors: when they run, and their reports to boards.
@Suite(.timeLimit(.minutes(5))) struct ConnectorTests {
    /// Gives the test's answers and records the jobs.
    private final class Elsewhere: ConnectorCarrier {
        let answer = Locked<ConnectorAnswer>(.failed(.unreachable, secondsMin: nil))
        let jobs = Locked<[ReminderBoard.Job]>([])
        let secrets = Locked<[String?]>([])
        /// Makes `write` jobs wait until this is signalled.
        let writing = DispatchSemaphore(value: 0)

        func carry(
            _ job: any ConnectorJob, with secrets: any ConnectorSecrets
        ) -> ConnectorAnswer {
            guard let job = job as? ReminderBoard.Job else { return .same }
            let secret = try? secrets.secret("sender/token")
            self.secrets.with { $0.append(secret) }
            jobs.with { $0.append(job) }
            if job == .write {
                writing.wait()
                writing.signal()
                return .same
            }
            return answer.with { $0 }
        }

        func say(_ text: String) {
            answer.with { $0 = .done([ReminderBoard.Text(text: text)]) }
        }

        func awaitJobs(_ count: Int) {
            while jobs.with({ $0.count }) < count { usleep(1_000) }
        }

        var readCount: Int { jobs.with { jobs in jobs.count { $0 != .write } } }
    }

    private let elsewhere = Elsewhere()
    private let hub: LiveHub

    init() throws {
        hub = try LiveHub(changing: { [elsewhere] options in
            options.boards = BoardRegistry(BoardRegistry.shipped.modules + [ReminderBoard.module])
            options.carriers.connectors["reminder"] = { _ in elsewhere }
            options.sender = { _ in NoSender() }
            options.timing.connectors.firstPause = .milliseconds(1)
            options.timing.connectors.pauseMax = .milliseconds(3)
        })
        elsewhere.writing.signal()
    }

    private func follow(_ address: String, id: String = "f") throws {
        _ = try hub.connect(.owner).ask(id, "reminder.follow", ["address": .string(address)])
    }

    private func awaitFeed(_ isWanted: (JSON) -> Bool) throws {
        let http = try hub.http(.owner)
        while true {
            let feed = try http.view("reminder/feed", venue: "main")["doc"]?["feed"] ?? .null
            if isWanted(feed) { return }
            usleep(1_000)
        }
    }

    @Test func `journals the results and the staleness of a connector`() throws {
        let watcher = try hub.connect(.owner)
        try watcher.subscribe("reminder/feed")
        try follow("http://example.org/")
        try awaitFeed { $0["staleSince"]?.text != nil }
        elsewhere.say("Monday")
        try awaitFeed { $0 == ["text": "Monday"] }
        elsewhere.answer.with { $0 = .failed(.timedOut, secondsMin: nil) }
        try awaitFeed { $0["staleSince"]?.text != nil }
        // Further failures make no event, and the job is retried as soon as possible.
        elsewhere.awaitJobs(elsewhere.jobs.with { $0.count } + 10)
        elsewhere.answer.with { $0 = .same }
        try awaitFeed { $0 == ["text": "Monday"] }
        elsewhere.awaitJobs(elsewhere.jobs.with { $0.count } + 10)
        let kinds = try hub.journal().map(\.kind)
        expectEqual(kinds, ["followed", "missed", "heard", "missed", "heard"])
        // Keep the board watched until here.
        try watcher.ping()
        try expectEqual(hub.journal()[1].actor, .hub)
    }

    @Test func `journals no known result again after a restart`() throws {
        elsewhere.say("Monday")
        try follow("http://a.example/")
        try awaitFeed { $0 == ["text": "Monday"] }
        try hub.restart()
        elsewhere.awaitJobs(4)
        elsewhere.say("Tuesday")
        try follow("http://b.example/", id: "g")
        try awaitFeed { $0 == ["text": "Tuesday"] }
        let last = elsewhere.jobs.with { $0.last { $0 != .write } }
        expectEqual(last, .read(address: "http://b.example/"))
        hub.stop()
        try expectEqual(hub.journal().map(\.kind), ["followed", "heard", "followed", "heard"])
    }

    @Test func `a board's route wakes its connector`() throws {
        elsewhere.say("Monday")
        try follow("http://a.example/")
        try awaitFeed { $0 == ["text": "Monday"] }
        elsewhere.say("Tuesday")
        let path = "/v1/main/reminder/push/"
        try expectEqual(hub.ask("POST", path + "secret", ["X-Token": "8"]).status, 404)
        try expectEqual(hub.ask("POST", path + "other", ["X-Token": "7"]).status, 404)
        expectEqual(elsewhere.readCount, 1)
        let answer = try hub.ask("POST", path + "secret", ["X-Token": "7"])
        #expect(answer.status == 200 && answer.body.isEmpty)
        try awaitFeed { $0 == ["text": "Tuesday"] }
    }

    @Test func `gives a job the current secrets of its board and venue`() throws {
        let owner = try hub.connect(.owner)
        try follow("http://a.example/")
        elsewhere.awaitJobs(2)
        _ = try owner.ask("s", "reminder.configure", ["token": "k3y"])
        try follow("http://b.example/", id: "g")
        while elsewhere.secrets.with({ $0.last }) != "k3y" { usleep(1_000) }
        expectEqual(elsewhere.secrets.with { $0.first }, .some(nil))
    }

    @Test func `a hanging job delays neither other lanes nor the end of the hub`() throws {
        elsewhere.writing.wait()
        elsewhere.say("Monday")
        try follow("http://a.example/")
        try awaitFeed { $0 == ["text": "Monday"] }
        let count = try hub.journal().count
        hub.stop()
        elsewhere.writing.signal()
        try expectEqual(hub.journal().count, count)
    }
}
