/// The results of a rehearsal.
public struct RehearsalSummary: Sendable, Equatable {
    public var acceptedCount = 0
    /// Mutations that were rejected, by code.
    public var rejectedCounts: [String: Int] = [:]
    /// Steps that were left out, because a step before them was rejected.
    public var skippedCount = 0
    /// How often the connection was lost and made again.
    public var reconnectCount = 0
    /// Whether the rehearsal was stopped before its end.
    public var wasStopped = false
    /// How long it took, in real time.
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
