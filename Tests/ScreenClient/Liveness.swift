/// Checks whether the hub still answers. Asks for a `ping` after 10 s without a message, and gives
/// up after the hub's heartbeat.
struct Liveness {
    enum Verdict: Equatable {
        case wait
        case ping(number: Int)
        case giveUp
    }

    private static let pingAfter: Duration = .seconds(10)

    /// The interval from the hub's `welcome`.
    var heartbeat: Duration = .seconds(15)
    private var heardAt: Duration
    private var hasPinged = false
    private var pingCount = 0

    init(now: Duration = .zero) { heardAt = now }

    /// The time at which to call `judge` next.
    var dueAt: Duration {
        heardAt + (hasPinged ? heartbeat : min(Self.pingAfter, heartbeat * 2 / 3))
    }

    mutating func heard(at now: Duration) {
        heardAt = now
        hasPinged = false
    }

    mutating func judge(at now: Duration) -> Verdict {
        guard now >= dueAt else { return .wait }
        if hasPinged { return .giveUp }
        hasPinged = true
        // 0 is the number of pings that report drift.
        pingCount += 1
        return .ping(number: pingCount)
    }
}
