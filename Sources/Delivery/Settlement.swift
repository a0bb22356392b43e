import Credentials
import JSON
import Storage
import Sync

/// An outcome that is being reported to the effect's board, or to the `house` board.
struct Settlement {
    var effect: WaitingEffect
    var report: EffectReport
    var action: String
    var arguments: [String: JSON]
    /// The number of times that the report failed.
    var failureCount = 0
    /// Whether the owner has dropped the effect since. The event of the drop is durable.
    var isDropped = false
    /// Whether the owner has retried the effect since. The event of the retry is durable.
    var isRetried = false

    /// Whether the effect may be waiting in the store again.
    var mayWait: Bool {
        guard isRetried, report.state == .dead else { return false }
        // The store keeps a dropped effect only if its board must still be told.
        return !isDropped || effect.outcome != nil
    }
}

extension CourierState {
    /// Reports an outcome to the effect's board or to the `house` board. The lane continues when
    /// the report is durable. An effect that succeeded at once is only removed, unless its board
    /// wants to know.
    mutating func end(_ effect: WaitingEffect, _ report: EffectReport, at now: Instant) {
        if effect.outcome == nil, report.state == .done, !effect.isReported {
            return forget(effect, at: now)
        }
        end(effect, report)
    }

    mutating func end(_ effect: WaitingEffect, _ report: EffectReport) {
        if lanes.phase(of: effect) != nil {
            lanes.set(.settling, of: effect)
        } else {
            lanes.remove(effect)
        }
        settlements[effect.key] = Settlement(
            effect: effect, report: report, action: effect.outcome?.action ?? reportAction,
            arguments: effect.outcome?.arguments ?? [:])
        tell(effect.key)
    }

    /// Sends the report of an outcome, for the first time or again.
    mutating func tell(_ key: String) {
        guard let told = settlements[key] else { return }
        let mutation = mutation(of: told.effect, told.report, told.action, told.arguments)
        actions.append(.tell(mutation, venue: told.effect.venue, settling: key))
    }

    mutating func take(_ outcome: ReportAnswer, of key: String, at now: Instant) {
        guard var told = settlements[key] else { return }
        switch outcome {
        case .taken:
            settlements[key] = nil
            leave(told.effect, at: now)
            if told.mayWait { actions.append(.lookUp(key: key, venue: told.effect.venue)) }
        case .refused where told.action != reportAction && told.report.state != .dropped:
            // The item was removed, or the board was disabled.
            told.action = reportAction
            told.arguments = [:]
            told.failureCount = 0
            settlements[key] = told
            tell(key)
        case .refused where told.report.state != .dead || told.isDropped:
            settlements[key] = nil
            forget(told.effect, at: now)
        // The `house` board refuses the report as soon as a drop is decided. The event of the drop
        // may never become durable, so the report is repeated.
        case .refused, .unavailable:
            told.failureCount += 1
            settlements[key] = told
            wait(timing.pause(after: told.failureCount), .telling(key))
        }
    }

    /// Removes an effect from the store and from its lane, without an event.
    private mutating func forget(_ effect: WaitingEffect, at now: Instant) {
        actions.append(.forget(key: effect.key))
        leave(effect, at: now)
    }

    // MARK: Reports

    func report(
        of effect: WaitingEffect, _ state: EffectReport.State, _ failure: EffectFailure? = nil,
        after tryCount: Int? = nil
    ) -> EffectReport {
        EffectReport(
            id: effect.key, target: effect.target, state: state, since: effect.keptAt,
            tryCount: tryCount ?? effect.tryCount, failure: failure)
    }

    /// Returns the mutation of a report. Its id depends on the report only, so that repeated
    /// reports make one event.
    func mutation(
        of effect: WaitingEffect, _ report: EffectReport, _ action: String,
        _ arguments: [String: JSON] = [:]
    ) -> Mutation {
        // `until` is included because a dead effect that is retried gets a new one.
        let told = "\(report.id) \(effect.until) \(report.state) \(report.tryCount)"
        let digest = Digests.hexadecimal(Digests.sha256(Array(told.utf8)).prefix(16))
        return Mutation(
            id: "effect-\(digest)", action: action, arguments: arguments, effect: report)
    }
}
