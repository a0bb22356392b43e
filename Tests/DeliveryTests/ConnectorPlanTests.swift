import Sync
import Testing

@testable import Delivery

/// The times of connectors' jobs, and their reports to boards.
@Suite struct ConnectorPlanTests {
    private typealias Rig = ConnectorRig

    private var rig = ConnectorRig()

    // MARK: Order and time

    @Test mutating func `runs a lane's connectors in the board's order, and lanes concurrently`() {
        rig.want(
            Rig.connector("find"), Rig.connector("write"), Rig.connector("other", lane: "b"))
        #expect(rig.begin() == ["find", "other"])
        rig.pass(.seconds(600))
        #expect(rig.begin() == [])
        rig.answer(.done("x"))
        #expect(rig.begin() == [])
        rig.hear()
        #expect(rig.begin() == ["write"])
        rig.answer(.same, lane: "b")
        #expect(rig.news == ["other same"])
    }

    @Test mutating func `runs a connector after its period, sooner while watched, or when woken`() {
        rig.want(Rig.connector("fetch", watched: .seconds(10)))
        #expect(rig.finish() == "fetch")
        rig.pass(.seconds(59))
        #expect(rig.begin() == [])
        rig.pass(.seconds(1))
        #expect(rig.finish() == "fetch")
        rig.pass(.seconds(9))
        rig.watch(["calendar"])
        #expect(rig.begin() == [])
        rig.pass(.seconds(1))
        #expect(rig.finish() == "fetch")
        rig.watch(["another"])
        rig.pass(.seconds(30))
        #expect(rig.begin() == [])
        // A job that the shorter period makes overdue runs once the board is watched.
        rig.watch(["calendar"])
        #expect(rig.finish() == "fetch")
        rig.wake("another")
        #expect(rig.begin() == [])
        rig.wake("fetch")
        #expect(rig.finish() == "fetch")
        #expect(rig.begin() == [])
    }

    @Test mutating func `without a period, a connector runs again only with a new since`() {
        rig.want(Rig.connector("write", period: nil))
        #expect(rig.finish() == "write")
        #expect(rig.plan.nextDue == nil)
        rig.want(Rig.connector("write", job: "other content", period: nil))
        #expect(rig.plan.nextDue == nil)
        rig.want(Rig.connector("write", since: 2, job: "more content", period: nil))
        #expect(rig.finish() == "more content")
        rig.want()
        #expect(rig.plan.nextDue == nil)
    }

    @Test mutating func `a connector wanted again during its job runs its latest job once`() {
        rig.want(Rig.connector("write", period: nil))
        #expect(rig.begin() == ["write"])
        rig.want(Rig.connector("write", since: 2, job: "later content", period: nil))
        rig.answer(.done("written"))
        rig.want(Rig.connector("write", since: 2, job: "latest content", period: nil))
        rig.hear()
        #expect(rig.begin() == ["latest content"])
        rig.wake("write")
        rig.answer(.same)
        rig.hear()
        #expect(rig.finish() == "latest content")
        #expect(rig.plan.nextDue == nil)
    }

    @Test mutating func `does not run a connector that is no longer wanted`() {
        rig.want(Rig.connector("write"))
        rig.want()
        #expect(rig.begin() == [])
        rig.want(Rig.connector("write"), Rig.connector("write", job: "its double"))
        #expect(rig.finish() == "write")
        #expect(rig.plan.nextDue == .seconds(60))
    }

    // MARK: Results

    @Test mutating func `reports results one after another, even after a refused one`() {
        rig.want(Rig.connector("fetch"))
        #expect(rig.begin() == ["fetch"])
        rig.answer(.done("first", "second", "third"))
        #expect(rig.news == ["fetch first"])
        rig.hear()
        #expect(rig.news == ["fetch second"])
        rig.hear(.refused)
        #expect(rig.news == ["fetch third"])
        rig.hear()
        #expect(rig.news == [])
        #expect(rig.plan.nextDue == .seconds(60))
    }

    @Test mutating func `drops the rest when a result can't be reported, and repeats the job soon`()
    {
        rig.want(Rig.connector("fetch", period: nil), Rig.connector("other"))
        #expect(rig.begin() == ["fetch"])
        rig.answer(.done("first", "second"))
        rig.hear(.unavailable, jitter: 0.5)
        #expect(rig.news == [])
        // This is not a failure, so the lane does not pause.
        #expect(rig.finish() == "other")
        rig.pass(.milliseconds(499))
        #expect(rig.begin() == [])
        rig.pass(.milliseconds(1))
        #expect(rig.begin() == ["fetch"])
        rig.answer(.done("first", "second"))
        rig.hear()
        rig.hear(.unavailable)
        #expect(rig.plan.nextDue == rig.now + .seconds(2))
        rig.pass(.seconds(2))
        #expect(rig.begin() == ["fetch"])
        // The board's state is unknown now.
        rig.answer(.same)
        #expect(rig.news == ["fetch same"])
        rig.hear()
        #expect(rig.plan.nextDue == .seconds(60))
    }

