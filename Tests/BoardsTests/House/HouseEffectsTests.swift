import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import HouseBoard

/// The house's list of failed effects.
@Suite struct HouseEffectsTests {
    private static let owner = Principal(role: .owner, device: "d_owner")
    private static let since = Instant(milliseconds: 1_795_197_600_000)

    private var house = House(venue: .ofTests(), dependencies: .everyone)
    private var rev = 0

    private func report(
        _ id: String, _ state: EffectReport.State = .waiting, tries: Int = 1, after: Int = 0
    ) -> EffectReport {
        EffectReport(
            id: id, target: "webhook", state: state,
            since: Self.since.adding(milliseconds: Int64(after)), tryCount: tries,
            nextAt: state == .waiting ? Self.since : nil, failure: .answered(500))
    }

    private func decide(
        _ action: String, _ arguments: [String: JSON] = [:], _ report: EffectReport? = nil
    ) throws(Rejection) -> Decision {
        try house.decide(
            Mutation(id: "m", action: action, arguments: arguments, effect: report),
            by: Self.owner, at: Moment(now: Self.since, rev: rev + 1), among: BoardStates())
    }

    private func refusal(
        of action: String, _ arguments: [String: JSON] = [:], _ report: EffectReport? = nil
    ) -> RejectCode? {
        do throws(Rejection) {
            _ = try decide(action, arguments, report)
            return nil
        } catch {
            return error.code
        }
    }

    private mutating func carryOut(_ decision: Decision, _ report: EffectReport? = nil)
        -> [RowChange]
    {
        rev += 1
        var data = decision.data.members ?? [:]
        data["effect"] = report?.json
        return house.apply(
            Event(
                rev: rev, at: Self.since, board: "house", kind: decision.kind,
                subject: decision.subject, data: .object(data),
                actor: report == nil ? "owner:d_owner" : .hub, mutationID: nil))
    }

    @discardableResult
    private mutating func note(_ report: EffectReport) throws -> [RowChange] {
        carryOut(try decide("house.note_effect", [:], report), report)
    }

    private var ids: [String] { house.effects.reports.keys.sorted() }

    @Test mutating func `shows a row from the first failed attempt until success`() throws {
        let changes = try note(report("k"))
        expectEqual(changes.map(\.view), ["house/effects"])
        expectEqual(
            changes.first?.value,
            [
                "target": "webhook", "state": "waiting", "since": "2026-11-20T18:00:00.000Z",
                "nextAt": "2026-11-20T18:00:00.000Z", "tries": 1, "problem": "answered",
                "status": 500,
            ])
        #expect(try note(report("k")).isEmpty)
        try expectEqual(note(report("k", tries: 2)).count, 1)
        let end = try note(report("k", .done, tries: 2))
        #expect(end.map(\.row) == ["k"] && end[0].value == nil)
        #expect(try note(report("k", .done, tries: 2)).isEmpty)
    }

    @Test mutating func `retries or drops a shown effect for the owner`() throws {
        for action in ["house.retry", "house.drop"] {
            expectEqual(refusal(of: action, ["effect": "k"]), .notFound)
            expectEqual(refusal(of: action), .invalid)
        }
        try note(report("k", .dead, tries: 200))
        let retry = try decide("house.retry", ["effect": "k"])
        #expect(retry.kind == "effect_retried" && retry.effectChange == .retry(key: "k"))
        #expect(carryOut(retry).first?.value?["state"] == "waiting")
        // The end of a missing effect is reported only while its row is shown.
        let lost = report("k", .dropped)
        try expectEqual(decide("house.note_effect", [:], lost).kind, "effect_dropped")
        let drop = try decide("house.drop", ["effect": "k"])
        #expect(drop.kind == "effect_dropped" && drop.effectChange == .drop(key: "k"))
        expectEqual(carryOut(drop).map(\.row), ["k"])
        // The end of an attempt under way is ignored and restores no row.
        expectEqual(refusal(of: "house.note_effect", [:], report("k", tries: 201)), .notFound)
        expectEqual(refusal(of: "house.note_effect"), .notFound)
        expectEqual(refusal(of: "house.note_effect", [:], lost), .notFound)
    }

    @Test mutating func `shows the hub's reports on other boards' effects`() {
        func event(_ rev: Int, _ actor: Actor) -> Event {
            Event(
                rev: rev, at: Self.since, board: "booking", kind: "failed", subject: "b_1",
                data: ["effect": report("k", .dead).json], actor: actor, mutationID: nil)
        }
        #expect(house.hear(event(1, "host:d_1")).isEmpty)
        expectEqual(house.hear(event(2, .hub)).map(\.row), ["k"])
    }

    @Test mutating func `bounds the rows, and removes the oldest first`() throws {
        let count = EffectReport.deadCountMax + 2
        for number in 0..<count { try note(report("d\(number)", .dead, after: number)) }
        for number in 0..<count { try note(report("w\(number)", after: number)) }
        expectEqual(ids.count, EffectReport.deadCountMax + TroubledEffects.waitingCountMax)
        #expect(!ids.contains("d1") && ids.contains("d2") && !ids.contains("w1"))
        // An effect without a row gets one at its next attempt.
        try expectEqual(note(report("w1", tries: 2, after: count)).count, 2)
        // An effect older than all rows gets none.
        #expect(try note(report("old", after: -1)).isEmpty)
    }

    @Test mutating func `saves the rows of effects with the house's state`() throws {
        try note(report("k"))
        try note(report("l", .dead))
        var writer = StateWriter()
        house.save(to: &writer)
        var again = HouseEffectsTests().house
        var reader = StateReader(writer.bytes)
        try again.restore(from: &reader)
        #expect(again.effects == house.effects && again.effects.reports.count == 2)
        var other = StateWriter()
        other.write(["{}"])
        var bad = StateReader(other.bytes)
        #expect(throws: StateError.self) { _ = try TroubledEffects(from: &bad) }
    }
}
