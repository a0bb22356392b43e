/// What one client may ask of a venue.
public struct VenueLimits: Sendable {
    /// Of one device, over all of its connections and requests.
    public var mutations: RateLimit
    /// How many messages a minute that are none end a connection.
    public var badMessagesPerMinute: Int

    public init(mutations: RateLimit, badMessagesPerMinute: Int) {
        self.mutations = mutations
        self.badMessagesPerMinute = badMessagesPerMinute
    }

    /// 50 mutations a second and 250 at once; ten bad messages a minute.
    public static let standard = VenueLimits(
        mutations: RateLimit(perSecond: 50, credit: 250), badMessagesPerMinute: 10)
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
        let now = now.milliseconds &* 1_000
        if uses.count >= sweepAt {
            uses = uses.filter { !$0.value.isForgotten(atMicroseconds: now) }
            sweepAt = max(Self.deviceCountBeforeSweep, uses.count * 2)
        }
        return uses[device, default: RateUse()].spend(limit, atMicroseconds: now)
            .map { Int(($0 + 999) / 1_000) }
    }
}
