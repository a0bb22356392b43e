/// The requests of guests with tickets. Several phones may have the same ticket, because a whole
/// table shares the link of its tab. So each phone has its own credit, and all phones of a ticket
/// share another.
struct GuestUses: Sendable {
    /// The unit that counts as one phone.
    private enum Phone: Hashable {
        case connection(ClientID)
        /// Requests have no lasting connection.
        case requests(Subject, ClientNetwork)
    }

    /// How long a ticket has to wait once it has used up its day.
    private static let dayPauseMilliseconds = 3_600_000

    private var phones = RateUses<Phone>()
    private var tickets = RateUses<Subject>()
    /// The number of events that each ticket has caused this service day, since the hub's start.
    private var eventCounts: [Subject: Int] = [:]

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - isConnected: whether the client is a connection rather than one request.
    ///   - network: the network that a request came from.
    /// - Returns: `nil` if the use is permitted, otherwise the number of milliseconds to wait.
    mutating func spend(
        _ limits: VenueLimits, by subject: Subject, _ client: ClientID, isConnected: Bool,
        from network: ClientNetwork?, at now: Instant
    ) -> Int? {
        if eventCounts[subject, default: 0] >= limits.guestEventsPerDay {
            return Self.dayPauseMilliseconds
        }
        let phone: Phone? =
            isConnected ? .connection(client) : network.map { .requests(subject, $0) }
        if let phone, let wait = phones.spend(limits.phones, by: phone, at: now) { return wait }
        return tickets.spend(limits.tickets, by: subject, at: now)
    }

    mutating func countEvent(of subject: Subject) { eventCounts[subject, default: 0] += 1 }

    mutating func beginDay() { eventCounts = [:] }
}
