import Locks
package import Sync
import Transport

extension Metrics {
    /// The text form of Prometheus (0.0.4), or OpenMetrics 1.0 if `isOpenMetrics`.
    ///
    /// - Parameters:
    ///   - reading: the counts of all loops.
    ///   - journal: the engine's name, and what an acknowledgement is worth.
    ///   - deviceRoles: the roles that devices can have.
    ///   - certificateEnd: the certificate's expiry in seconds since 1970; `nil` without one.
    ///   - clockJump: how far the machine's clock is ahead of the hub's, in seconds.
    package func text(
        isOpenMetrics: Bool, _ reading: LoopReading, of deviceRoles: [Role],
        journal: (engine: String, acknowledged: String), journalIsWritable: Bool,
        certificateEnd: Int64?, clockJump: Int
    ) -> String {
        let counts = counts.with { $0 }
        var page = MetricsPage(isOpenMetrics: isOpenMetrics)
        page.writeConnections(counts, of: deviceRoles, certificateEnd: certificateEnd)
        page.writeMessages(counts)
        page.writeMutations(counts)
        page.writeViews(counts, reading)
        page.gauge(
            "tablecast_revision", "The last durable revision, by venue.",
            counts.revisions.map { (["venue": $0.key], $0.value) })
        page.gauge(
            "tablecast_journal_writable", "1 when the journal can be written.",
            journalIsWritable ? 1 : 0)
        page.gauge(
            "tablecast_journal_info",
            "The journal's engine, and where an acknowledged change is: disk or replicated.",
            [(["acknowledged": journal.acknowledged, "engine": journal.engine], 1)])
        page.gauge(
            "tablecast_clock_jump_seconds",
            "How far the machine's clock is ahead of the hub's since it was set; 0 when they agree.",
            clockJump)
        page.writeJourneys(counts)
        page.writeScreens(counts, reading, of: deviceRoles)
        return page.finished
    }
}

extension MetricsPage {
    fileprivate mutating func writeConnections(
        _ counts: Metrics.Counts, of deviceRoles: [Role], certificateEnd: Int64?
    ) {
        gauge("tablecast_connections", "Open connections of any kind.", counts.connections)
        counter(
            "tablecast_refused_connections", "Connections closed because there were too many.",
            counts.refusedConnections)
        counter(
            "tablecast_tls_failures", "Connections whose TLS failed, by what went wrong.",
            [
                (["kind": "broken"], counts.tlsFailures),
                (["kind": "timeout"], counts.tlsTimeouts),
            ])
        gauge(
            "tablecast_certificate_end_timestamp_seconds",
            "When the certificate in use runs out, since 1970; 0 where the hub speaks plain HTTP.",
            Int(clamping: certificateEnd ?? 0))
        gauge(
            "tablecast_clients", "Clients of the sync protocol that are connected, by role.",
            (deviceRoles + [.guest]).map {
                (["role": $0.rawValue], counts.clients[$0] ?? 0)
            })
    }

    fileprivate mutating func writeMessages(_ counts: Metrics.Counts) {
        counter("tablecast_requests", "HTTP requests received.", counts.requests)
        counter(
            "tablecast_responses", "HTTP responses sent, by status.",
            counts.responses.map { (["status": "\($0.key)"], $0.value) })
        counter("tablecast_messages", "Messages received by WebSocket.", counts.messages)
    }

    fileprivate mutating func writeMutations(_ counts: Metrics.Counts) {
        counter(
            "tablecast_events", "Events that became durable, by type.",
            counts.events.map { kind, count in
                (["type": "tablecast.\(kind.board).\(kind.kind)"], count)
            })
        counter(
            "tablecast_mutations",
            "Mutations answered for the first time, by action and what came of them.",
            counts.mutations.map { verdict, count in
                (
                    [
                        "action": verdict.action ?? "unknown",
                        "verdict": verdict.rejection?.rawValue ?? "accepted",
                    ], count
                )
            })
        counter(
            "tablecast_rejections", "Mutations rejected, by code.",
            RejectCode.allCases.map { code in
                let rejected = counts.mutations.filter { $0.key.rejection == code }
                return (["code": code.rawValue], rejected.values.reduce(0, +))
            })
    }

    fileprivate mutating func writeViews(_ counts: Metrics.Counts, _ reading: LoopReading) {
        gauge(
            "tablecast_subscriptions", "Subscriptions of the sync protocol, by view.",
            reading.subscriptions.map { (["view": $0.key], $0.value) })
        counter(
            "tablecast_received_bytes", "Bytes read from connections.",
            Int(clamping: reading.receivedBytes))
        counter(
            "tablecast_sent_bytes", "Bytes handed to connections.",
            Int(clamping: reading.sentBytes))
        gauge(
            "tablecast_queued_bytes", "Bytes that wait for connections to take them.",
            reading.queuedBytes)
        gauge(
            "tablecast_clients_behind", "Connections whose output is full.", reading.congestedCount)
        counter(
            "tablecast_drifts", "Copies of a view that clients found to differ.", counts.drifts)
        counter(
            "tablecast_foldings", "Times that a slow reader's diffs were folded.", counts.foldings)
    }

    fileprivate mutating func writeJourneys(_ counts: Metrics.Counts) {
        histogram(
            "tablecast_event_durable_seconds",
            "From reading an event's request until the event was on disk.",
            counts.journalTimes)
        histogram(
            "tablecast_event_handed_over_seconds",
            "From reading an event's request until its diffs were handed to the sockets.",
            counts.handOverTimes)
    }
}
