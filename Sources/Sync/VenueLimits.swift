/// The limits on the requests of clients to a venue.
public struct VenueLimits: Sendable {
    /// Mutations of one device, over all of its connections and requests. For people who come by
    /// the join link: rejected mutations from one network.
    public var mutations: RateLimit
    /// The rate at which all people may add items by the join link. It is a dozen times
    /// `joinsPerNetwork`, so that one device with a few addresses (IPv4, and several networks of
    /// IPv6) can't use it up.
    public var joins: RateLimit
    /// The rate at which people in one network may add items by the join link. The network may be
    /// the restaurant's own, which nearly all guests share.
    public var joinsPerNetwork: RateLimit
    /// The maximum number of items added by the join link that wait for confirmation.
    public var unconfirmed: Int
    /// The maximum number of these from one network.
    public var unconfirmedPerNetwork: Int
    /// The number of bad messages per minute that ends a connection.
    public var badMessagesPerMinute: Int
    /// The rate at which one phone of a guest may use boards that the journal keeps.
    public var phones = RateLimit(perMinute: 30, credit: 10)
    /// The rate at which all phones with the same ticket may do so together.
    public var tickets = RateLimit(perMinute: 120, credit: 40)
    /// The maximum number of events that a ticket may cause in a service day.
    public var guestEventsPerDay = 2_000
    /// The maximum number of documents of views with parameters.
    public var requestedViews = 1_000
    /// Their maximum size together, in bytes, when one more is made. A busy house's week has half a
    /// megabyte.
    public var requestedViewsBytes = 64 << 20
    /// The maximum number of them that one client may watch.
    public var requestedViewsPerClient = 16

    public init(
        mutations: RateLimit, joins: RateLimit, joinsPerNetwork: RateLimit,
        unconfirmed: Int, unconfirmedPerNetwork: Int, badMessagesPerMinute: Int
    ) {
        self.mutations = mutations
        self.joins = joins
        self.joinsPerNetwork = joinsPerNetwork
        self.unconfirmed = unconfirmed
        self.unconfirmedPerNetwork = unconfirmedPerNetwork
        self.badMessagesPerMinute = badMessagesPerMinute
    }

    /// 50 mutations per second and 250 at once; 240 joins per minute and 600 at once, from one
    /// network 20 and 60; 100 unconfirmed, 50 of them from one network; ten bad messages per
    /// minute.
    public static let standard = VenueLimits(
        mutations: RateLimit(perSecond: 50, credit: 250),
        joins: RateLimit(perMinute: 240, credit: 600),
        joinsPerNetwork: RateLimit(perMinute: 20, credit: 60),
        unconfirmed: 100, unconfirmedPerNetwork: 50, badMessagesPerMinute: 10)
}

/// The network that a request comes from, for limits per network.
///
/// It can only be compared. The address can't be read from it, it is different after each start of
/// the program, and it appears in no event and no message.
public struct ClientNetwork: Sendable, Hashable {
    private let number: Int

    /// - Parameter part: the part that identifies the network, such as the prefix of an address.
    public init(hashing part: some Hashable) { number = part.hashValue }
}
