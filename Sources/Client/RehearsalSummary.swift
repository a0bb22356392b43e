/// What a rehearsal came to.
public struct RehearsalSummary: Sendable, Equatable {
    /// Those that the board took in.
    public var partyCount = 0
    public var seatedCount = 0
    public var noShowCount = 0
    public var cancelledCount = 0
    public var editCount = 0
    public var undoCount = 0
    public var noticeCount = 0
    /// Mutations that were rejected, by code.
    public var rejectedCounts: [String: Int] = [:]
    /// Steps that had nothing left to act on, since one before them was rejected.
    public var skippedCount = 0
    /// How often the connection had to be made again.
    public var reconnectCount = 0
    /// Whether it was ended before its end.
    public var wasStopped = false
    /// How long it took, in real time.
    public var duration: Duration = .zero

    public init() {}

    public var rejectedCount: Int { rejectedCounts.values.reduce(0, +) }
}

extension RehearsalSummary: CustomStringConvertible {
    public var description: String {
        let codes = rejectedCounts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        var parts = [
            "seated \(seatedCount)", "no-shows \(noShowCount)", "cancelled \(cancelledCount)",
            "undone \(undoCount)",
            "rejected \(rejectedCount)"
                + (codes.isEmpty ? "" : " (\(codes.joined(separator: ", ")))"),
        ]
        if skippedCount > 0 { parts.append("skipped \(skippedCount)") }
        if reconnectCount > 0 { parts.append("reconnects \(reconnectCount)") }
        let tenths = Int(duration / .milliseconds(100))
        return (wasStopped ? "Stopped: " : "Done: ") + "parties \(partyCount), "
            + parts.joined(separator: ", ")
            + ", in \(tenths / 10).\(tenths % 10) s"
    }
}
