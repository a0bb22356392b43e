/// What one client may ask of a venue.
public struct VenueLimits: Sendable {
    /// Of one device, over all of its connections and requests; of those who come with the join link,
    /// what is rejected from one address.
    public var mutations: RateLimit
    /// Of all together who are taken in by the join link.
    public var joins: RateLimit
    /// Of those of them who come from one address. It may be that of the restaurant's own network, so
    /// that nearly all guests share it.
    public var joinsPerNeighbour: RateLimit
    /// How many messages a minute that are none end a connection.
    public var badMessagesPerMinute: Int

    public init(
        mutations: RateLimit, joins: RateLimit, joinsPerNeighbour: RateLimit,
        badMessagesPerMinute: Int
    ) {
        self.mutations = mutations
        self.joins = joins
        self.joinsPerNeighbour = joinsPerNeighbour
        self.badMessagesPerMinute = badMessagesPerMinute
    }

    /// 50 mutations a second and 250 at once; 60 who join a minute and 200 at once, from one address
    /// 20 and 60; ten bad messages a minute.
    public static let standard = VenueLimits(
        mutations: RateLimit(perSecond: 50, credit: 250),
        joins: RateLimit(perMinute: 60, credit: 200),
        joinsPerNeighbour: RateLimit(perMinute: 20, credit: 60), badMessagesPerMinute: 10)
}
