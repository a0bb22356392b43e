import Client
import JSON
import Locks
import Logging
import Sync
import Terminal
import TestSupport
import Testing
import Transport

@testable import Server

/// The log lines that peers can cause, and their rate.
@Suite struct LogLineTests {
    private let recorded = Locked<[String]>([])

    private var lines: [String] { recorded.with { $0 } }

    private var logger: Logger {
        Logger(label: "test") { [recorded] _ in EscapingLogHandler(LogRecorder(recorded)) }
    }

    @Test func `a log line stays one line, whatever it contains`() {
        var logger = logger
        logger[metadataKey: "venue"] = "main\n"
        logger.logLevel = .notice
        logger.info("this is not written")
        logger.notice(
            "Zoë\r\nnotice all is well\u{1b}[2K",
            metadata: ["view": "a\u{85}b\u{2028}c\u{202e}d", "rev": "7"])
        expectEqual(logger[metadataKey: "venue"], #"main\u{a}"#)
        expectEqual(
            lines,
            [
                #"notice Zoë\u{d}\u{a}notice all is well\u{1b}[2K rev=7 "#
                    + #"venue=main\u{a} view=a\u{85}b\u{2028}c\u{202e}d"#
            ])
    }

    @Test func `escapes metadata that is set as a whole, too`() {
        var handler = EscapingLogHandler(LogRecorder(recorded))
        handler.metadata = ["venue": "a\nb"]
        expectEqual(handler.metadata, ["venue": #"a\u{a}b"#])
    }

    @Test func `writes a repeated line once a minute, with the number of omitted ones`() {
        let lines = RepeatedLines(logger: logger)
        for second in 0..<30 {
            lines.log(
                .warning, "drifted", of: "d_a", ["rev": "\(second)"], at: .seconds(second))
            lines.sweep(at: .seconds(second))
        }
        lines.log(.warning, "drifted", of: "d_b", at: .seconds(30))
        lines.log(.error, "broken", of: "d_a", at: .seconds(30))
        expectEqual(self.lines, ["warning drifted rev=0", "warning drifted", "error broken"])
        recorded.with { $0 = [] }
        lines.sweep(at: .seconds(59))
        #expect(self.lines.isEmpty)
        lines.sweep(at: .seconds(60))
        expectEqual(self.lines, ["warning drifted leftOut=29 rev=29"])
        // A subject that was quiet for a minute is logged at once.
        lines.sweep(at: .seconds(120))
        lines.log(.warning, "drifted", of: "d_a", at: .seconds(121))
        expectEqual(self.lines.count, 2)
    }

    @Test func `subjects beyond a thousand share one line`() {
        let lines = RepeatedLines(logger: logger)
        for index in 0..<2_000 { lines.log(.warning, "drifted", of: "d_\(index)", at: .zero) }
        expectEqual(self.lines.count, 1_001)
        lines.sweep(at: .seconds(60))
        expectEqual(self.lines.last, "warning drifted leftOut=999")
    }

    @Test func `a guest can't inject log text, and a differing copy is logged once`() throws {
        let hub = try LiveHub(logger: logger)
        let ticket = try #require(try hub.connect(.host).add("Ada")["ticket"]?.text)
        let guest = try hub.connect(ticket: ticket)
        try guest.send(["type": "subscribe", "view": "waitlist/guest"])
        _ = try guest.next("live")
        for view in ["waitlist/host", "no view\nnotice all is well", "waitlist/guest\u{1b}[2K"] {
            try guest.send(["type": "ping", "n": 1, "drift": ["view": .string(view), "rev": 0]])
            _ = try guest.next("pong")
        }
        #expect(!lines.contains { $0.contains("differed") })
        for _ in 0..<3 {
            try guest.send(["type": "ping", "n": 2, "drift": ["view": "waitlist/guest", "rev": 1]])
            _ = try guest.next("pong")
        }
        // More guests cause no more lines.
        for name in ["Bo", "Cy"] {
            let ticket = try #require(try hub.connect(.host).add(name)["ticket"]?.text)
            let other = try hub.connect(ticket: ticket)
            try other.send(["type": "subscribe", "view": "waitlist/guest"])
            _ = try other.next("live")
            try other.send(["type": "ping", "n": 2, "drift": ["view": "waitlist/guest", "rev": 1]])
            _ = try other.next("pong")
        }
        expectEqual(lines.count { $0.contains("differed") }, 1)
        #expect(try hub.get("/metrics", as: .owner).text.contains("tablecast_drifts_total 5\n"))
    }
}