    @Test mutating func `reports results of a connector that was removed or changed meanwhile`() {
        rig.want(Rig.connector("fetch"))
        #expect(rig.begin() == ["fetch"])
        rig.want()
        rig.answer(.done("first", "second"))
        rig.want(Rig.connector("fetch", job: "fetch again"))
        rig.hear()
        #expect(rig.news == ["fetch second"])
        #expect(rig.begin() == [])
        rig.hear()
        #expect(rig.begin() == ["fetch again"])
    }

    @Test mutating func `reports no failure of a connector that was removed or changed meanwhile`()
    {
        for answer in [ConnectorAnswer.same, .failed] {
            rig.want(Rig.connector("fetch"))
            #expect(rig.begin() == ["fetch"])
            rig.want()
            rig.want(Rig.connector("fetch"))
            rig.answer(answer)
            #expect(rig.news == [])
            rig.pass(.seconds(1))
            #expect(rig.finish() == "fetch")
            rig.want()
        }
    }

    // MARK: Failures

    @Test mutating func `reports the first of several failures, and their end`() {
        rig.want(Rig.connector("fetch"))
        #expect(rig.finish(.done("x")) == "fetch")
        var news: [[String]] = []
        for answer in [ConnectorAnswer.failed, .failed, .same, .same, .failed, .done("y"), .same] {
            rig.pass(.seconds(60))
            #expect(rig.begin() == ["fetch"])
            rig.answer(answer)
            news.append(rig.news)
            if !rig.telling.isEmpty { rig.hear() }
        }
        let (bad, good) = (["fetch timed_out"], ["fetch same"])
        #expect(news == [bad, [], good, [], bad, ["fetch y"], []])
    }

    @Test mutating func `a refused result ends no failure, so the next success is reported`() {
        rig.want(Rig.connector("fetch"))
        _ = rig.finish(.failed)
        rig.pass(.seconds(60))
        _ = rig.begin()
        rig.answer(.done("of an earlier state"))
        rig.hear(.refused)
        rig.pass(.seconds(60))
        _ = rig.begin()
        rig.answer(.done())
        #expect(rig.news == ["fetch same"])
    }

    @Test
    mutating func `repeats a failure report that the board could not take with the next failure`() {
        rig.want(Rig.connector("fetch"))
        _ = rig.begin()
        rig.answer(.failed)
        rig.hear(.unavailable)
        rig.pass(.seconds(1))
        _ = rig.begin()
        rig.answer(.failed)
        #expect(rig.news == ["fetch timed_out"])
    }

    @Test mutating func `does not know the board's state after a start or a change`() {
        rig.want(Rig.connector("fetch"))
        _ = rig.begin()
        rig.answer(.same)
        #expect(rig.news == ["fetch same"])
        rig.hear(.refused)
        rig.want(Rig.connector("fetch", since: 2))
        _ = rig.begin()
        rig.answer(.failed)
        #expect(rig.news == ["fetch timed_out"])
        rig.hear()
        rig.want(Rig.connector("fetch", since: 3))
        rig.pass(.seconds(1))
        _ = rig.begin()
        rig.answer(.failed)
        #expect(rig.news == ["fetch timed_out"])
    }

    @Test mutating func `a failure pauses the whole lane, and longer each time`() {
        rig.want(
            Rig.connector("fetch"), Rig.connector("write"), Rig.connector("other", lane: "b"))
        _ = rig.begin()
        rig.answer(.same, lane: "b")
        rig.answer(.failed, jitter: 0.5)
        rig.hear()
        rig.hear()
        rig.pass(.milliseconds(499))
        #expect(rig.begin() == [])
        rig.pass(.milliseconds(1))
        var pauses: [Duration] = []
        for _ in 0..<20 {
            #expect(rig.begin().count == 1)
            rig.answer(.failed)
            while !rig.telling.isEmpty { rig.hear() }
            let due = rig.plan.nextDue ?? .zero
            // The other lane has its period.
            pauses.append(due - rig.now)
            rig.want(Rig.connector("fetch"), Rig.connector("write"))
            rig.pass(due - rig.now)
        }
        let doubling = [2, 4, 8, 16, 32, 64, 128, 256].map(Duration.seconds)
        #expect(pauses.prefix(8) == doubling[...])
        #expect(Set(pauses.dropFirst(8)) == [.seconds(300)])
        // A success ends the pause.
        _ = rig.finish()
        #expect(rig.called.count == 1)
    }

