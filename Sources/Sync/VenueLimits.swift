/// The limits on the requests of clients to a venue.
public struct VenueLimits: Sendable {
    /// Mutations of one device, over all of its connections and requests. For people who come by
    /// the join link: rejected mutations from one network.
    public var mutations = RateLimit(perSecond: 50, credit: 250)
    /// The rate at which all people may add items by the join link. It is a dozen times
    /// `joinsPerNetwork`, so that one device with a few addresses (IPv4, and several networks of
    /// IPv6) can't use it up.
    public var joins = RateLimit(perMinute: 240, credit: 600)
    /// The rate at which people in one network may add items by the join link. The network may be
    /// the restaurant's own, which nearly all guests share.
    public var joinsPerNetwork = RateLimit(perMinute: 20, credit: 60)
    /// The maximum number of items added by the join link that wait for confirmation.
    public var unconfirmed = 100
    /// The maximum number of these from one network.
    public var unconfirmedPerNetwork = 50
    /// The number of bad messages per minute that ends a connection.
    public var badMessagesPerMinute = 10
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

    public init() {}

    public static let standard = VenueLimits()
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
