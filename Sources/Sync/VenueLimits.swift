/// What one client may ask of a venue.
public struct VenueLimits: Sendable {
    /// Of one device, over all of its connections and requests; of all who come with the join link
    /// together.
    public var mutations: RateLimit
    /// Of all together who are taken in by the join link.
    public var joins: RateLimit
    /// How many messages a minute that are none end a connection.
    public var badMessagesPerMinute: Int

    public init(mutations: RateLimit, joins: RateLimit, badMessagesPerMinute: Int) {
        self.mutations = mutations
        self.joins = joins
        self.badMessagesPerMinute = badMessagesPerMinute
    }

    /// 50 mutations a second and 250 at once; 20 who join a minute and 60 at once; ten bad messages a
    /// minute.
    public static let standard = VenueLimits(
        mutations: RateLimit(perSecond: 50, credit: 250),
        joins: RateLimit(perMinute: 20, credit: 60), badMessagesPerMinute: 10)
}

/// How fast each device has been. Those who have their whole credit again are forgotten, so that it
/// does not grow with all who ever came.
struct MutationRates: Sendable {
    private static let deviceCountBeforeSweep = 1_024

    private var uses: [String: RateUse] = [:]
    private var sweepAt = Self.deviceCountBeforeSweep

    var deviceCount: Int { uses.count }

    /// - Returns: nil when the device may; otherwise the milliseconds after which it may.
    mutating func spend(_ limit: RateLimit, by device: String, at now: Instant) -> Int? {
        if uses.count >= sweepAt {
            let now = now.milliseconds &* 1_000
            uses = uses.filter { !$0.value.isForgotten(atMicroseconds: now) }
            sweepAt = max(Self.deviceCountBeforeSweep, uses.count * 2)
        }
        return uses[device, default: RateUse()].spend(limit, at: now)
    }
}

extension RateUse {
    /// - Returns: nil when it may happen; otherwise the milliseconds after which it may.
    mutating func spend(_ limit: RateLimit, at now: Instant) -> Int? {
        spend(limit, atMicroseconds: now.milliseconds &* 1_000).map { Int(($0 + 999) / 1_000) }
    }
}
