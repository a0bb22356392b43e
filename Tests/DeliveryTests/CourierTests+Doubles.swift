import Dispatch
import JSON
import Locks
import Storage
import Testing
import Transport

@testable import Delivery
@testable import SQLiteStorage
@testable import Sync

extension CourierTests {
    /// Records effects and answers as the test wants.
    final class Carrier: EffectCarrier {
        let carried = Locked<[WaitingEffect]>([])
        let ends = Locked<[(key: String, isDelivered: Bool)]>([])
        private let changes = DispatchSemaphore(value: 0)
        private let answer: @Sendable (WaitingEffect, _ attempt: Int) throws(EffectProblem) -> Void

        init(
            _ answer: @escaping @Sendable (WaitingEffect, Int) throws(EffectProblem) -> Void = {
                (_, _) throws(EffectProblem) in
            }
        ) {
            self.answer = answer
        }

        func carry(_ effect: WaitingEffect) throws(EffectProblem) {
            let attempt = carried.with { carried in
                carried.append(effect)
                return carried.count
            }
            try answer(effect, attempt)
        }

        func ended(_ effect: WaitingEffect, isDelivered: Bool) {
            ends.with { $0.append((effect.key, isDelivered)) }
            changes.signal()
        }

        /// Waits until this number of effects has ended.
        func awaitEnds(_ count: Int) throws {
            for _ in 0..<count { try #require(changes.wait(timeout: .now() + 60) == .success) }
        }
    }

    /// Turns reports into events as a venue does, or gives other answers.
    final class Teller: Sendable {
        let told = Locked<[Mutation]>([])
        /// The number of answered reports.
        let answeredCount = Locked(0)
        private let store: Store
        private let answer: @Sendable (Mutation, _ telling: Int) -> ReportAnswer
        private let lastRev = Locked(0)

        init(
            _ store: Store,
            _ answer: @escaping @Sendable (Mutation, Int) -> ReportAnswer = { _, _ in .taken }
        ) {
            self.store = store
            self.answer = answer
        }

        func tell(_ mutation: Mutation, _ venue: String, _ done: (ReportAnswer) -> Void) {
            let telling = told.with { told in
                told.append(mutation)
                return told.count
            }
            let outcome = answer(mutation, telling)
            if outcome == .taken, let report = mutation.effect {
                append(report.change, at: report.since)
            }
            done(outcome)
            answeredCount.with { $0 += 1 }
        }

        func append(_ change: EffectChange, at now: Instant) {
            lastRev.with { rev in
                rev += 1
                let event = Event(
                    rev: rev, at: now, board: "house", kind: "effect_noted", subject: "effect",
                    data: [:], actor: .hub, mutationID: nil)
                let entry = JournalEntry(event: event, fingerprint: nil, effectChange: change)
                _ = store.append([JournalBatch(venue: "main", generation: 0, entries: [entry])])
            }
        }

        /// The reports about one effect.
        func reports(of key: String) -> [EffectReport] {
            told.with { $0.compactMap(\.effect).filter { $0.id == key } }
        }

        /// The reports to the house that an effect was given up.
        var dead: [EffectReport] {
            told.with { told in
                told.filter { $0.action == "house.note_effect" }.compactMap(\.effect)
                    .filter { $0.state == .dead }
            }
        }
    }
}
