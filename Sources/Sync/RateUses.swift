/// The use of a `RateLimit` by each of many peers. Peers whose whole credit is restored are
/// removed. If there are still too many, those that have used the least are removed too, so an
/// attacker with many addresses can't make it grow.
package struct RateUses<Peer: Hashable & Sendable>: Sendable {
    private static var countBeforeSweep: Int { 1_024 }
    static var countMax: Int { 16_384 }

    private var uses: [Peer: RateUse] = [:]
    private var sweepAt = Self.countBeforeSweep

    var count: Int { uses.count }

    package init() {}

    /// - Returns: `nil` if the peer's use is permitted, otherwise the number of milliseconds to
    ///   wait.
    package mutating func spend(_ limit: RateLimit, by peer: Peer, at now: Instant) -> Int? {
        if uses.count >= sweepAt { sweep(at: now) }
        return uses[peer, default: RateUse()].spend(limit, at: now)
    }

    private mutating func sweep(at now: Instant) {
        let instant = now.milliseconds &* 1_000
        uses = uses.filter { !$0.value.isForgotten(atMicroseconds: instant) }
        let countMax = Self.countMax / 2
        if uses.count > countMax {
            let most = uses.sorted { $0.value.hasUsedMore(than: $1.value) }.prefix(countMax)
            uses = Dictionary(uniqueKeysWithValues: most.map { ($0.key, $0.value) })
        }
        sweepAt = max(Self.countBeforeSweep, uses.count * 2)
    }
}

extension RateUse {
    /// - Returns: `nil` if the use is permitted, otherwise the number of milliseconds to wait.
    mutating func spend(_ limit: RateLimit, at now: Instant) -> Int? {
        spend(limit, atMicroseconds: now.milliseconds &* 1_000).map { Int(($0 + 999) / 1_000) }
    }
}
