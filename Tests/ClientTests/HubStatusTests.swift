import Client
import Foundation
import Testing

@Suite struct HubStatusTests {
    private static let metrics = """
        # HELP tablecast_clients Clients of the sync protocol that are connected, by role.
        # TYPE tablecast_clients gauge
        tablecast_clients{role="display"} 1
        tablecast_clients{role="guest"} 0
        tablecast_clients{role="host"} 2
        tablecast_mutations_total{action="waitlist.add",verdict="accepted"} 7
        tablecast_mutations_total{action="waitlist.seat",verdict="accepted"} 3
        tablecast_mutations_total{action="waitlist.seat",verdict="conflict"} 1
        tablecast_rejections_total{code="conflict"} 1
        tablecast_rejections_total{code="stale"} 0
        tablecast_drifts_total 0
        tablecast_clients_behind 0
        tablecast_clock_jump_seconds 0
        tablecast_revision{venue="main"} 10
        tablecast_event_durable_seconds_bucket{le="0.001"} 98
        tablecast_event_durable_seconds_bucket{le="0.0025"} 99
        tablecast_event_durable_seconds_bucket{le="+Inf"} 100
        tablecast_event_durable_seconds_count 100
        tablecast_event_handed_over_seconds_bucket{le="0.015"} 50
        tablecast_event_handed_over_seconds_bucket{le="+Inf"} 100
        tablecast_event_handed_over_seconds_count 100
        """

    @Test func `describes a healthy hub in five lines`() {
        let status = HubStatus(metrics: Self.metrics, isReady: true)
        #expect(status.isWell)
        #expect(
            status.lines == [
                "hub        ready",
                "connected  1 display, 2 hosts",
                "screens    all keep up, none has drifted",
                "journal    main at revision 10, on the disk within 2.5 ms (99 of 100)",
                "mutations  10 accepted, rejected: 1 conflict",
            ])
    }

    @Test(arguments: [
        ("tablecast_clients_behind 0", "tablecast_clients_behind 3", "3 BEHIND"),
        ("tablecast_drifts_total 0", "tablecast_drifts_total 2", "2 TIMES a copy had drifted"),
        ("tablecast_clock_jump_seconds 0", "tablecast_clock_jump_seconds 60", "60 s AHEAD"),
        ("tablecast_clock_jump_seconds 0", "tablecast_clock_jump_seconds -9", "9 s BEHIND"),
    ])
    func `highlights problems`(was: String, becomes: String, says: String) {
        let metrics = Self.metrics.replacingOccurrences(of: was, with: becomes)
        let status = HubStatus(metrics: metrics, isReady: true)
        #expect(!status.isWell)
        #expect(status.lines.joined().contains(says))
        #expect(!HubStatus(metrics: Self.metrics, isReady: false).isWell)
    }

    @Test(arguments: ["", "nonsense", "tablecast_clients{role=\"host} x", "{} 1\n}{ 2\n 3"])
    func `reports no problem for a new hub, or for unreadable metrics`(
        metrics: String
    ) {
        let lines = HubStatus(metrics: metrics, isReady: true).lines
        #expect(lines[1] == "connected  nobody")
        #expect(lines[3] == "journal    no event yet")
    }
}
