import JSON
import Sync
import TestSupport
import Testing

/// Routes for operators of the hub.
@Suite struct OperationsRouteTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    @Test func `health and readiness need no sign-in`() throws {
        try expectEqual(hub.get("/healthz").status, 200)
        try expectEqual(hub.get("/readyz").status, 200)
    }

    @Test func `engineers and owners get the metrics`() throws {
        try expectEqual(hub.get("/metrics").status, 401)
        try expectEqual(hub.get("/metrics", as: .host).status, 403)
        try expectEqual(hub.get("/metrics", as: .display).status, 403)
        try expectEqual(hub.get("/metrics", as: .engineer).status, 200)
        try expectEqual(hub.get("/metrics", as: .owner).status, 200)
        #expect(try hub.get("/metrics", as: .host).isProblem)
        let cookie = "tablecast=\(try hub.token(.engineer))"
        try expectEqual(hub.get("/metrics", as: nil, ["Cookie": cookie]).status, 200)
    }

    /// The families of the samples. A sample belongs to the last declared family.
    private static func families(_ text: String) -> [String: String] {
        var types: [String: String] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix("# TYPE ") {
            let parts = line.split(separator: " ")
            types[String(parts[2])] = String(parts[3])
        }
        return types
    }

    @Test func `sends Prometheus text, and OpenMetrics on request`() throws {
        let host = try hub.connect(.host)
        try host.add("Ada")
        try host.subscribe("waitlist/host")
        _ = try host.ask("x", "waitlist.fly")
        let plain = try hub.get("/metrics", as: .owner)
        expectEqual(plain["content-type"], "text/plain; version=0.0.4; charset=utf-8")
        #expect(plain.text.hasSuffix("\n"))
        #expect(!plain.text.contains("# EOF"))
        expectEqual(Self.families(plain.text)["tablecast_events_total"], "counter")
        let open = try hub.get(
            "/metrics", as: .owner,
            ["Accept": "application/openmetrics-text;version=1.0.0,text/plain;q=0.5"])
        expectEqual(open["content-type"]?.hasPrefix("application/openmetrics-text"), true)
        #expect(open.text.hasSuffix("# EOF\n"))
        expectEqual(Self.families(open.text)["tablecast_events"], "counter")
        for text in [plain.text, open.text] {
            for sample in [
                "tablecast_clients{role=\"host\"} 1", "tablecast_revision{venue=\"main\"} 1",
                "tablecast_events_total{type=\"tablecast.waitlist.added\"} 1",
                "tablecast_rejections_total{code=\"unknown_action\"} 1",
                "tablecast_mutations_total{action=\"waitlist.add\",verdict=\"accepted\"} 1",
                "tablecast_mutations_total{action=\"unknown\",verdict=\"unknown_action\"} 1",
                "tablecast_clients_behind 0", "tablecast_queued_bytes 0",
                "tablecast_subscriptions{view=\"waitlist/host\"} 1",
                "tablecast_journal_writable 1", "tablecast_event_durable_seconds_count 1",
                "tablecast_event_handed_over_seconds_bucket{le=\"+Inf\"} 1",
            ] {
                #expect(text.contains("\n\(sample)\n"))
            }
            #expect(!text.contains("Ada"))
            #expect(!text.contains("fly"))
            #expect(!text.contains("tablecast_sent_bytes_total 0\n"))
            #expect(!text.contains("tablecast_received_bytes_total 0\n"))
        }
    }

    @Test func `sends OpenMetrics to every version of Prometheus`() throws {
        for accept in [
            "application/openmetrics-text;version=1.0.0;q=0.5,"
                + "application/openmetrics-text;version=0.0.1;q=0.4,"
                + "text/plain;version=0.0.4;q=0.3,*/*;q=0.1",
            "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,"
                + "application/openmetrics-text;version=0.0.1;q=0.4,"
                + "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,"
                + "text/plain;version=0.0.4;q=0.2,/;q=0.1",
        ] {
            let answer = try hub.get("/metrics", as: .owner, ["Accept": accept])
            expectEqual(answer["content-type"]?.hasPrefix("application/openmetrics-text"), true)
        }
    }

    @Test func `sends plain text for any other Accept`() throws {
        for accept in ["*/*", "text/plain", "text/html"] {
            let answer = try hub.get("/metrics", as: .owner, ["Accept": accept])
            expectEqual(answer["content-type"]?.hasPrefix("text/plain"), true)
        }
    }
}
