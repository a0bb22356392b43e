/// The results of a rehearsal.
public struct RehearsalSummary: Sendable, Equatable {
    public var acceptedCount = 0
    /// The number of rejected mutations, by code.
    public var rejectedCounts: [String: Int] = [:]
    /// The number of steps skipped because an earlier one was rejected.
    public var skippedCount = 0
    /// The number of reconnections.
    public var reconnectCount = 0
    /// Whether the rehearsal was stopped before its end.
    public var wasStopped = false
    /// The duration in real time.
    public var duration: Duration = .zero

    public init() {}

    public var rejectedCount: Int { rejectedCounts.values.reduce(0, +) }
}

extension RehearsalSummary: CustomStringConvertible {
    public var description: String {
        let codes = rejectedCounts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        var parts = ["\(acceptedCount) changes"]
        parts.append(
            "rejected \(rejectedCount)"
                + (codes.isEmpty ? "" : " (\(codes.joined(separator: ", ")))"))
        if skippedCount > 0 { parts.append("skipped \(skippedCount)") }
        if reconnectCount > 0 { parts.append("reconnects \(reconnectCount)") }
        let tenths = Int(duration / .milliseconds(100))
        return (wasStopped ? "Stopped: " : "Done: ") + parts.joined(separator: ", ")
            + ", in \(tenths / 10).\(tenths % 10) s"
    }
}
