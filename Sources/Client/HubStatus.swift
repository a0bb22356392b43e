import HTTPTypes

extension HTTPClient {
    /// Returns whether the hub accepts changes. Needs no token.
    public func isReady() throws(ClientError) -> Bool { try perform(.get, "/readyz").status == 200 }

    /// Returns the hub's status. Throws `refused` if the token is not an engineer's or an owner's.
    public func status() throws(ClientError) -> HubStatus {
        let isReady = try isReady()
        let metrics = try perform(.get, "/metrics")
        guard metrics.status == 200 else { throw metrics.refusal }
        return HubStatus(
            metrics: String(decoding: metrics.body, as: UTF8.self),
            isReady: isReady)
    }
}

/// A hub's status, from its `/metrics`.
public struct HubStatus: Sendable {
    /// Whether nothing is wrong: the journal can be written, every screen is correct and up to
    /// date, and the machine's clock has not jumped.
    public var isWell: Bool {
        isReady && behindCount == 0 && driftCount == 0 && clockJumpSeconds == 0
    }

    private let isReady: Bool
    private let samples: [Sample]

    private struct Sample {
        var name: String
        /// The labels without their braces, such as `role="host"`.
        var labels: String
        var value: Double

        /// Reads a line. Returns `nil` for a comment.
        init?(_ line: Substring) {
            guard !line.hasPrefix("#"), let space = line.lastIndex(of: " "),
                let value = Double(line[line.index(after: space)...])
            else { return nil }
            let key = line[..<space]
            let brace = key.firstIndex(of: "{") ?? key.endIndex
            name = String(key[..<brace])
            labels = String(key[brace...].dropFirst().dropLast())
            self.value = value
        }

        func label(_ name: String) -> String {
            let start = labels.firstRange(of: "\(name)=\"")?.upperBound
            return start.map { String(labels[$0...].prefix { $0 != "\"" }) } ?? ""
        }
    }

    /// - Parameter metrics: The text format of Prometheus or OpenMetrics.
    public init(metrics: String, isReady: Bool) {
        self.isReady = isReady
        samples = metrics.split(separator: "\n").compactMap(Sample.init)
    }

    private func samples(_ name: String) -> [Sample] { samples.filter { $0.name == name } }

    private func sum(_ name: String) -> Int {
        Int(samples(name).reduce(0) { $0 + $1.value })
    }

    private var behindCount: Int { sum("tablecast_clients_behind") }
    private var driftCount: Int { sum("tablecast_drifts_total") }
    private var clockJumpSeconds: Int { sum("tablecast_clock_jump_seconds") }

    /// A description for people, with a line for each subject.
    public var lines: [String] {
        [
            "hub        " + (isReady ? "ready" : "NOT READY: the journal can't be written") + clock,
            "connected  " + connected,
            "screens    " + screens,
            "journal    " + journal,
            "mutations  " + mutations,
        ]
    }

    private var clock: String {
        let seconds = clockJumpSeconds
        if seconds == 0 { return "" }
        let direction = seconds > 0 ? "AHEAD" : "BEHIND"
        return ", its machine's clock has jumped and is \(abs(seconds)) s \(direction)"
    }

    private var connected: String {
        let roles = samples("tablecast_clients").filter { $0.value > 0 }.map {
            "\(Int($0.value)) \($0.label("role"))" + ($0.value == 1 ? "" : "s")
        }
        return roles.isEmpty ? "nobody" : roles.joined(separator: ", ")
    }

    private var screens: String {
        let behind = behindCount == 0 ? "all keep up" : "\(behindCount) BEHIND"
        let drifted =
            driftCount == 0 ? "none has drifted" : "\(driftCount) TIMES a copy had drifted"
        return "\(behind), \(drifted)" + time("tablecast_event_handed_over_seconds", ", reached")
    }

    private var journal: String {
        let revisions = samples("tablecast_revision").map {
            "\($0.label("venue")) at revision \(Int($0.value))"
        }
        return (revisions.isEmpty ? "no event yet" : revisions.joined(separator: ", "))
            + time("tablecast_event_durable_seconds", ", on the disk")
    }

    /// Returns the upper bound of 99 of 100 durations, according to the histogram.
    private func time(_ name: String, _ what: String) -> String {
        let count = samples(name + "_count").first?.value ?? 0
        let bucket = samples(name + "_bucket").first { $0.value >= count * 0.99 }
        guard count > 0, let bound = bucket.flatMap({ Double($0.label("le")) }), bound.isFinite
        else { return "" }
        let milliseconds = bound * 1_000
        let text = milliseconds < 10 ? "\(milliseconds)" : "\(Int(milliseconds))"
        return "\(what) within \(text) ms (99 of 100)"
    }

    private var mutations: String {
        let all = samples("tablecast_mutations_total")
        let accepted = all.filter { $0.label("verdict") == "accepted" }.reduce(0) { $0 + $1.value }
        let rejections = samples("tablecast_rejections_total").filter { $0.value > 0 }
        let rejected = rejections.map { "\(Int($0.value)) \($0.label("code"))" }
        return "\(Int(accepted)) accepted"
            + (rejected.isEmpty ? "" : ", rejected: " + rejected.joined(separator: ", "))
    }
}
