import Sync
import Testing

@testable import Delivery

/// The times of lookups, their reports to boards, and the answers to requests.
@Suite struct LookupPlanTests {
    private static let lane = LookupPlan.Lane(venue: "main", board: "map", server: "far")

    private var plan = LookupPlan(ConnectorTiming())
    private var now = Duration.zero
    /// The actions in order: `run a`, `tell a done`, `answer a found`.
    private var news: [String] = []

    private mutating func ask(_ id: String, tells: Bool = true) {
        let lookup = Lookup(
            id: id, server: Self.lane.server, concurrencyMax: 2, job: TestJob(text: id),
            tellsBoard: tells, action: "map.heard")
        note(plan.ask(lookup, in: Self.lane, at: now))
    }

    private mutating func answer(_ id: String, _ answer: ConnectorAnswer) {
        let key = LookupPlan.Key(lane: Self.lane, id: id)
        note(plan.answered(answer, of: key, jitter: 1, at: now))
    }

    private mutating func hear(_ id: String, _ outcome: ReportAnswer = .taken) {
        note(plan.told(outcome, of: LookupPlan.Key(lane: Self.lane, id: id)))
    }

    private mutating func note(_ actions: [LookupPlan.Action]) {
        news += actions.map { action in
            switch action {
            case .run(_, let key): "run \(key.id)"
            case .tell(let report, _, let key): "tell \(key.id) \(Self.word(for: report.result))"
            case .answer(let answer, let key): "answer \(key.id) \(Self.word(for: answer))"
            }
        }
    }

    private static func word(for result: ConnectorReport.Result) -> String {
        switch result {
        case .done: "done"
        case .same: "same"
        case .failed(let failure): failure.text
        }
    }

    private static func word(for answer: LookupAnswer) -> String {
        switch answer {
        case .found(let results): "found \(results.count)"
        case .failed(let failure, let retryAfter):
            "\(failure.text), \(retryAfter.components.seconds) s"
        case .unfinished: "unfinished"
        }
    }

    private mutating func takeNews() -> [String] {
        defer { news = [] }
        return news
    }

    @Test mutating func `reports results to the board before requests are answered`() {
        ask("a")
        #expect(takeNews() == ["run a"])
        answer("a", .done([TestResult(text: "1"), TestResult(text: "2")]))
        #expect(takeNews() == ["tell a done"])
        hear("a")
        #expect(takeNews() == ["tell a done"])
        hear("a", .refused)
        #expect(takeNews() == ["answer a found 2"])
    }

    @Test mutating func `joins an equal lookup in progress, and the third of two waits`() {
        ask("a")
        ask("a")
        ask("b")
        ask("c")
        ask("c")
        #expect(takeNews() == ["run a", "run b"])
        answer("b", .done([TestResult(text: "1")]))
        hear("b")
        #expect(takeNews() == ["tell b done", "answer b found 1", "run c"])
    }

    @Test mutating func `reports only that the lookup works to a board that ignores results`() {
        ask("a", tells: false)
        answer("a", .done([TestResult(text: "1")]))
        #expect(takeNews() == ["run a", "tell a same"])
        hear("a")
        ask("b", tells: false)
        answer("b", .done([TestResult(text: "1")]))
        #expect(takeNews() == ["answer a found 1", "run b", "answer b found 1"])
    }

    @Test mutating func `limits the pause that a server asks for to a day`() {
        ask("a")
        answer("a", .failed(.answered(429), secondsMin: .max))
        hear("a")
        #expect(
            takeNews() == ["run a", "tell a answered 429", "answer a answered 429, 86400 s"])
    }

    @Test mutating func `a failure pauses the server, and answers all waiting requests`() {
        for id in ["a", "b", "c"] { ask(id) }
        answer("a", .failed(.answered(429), secondsMin: 30))
        #expect(
            takeNews() == [
                "run a", "run b", "answer c answered 429, 30 s", "tell a answered 429",
            ])
        hear("a")
        now = .seconds(10)
        ask("d")
        #expect(takeNews() == ["answer a answered 429, 30 s", "answer d answered 429, 20 s"])
        now = .seconds(30)
        ask("d")
        answer("d", .done([TestResult(text: "1")]))
        hear("d")
        #expect(takeNews() == ["run d", "tell d done", "answer d found 1"])
    }

    @Test
    mutating func `reports a failure to the board once, a different one again, and its end`() {
        for (second, failure) in [EffectFailure.timedOut, .timedOut, .unreachable].enumerated() {
            now = .seconds(1_000 * second)
            ask("a")
            answer("a", .failed(failure, secondsMin: nil))
            hear("a")
        }
        #expect(
            takeNews().filter { $0.hasPrefix("tell") } == [
                "tell a timed_out", "tell a unreachable",
            ])
        now = .seconds(5_000)
        ask("a", tells: false)
        answer("a", .done([]))
        hear("a")
        #expect(takeNews() == ["run a", "tell a same", "answer a found 0"])
    }

    @Test mutating func `repeats a report that a board could not take with the next lookup`() {
        ask("a", tells: false)
        answer("a", .failed(.timedOut, secondsMin: nil))
        hear("a", .unavailable)
        now = .seconds(100)
        ask("a", tells: false)
        answer("a", .failed(.timedOut, secondsMin: nil))
        #expect(takeNews().filter { $0.hasPrefix("tell") }.count == 2)
    }

    @Test mutating func `refuses requests beyond the limit of waiting ones`() {
        for number in 0..<(2 + LookupPlan.waitingCountMax) { ask("\(number)") }
        #expect(takeNews() == ["run 0", "run 1"])
        ask("one more")
        #expect(takeNews() == ["answer one more too_many, 1 s"])
    }
}
