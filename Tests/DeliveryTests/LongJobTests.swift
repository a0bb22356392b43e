import Dispatch
import Locks
import Sync
import Testing

@testable import Delivery

/// Jobs that take minutes and report results on the way.
@Suite(.timeLimit(.minutes(1))) struct LongJobTests {
    /// Runs each job as the test wants.
    private final class Worker: ConnectorCarrier {
        let doesLongJobs: Bool
        private let work: @Sendable (TestJob, any ConnectorProgress) -> ConnectorAnswer

        init(
            doesLongJobs: Bool = true,
            _ work: @escaping @Sendable (TestJob, any ConnectorProgress) -> ConnectorAnswer
        ) {
            self.doesLongJobs = doesLongJobs
            self.work = work
        }

        func carry(
            _ job: any ConnectorJob, telling progress: any ConnectorProgress
        ) -> ConnectorAnswer {
            guard let job = job as? TestJob else { return .same }
            return work(job, progress)
        }

        func carry(
            _ job: any ConnectorJob, with secrets: any ConnectorSecrets
        ) -> ConnectorAnswer {
            guard let job = job as? TestJob else { return .same }
            return work(job, Nobody())
        }
    }

    private struct Nobody: ConnectorProgress {
        var isWanted: Bool { false }
        func tell(_ result: any ConnectorResult) -> Bool { false }
    }

    private struct NoSecrets: ConnectorSecrets {
        func secret(_ name: String) -> String? { nil }
    }

    /// Events that threads wait for.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        func open() { semaphore.signal() }
        func pass() {
            semaphore.wait()
            semaphore.signal()
        }
    }

    private func runner(_ tell: @escaping ReportSender) -> ConnectorRunner {
        ConnectorRunner(timing: ConnectorTiming(), secrets: { _, _ in NoSecrets() }, tell: tell)
    }

    private func maze(since: Int = 1) -> Connector {
        ConnectorRig.connector("m_1", lane: "explore", since: since, period: nil)
    }

    @Test func `a long job reports its results one by one, and waits for each answer`() {
        let told = Locked<[String]>([])
        let ended = Gate()
        let runner = runner { mutation, venue, done in
            guard case .done(let result as TestResult) = mutation.connector?.result else {
                return done(.refused)
            }
            told.with { $0.append("\(venue) \(mutation.action) \(result.text)") }
            let isLast = result.text == "end"
            DispatchQueue.global().async {
                told.with { $0.append("judged \(result.text)") }
                done(result.text == "b" ? .refused : .taken)
                if isLast { ended.open() }
            }
        }
        runner.begin(with: [
            "calendar": Worker { _, progress in
                for text in ["a", "b", "c"] {
                    let isTaken = progress.tell(TestResult(text: text))
                    told.with { $0.append("\(text) is taken: \(isTaken)") }
                }
                return .done("end")
            }
        ])
        runner.set(["calendar": [maze()]], of: "main")
        ended.pass()
        #expect(
            told.with { $0 } == [
                "main calendar.heard a", "judged a", "a is taken: true",
                "main calendar.heard b", "judged b", "b is taken: false",
                "main calendar.heard c", "judged c", "c is taken: true",
                "main calendar.heard end", "judged end",
            ])
        runner.stop()
    }

    @Test(arguments: [false, true])
    func `a long job ends as soon as its connector is removed or changed`(
        isReplaced: Bool
    ) {
        let (begun, dropped, ended) = (Gate(), Gate(), Gate())
        let heard = Locked<[String]>([])
        let runner = runner { mutation, _, done in
            heard.with { $0.append(mutation.connector?.id ?? "") }
            done(.taken)
        }
        let count = Locked(0)
        runner.begin(with: [
            "calendar": Worker { _, progress in
                let isFirst = count.with { count in
                    count += 1
                    return count == 1
                }
                guard isFirst else {
                    ended.open()
                    return .same
                }
                let wasWanted = progress.isWanted
                begun.open()
                dropped.pass()
                let isWanted = progress.isWanted
                let isTaken = progress.tell(TestResult(text: "late"))
                heard.with { $0.append("\(wasWanted) \(isWanted) \(isTaken)") }
                if !isReplaced { ended.open() }
                return .same
            }
        ])
        runner.set(["calendar": [maze()]], of: "main")
        begun.pass()
        runner.set(["calendar": isReplaced ? [maze(since: 2)] : []], of: "main")
        dropped.open()
        ended.pass()
        // Late results are dropped, and the next job begins when this one has ended.
        #expect(heard.with { $0.first } == "true false false")
        #expect(count.with { $0 } == (isReplaced ? 2 : 1))
        runner.stop()
    }

    @Test func `stopping the hub ends a long job, even while it waits for the board`() {
        let (telling, ended) = (Gate(), Gate())
        let outcome = Locked<[Bool]>([])
        let runner = runner { _, _, _ in telling.open() }
        runner.begin(with: [
            "calendar": Worker { _, progress in
                let isTaken = progress.tell(TestResult(text: "a"))
                outcome.with { $0 = [isTaken, progress.isWanted] }
                ended.open()
                return .same
            }
        ])
        runner.set(["calendar": [maze()]], of: "main")
        telling.pass()
        runner.stop()
        ended.pass()
        #expect(outcome.with { $0 } == [false, false])
    }

    @Test func `a long job delays neither other boards nor other venues`() {
        let (release, others) = (Gate(), Gate())
        let done = Locked<Set<String>>([])
        let runner = runner { _, _, done in done(.taken) }
        let short = Worker(doesLongJobs: false) { job, _ in
            let count = done.with { done in
                done.insert(job.text)
                return done.count
            }
            if count == 10 { others.open() }
            return .same
        }
        let long = Worker { _, progress in
            release.pass()
            return .same
        }
        runner.begin(with: ["calendar": short, "maze": long])
        // Start more jobs than there are workers.
        for number in 1...12 {
            runner.set(["maze": [maze()], "calendar": []], of: "venue \(number)")
        }
        for number in 1...10 {
            let connector = ConnectorRig.connector("c_\(number)", lane: "l_\(number)")
            runner.set(["calendar": [connector]], of: "venue of \(number)")
        }
        others.pass()
        release.open()
        runner.stop()
    }
}
