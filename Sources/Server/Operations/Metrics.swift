import Sync
import Transport

/// What the hub counts about itself, for `/metrics`. Safe from any loop.
final class Metrics: Sendable {
    private struct Counts {
        var connections = 0
        var refusedConnections = 0
        var tlsFailures = 0
        var tlsTimeouts = 0
        var requests = 0
        var responses: [Int: Int] = [:]
        var messages = 0
        var clients: [Role: Int] = [:]
        var events: [String: Int] = [:]
        var rejections: [RejectCode: Int] = [:]
        var revisions: [String: Int] = [:]
        var drifts = 0
        var foldings = 0
        var journalIsWritable = true
        var journalTimes = Histogram()
        var handOverTimes = Histogram()
    }

    private let counts = Locked(Counts())

    func connectionOpened() { counts.with { $0.connections += 1 } }
    func connectionClosed() { counts.with { $0.connections -= 1 } }
    func connectionRefused() { counts.with { $0.refusedConnections += 1 } }
    func connectionEnded(because reason: ConnectionEnd) {
        switch reason {
        case .tlsFailure: counts.with { $0.tlsFailures += 1 }
        case .handshakeTimeout: counts.with { $0.tlsTimeouts += 1 }
        case .finished, .reset, .aborted, .outputOverflow, .truncated: break
        }
    }

    func requestReceived() { counts.with { $0.requests += 1 } }
    func responded(status: Int) { counts.with { $0.responses[status, default: 0] += 1 } }
    func messageReceived() { counts.with { $0.messages += 1 } }
    func clientConnected(_ role: Role) { counts.with { $0.clients[role, default: 0] += 1 } }
    func clientDisconnected(_ role: Role) { counts.with { $0.clients[role, default: 0] -= 1 } }
    func accepted(_ type: String) { counts.with { $0.events[type, default: 0] += 1 } }
    func reached(_ rev: Int, in venue: String) { counts.with { $0.revisions[venue] = rev } }
    func rejected(_ code: RejectCode) { counts.with { $0.rejections[code, default: 0] += 1 } }
    func drifted() { counts.with { $0.drifts += 1 } }
    func folded() { counts.with { $0.foldings += 1 } }

    /// Events have been handed to all who watch.
    func handedOver(_ journeys: [EventJourney]) {
        counts.with { counts in
            for journey in journeys {
                if let time = journey.durableAfter { counts.journalTimes.observe(time) }
                if let time = journey.handedOverAfter { counts.handOverTimes.observe(time) }
            }
        }
    }

    func journalSucceeded() { counts.with { $0.journalIsWritable = true } }

    /// - Returns: whether it could be written until now, so that the log says it once.
    func journalFailed() -> Bool {
        counts.with { counts in
            defer { counts.journalIsWritable = false }
            return counts.journalIsWritable
        }
    }

    var journalIsWritable: Bool { counts.with { $0.journalIsWritable } }

    /// The text form of Prometheus (0.0.4), or OpenMetrics 1.0 where it is asked for.
    func text(isOpenMetrics: Bool) -> String {
        let counts = counts.with { $0 }
        var page = MetricsPage(isOpenMetrics: isOpenMetrics)
        page.gauge(
            "tablecast_connections", "Open connections of any kind.",
            [([:], counts.connections)])
        page.counter(
            "tablecast_refused_connections", "Connections closed at once, there being too many.",
            [([:], counts.refusedConnections)])
        page.counter(
            "tablecast_tls_failures", "Connections whose TLS failed, by what went wrong.",
            [
                (["kind": "broken"], counts.tlsFailures),
                (["kind": "timeout"], counts.tlsTimeouts),
            ])
        page.gauge(
            "tablecast_clients", "Clients of the sync protocol that are connected, by role.",
            Role.allCases.map { (["role": $0.rawValue], counts.clients[$0] ?? 0) })
        page.counter(
            "tablecast_requests", "HTTP requests received.", [([:], counts.requests)])
        page.counter(
            "tablecast_responses", "HTTP responses sent, by status.",
            counts.responses.sorted { $0.key < $1.key }.map { (["status": "\($0.key)"], $0.value) })
        page.counter(
            "tablecast_messages", "Messages received by WebSocket.", [([:], counts.messages)])
        page.counter(
            "tablecast_events", "Events that became durable, by type.",
            counts.events.sorted { $0.key < $1.key }.map { (["type": $0.key], $0.value) })
        page.counter(
            "tablecast_rejections", "Mutations rejected, by code.",
            RejectCode.allCases.map { (["code": $0.rawValue], counts.rejections[$0] ?? 0) })
        page.counter(
            "tablecast_drifts", "Copies of a view that clients found to differ.",
            [([:], counts.drifts)])
        page.counter(
            "tablecast_foldings", "Times that a slow reader's diffs were folded.",
            [([:], counts.foldings)])
        page.gauge(
            "tablecast_revision", "The last durable revision, by venue.",
            counts.revisions.sorted { $0.key < $1.key }.map { (["venue": $0.key], $0.value) })
        page.gauge(
            "tablecast_journal_writable", "1 when the journal took what was last written to it.",
            [([:], counts.journalIsWritable ? 1 : 0)])
        page.histogram(
            "tablecast_event_durable_seconds",
            "From the reading of what asked for an event until it was on the disk.",
            counts.journalTimes)
        page.histogram(
            "tablecast_event_handed_over_seconds",
            "From the reading of what asked for an event until its diffs were handed to the sockets.",
            counts.handOverTimes)
        return page.finished
    }
}