    @Test mutating func `keeps the pause that the other side asks for, until somebody asks`() {
        rig.want(Rig.connector("fetch"), Rig.connector("write"))
        _ = rig.begin()
        rig.answer(.failed(.answered(429), secondsMin: 90))
        rig.hear()
        rig.wake("fetch")
        rig.want(Rig.connector("fetch", since: 2))
        rig.want()
        rig.pass(.seconds(89))
        rig.want(Rig.connector("fetch", since: 3))
        #expect(rig.begin() == [])
        rig.pass(.seconds(1))
        #expect(rig.begin() == ["fetch"])
        rig.answer(.failed(.answered(429), secondsMin: 90))
        rig.hear()
        rig.want(Rig.connector("fetch", since: 4, askedAt: 4))
        #expect(rig.begin() == ["fetch"])
    }

    @Test mutating func `reports a wait longer than any pause after failures, and its end`() {
        rig.want(Rig.connector("fetch"))
        for seconds in [301, 86_400] {
            _ = rig.begin()
            rig.answer(.failed(.answered(503), secondsMin: seconds))
            #expect(rig.telling.first?.report.waitSeconds == seconds)
            rig.hear()
            rig.pass(.seconds(seconds))
        }
        _ = rig.begin()
        rig.answer(.failed(.answered(503), secondsMin: 300))
        #expect(rig.news == [])
        rig.pass(.seconds(300))
        _ = rig.begin()
        rig.answer(.same)
        #expect(rig.news == ["fetch same"])
    }

    @Test mutating func `a lane that fills the journal waits, even when somebody asks`() {
        let timing = ConnectorTiming()
        rig.want(Rig.connector("fetch"))
        func fetch(writing bytes: Int) {
            #expect(rig.begin() == ["fetch"])
            rig.write(bytes, by: "fetch")
            rig.answer(.done("all", "the rest"))
            rig.hear()
            rig.hear()
        }
        // A whole calendar, then a change of all its events, cause no wait.
        for bytes in [timing.journalBytesFirst, 4 * timing.journalBytesPerHour] {
            fetch(writing: bytes)
            #expect(rig.news == [])
            rig.pass(.seconds(60))
        }
        fetch(writing: timing.journalBytesPerHour)
        #expect(rig.news == ["fetch same"])
        #expect(rig.telling.first?.report.waitSeconds == 3_540)
        rig.hear()
        rig.want(Rig.connector("fetch", since: 2, askedAt: 2))
        rig.pass(.seconds(3_539))
        #expect(rig.begin() == [])
        rig.pass(.seconds(1))
        #expect(rig.begin() == ["fetch"])
        rig.answer(.same)
        #expect(rig.news == ["fetch same"])
    }

    @Test(arguments: [86_401, 1_000_000_000_000_000, .max, .min, -1, 0])
    mutating func `tries a server again within a day, whatever pause it asks for`(
        seconds: Int
    ) {
        rig.want(Rig.connector("fetch"))
        _ = rig.begin()
        rig.answer(.failed(.answered(503), secondsMin: seconds))
        rig.hear()
        rig.pass(.seconds(86_400))
        #expect(rig.begin() == ["fetch"])
    }

    @Test mutating func `a connector that always fails doesn't block the others of its lane`() {
        rig.want(Rig.connector("bad"), Rig.connector("good", period: .seconds(5)))
        var jobs: [String] = []
        for _ in 0..<400 {
            rig.pass(.seconds(1))
            for job in rig.begin() {
                jobs.append(job)
                rig.answer(job == "bad" ? .failed : .same)
                while !rig.telling.isEmpty { rig.hear() }
            }
        }
        #expect(jobs.count { $0 == "good" } > 60)
        // Its pauses grow, too.
        #expect((5...12).contains(jobs.count { $0 == "bad" }))
    }

    @Test
    mutating func `a connector that moves to another lane ends in the first before it runs there`()
    {
        rig.want(Rig.connector("write"))
        #expect(rig.begin() == ["write"])
        rig.want(Rig.connector("write", lane: "b", since: 2, job: "moved"), Rig.connector("fetch"))
        #expect(rig.begin() == [])
        rig.answer(.failed)
        #expect(rig.begin() == ["moved"])
        rig.answer(.same, lane: "b")
        rig.hear()
        rig.pass(.seconds(1))
        #expect(rig.begin() == ["fetch"])
    }

    @Test mutating func `keeps the connectors of boards apart`() {
        let fetch = Rig.connector("fetch")
        var plan = ConnectorPlan(ConnectorTiming())
        _ = plan.set(["calendar": [fetch], "places": [fetch]], at: .zero)
        let places = ConnectorPlan.Lane(board: "places", name: "a")
        #expect(plan.begin(places, at: .zero) != nil)
        #expect(plan.begin(Rig.lane("a"), at: .zero) != nil)
        #expect(plan.begin(places, at: .zero) == nil)
    }
}
