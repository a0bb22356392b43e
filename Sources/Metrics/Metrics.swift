import Locks
package import Sync
package import Transport

/// The hub's counts for `/metrics`. May be used from any loop.
package final class Metrics: Sendable {
    struct Counts {
        var connections = 0
        var refusedConnections = 0
        var tlsFailures = 0
        var tlsTimeouts = 0
        var requests = 0
        var responses: [Int: Int] = [:]
        var messages = 0
        var clients: [Role: Int] = [:]
        var events: [EventKind: Int] = [:]
        var mutations: [Verdict: Int] = [:]
        var revisions: [String: Int] = [:]
        var drifts = 0
        var foldings = 0
        var journalTimes = Histogram()
        var handOverTimes = Histogram()
        var alarms = 0
        var webhooks: [Bool: Int] = [:]
    }

    struct EventKind: Hashable {
        var board: String
        var kind: String
    }

    struct Verdict: Hashable {
        /// `nil` for an unknown action. The name comes from the peer, so it is not used as a label.
        var action: String?
        /// `nil` if it was accepted.
        var rejection: RejectCode?
    }

    let counts = Locked(Counts())

    package init() {}

    package func connectionOpened() { counts.with { $0.connections += 1 } }
    package func connectionClosed() { counts.with { $0.connections -= 1 } }
    package func connectionRefused() { counts.with { $0.refusedConnections += 1 } }
    package func connectionEnded(because reason: ConnectionEnd) {
        switch reason {
        case .tlsFailure: counts.with { $0.tlsFailures += 1 }
        case .handshakeTimeout: counts.with { $0.tlsTimeouts += 1 }
        case .handshakeRefused: connectionRefused()
        case .finished, .reset, .aborted, .outputOverflow, .truncated: break
        }
    }

    package func requestReceived() { counts.with { $0.requests += 1 } }
    package func responded(status: Int) { counts.with { $0.responses[status, default: 0] += 1 } }
    package func messageReceived() { counts.with { $0.messages += 1 } }
    package func clientConnected(_ role: Role) { counts.with { $0.clients[role, default: 0] += 1 } }
    package func clientDisconnected(_ role: Role) {
        counts.with { $0.clients[role, default: 0] -= 1 }
    }

    package func published(_ event: Event, askedAs action: String?) {
        let kind = EventKind(board: event.board, kind: event.kind)
        counts.with { counts in
            counts.events[kind, default: 0] += 1
            if let action {
                counts.mutations[Verdict(action: action, rejection: nil), default: 0] += 1
            }
        }
    }

    package func reached(_ rev: Int, in venue: String) { counts.with { $0.revisions[venue] = rev } }

    package func rejected(_ mutation: Mutation, _ code: RejectCode) {
        // A mutation that exceeds the rate limit is rejected before its action is looked up.
        let isKnown = code != .unknownAction && code != .rateLimited
        let verdict = Verdict(action: isKnown ? mutation.action : nil, rejection: code)
        counts.with { $0.mutations[verdict, default: 0] += 1 }
    }

    package func drifted() { counts.with { $0.drifts += 1 } }
    package func folded() { counts.with { $0.foldings += 1 } }

    package func alarmed() { counts.with { $0.alarms += 1 } }

    package func webhookEnded(delivered: Bool) {
        counts.with { $0.webhooks[delivered, default: 0] += 1 }
    }

    /// Records the journeys of events that were handed to all watchers.
    package func handedOver(_ journeys: [EventJourney]) {
        counts.with { counts in
            for journey in journeys {
                counts.journalTimes.observe(journey.durableAfter)
                counts.handOverTimes.observe(journey.handedOverAfter)
            }
        }
    }
}
