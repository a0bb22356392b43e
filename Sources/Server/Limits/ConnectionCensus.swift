import Sync
import Transport

/// Who is connected and who asks how often, by address, for the limits on connections, on requests and
/// on new WebSockets. Safe from any loop. Bounded itself: it knows those who are connected, and those
/// who have been busy lately.
///
/// A connection is nobody's until it shows that a device is signed in. When no place is left, those of
/// nobody that have been idle longest make room, so that a device can always come in.
final class ConnectionCensus: Sendable {
    struct Neighbour {
        var connectionCount = 0
        /// Those of them that are nobody's.
        var anonymousCount = 0
        var handshakes = RateUse()
        var tlsHandshakes = RateUse()
        var requests = RateUse()
        var lookUps = RateUse()

        func isForgotten(at now: Duration) -> Bool {
            connectionCount == 0
                && [handshakes, tlsHandshakes, requests, lookUps].allSatisfy {
                    $0.isForgotten(atMicroseconds: now.microseconds)
                }
        }
    }

    struct Counts {
        var connectionCount = 0
        var neighbours: [NetworkNeighbour: Neighbour] = [:]
        var places = AnonymousPlaces()
        var signIns = KnownSignIns()
        private var sweepAt = neighbourCountBeforeSweep
        private var lastRefusalTold: Duration?

        /// Whether the log should say that somebody is turned away.
        mutating func isWorthTelling(at now: Duration) -> Bool {
            let isFirst = lastRefusalTold.map { now - $0 > tellingInterval } ?? true
            if isFirst { lastRefusalTold = now }
            return isFirst
        }

        mutating func sweepWhenLarge(at now: Duration) {
            guard neighbours.count >= sweepAt else { return }
            neighbours = neighbours.filter { !$0.value.isForgotten(at: now) }
            sweepAt = max(neighbourCountBeforeSweep, neighbours.count * 2)
        }
    }

    private static let neighbourCountBeforeSweep = 4_096
    /// A flood is told of in the log, once in so long.
    private static let tellingInterval = Duration.seconds(60)
    /// One in so many connections makes room at a time, for to find them takes a look at all.
    private static let shareThatMakesRoom = 64

    private let limits: HubLimits
    private let handshakeLimit: RateLimit
    private let tlsHandshakeLimit: RateLimit
    let requestLimit: RateLimit
    let signInRequestLimit: RateLimit
    let counts = Locked(Counts())

    init(limits: HubLimits) {
        self.limits = limits
        handshakeLimit = limits.handshakes
        tlsHandshakeLimit = limits.tlsHandshakes
        requestLimit = limits.requests
        signInRequestLimit = limits.signInRequests
    }

    /// What becomes of somebody who has connected.
    struct Arrival {
        /// `nil` when it can't stay: there are too many already, or too many a second.
        var place: AnonymousPlaces.ID?
        /// The connections that have to go for it. They are not counted any more.
        var leaving: [AnonymousPlaces.ID] = []
        /// Whether the log should say that there are too many.
        var isWorthTelling = false
    }

    /// Somebody has connected. Who has a place is counted until `left`.
    ///
    /// - Parameter beginsTLS: whether it will ask for a handshake, which costs the hub a signature
    ///   and whoever asks nothing.
    func arrived(from address: SocketAddress, at now: Duration, beginsTLS: Bool) -> Arrival {
        let key = NetworkNeighbour(address)
        return counts.with { counts in
            var arrival = Arrival()
            counts.sweepWhenLarge(at: now)
            if beginsTLS,
                counts.neighbours[key, default: Neighbour()].tlsHandshakes
                    .spend(tlsHandshakeLimit, atMicroseconds: now.microseconds) != nil
            {
                arrival.isWorthTelling = counts.isWorthTelling(at: now)
                return arrival
            }
            guard makeRoom(for: key, in: &counts, leaving: &arrival.leaving) else {
                arrival.isWorthTelling = counts.isWorthTelling(at: now)
                return arrival
            }
            if !arrival.leaving.isEmpty { arrival.isWorthTelling = counts.isWorthTelling(at: now) }
            counts.connectionCount += 1
            counts.neighbours[key, default: Neighbour()].connectionCount += 1
            counts.neighbours[key, default: Neighbour()].anonymousCount += 1
            arrival.place = counts.places.add(of: key, at: now)
            return arrival
        }
    }

    /// Returns whether there is room for one more.
    private func makeRoom(
        for key: NetworkNeighbour, in counts: inout Counts, leaving: inout [AnonymousPlaces.ID]
    ) -> Bool {
        let share = limits[.connectionsPerAddress]
        if counts.neighbours[key]?.connectionCount ?? 0 >= share {
            leaving += counts.places.idlest(max(1, share / Self.shareThatMakesRoom)) { $0 == key }
        } else if counts.connectionCount >= limits[.connections] {
            // Of those addresses that have the most, lest somebody with many drives others out.
            let most = counts.neighbours.values.reduce(0) { max($0, $1.anonymousCount) }
            leaving += counts.places.idlest(
                max(1, limits[.connections] / Self.shareThatMakesRoom)
            ) { 2 * (counts.neighbours[$0]?.anonymousCount ?? 0) > most }
        } else {
            return true
        }
        for place in leaving { release(place, in: &counts) }
        return !leaving.isEmpty
    }

    /// Does nothing for a place that was given up.
    private func release(_ place: AnonymousPlaces.ID, in counts: inout Counts) {
        guard let key = counts.places.remove(place) else { return }
        counts.neighbours[key]?.anonymousCount -= 1
        leave(key, in: &counts)
    }

    private func leave(_ key: NetworkNeighbour, in counts: inout Counts) {
        counts.connectionCount -= 1
        counts.neighbours[key]?.connectionCount -= 1
    }

    /// Whether the connection may stay; otherwise it had to make room for another.
    func holds(_ place: AnonymousPlaces.ID) -> Bool {
        counts.with { $0.places.holds(place) }
    }

    /// The connection has shown that a device is signed in. It gives up its place for good, and is
    /// counted until `left(from:at:)`.
    ///
    /// - Returns: whether it still had its place.
    func signedIn(_ place: AnonymousPlaces.ID) -> Bool {
        counts.with { counts in
            guard let key = counts.places.remove(place) else { return false }
            counts.neighbours[key]?.anonymousCount -= 1
            return true
        }
    }

    /// A connection that is nobody's has ended.
    func left(_ place: AnonymousPlaces.ID) {
        counts.with { release(place, in: &$0) }
    }

    /// The connection of a device has ended.
    func left(from address: SocketAddress, at now: Duration) {
        let key = NetworkNeighbour(address)
        counts.with { counts in
            leave(key, in: &counts)
            if counts.neighbours[key]?.isForgotten(at: now) == true { counts.neighbours[key] = nil }
        }
    }

    /// Somebody who is connected asks for a WebSocket.
    ///
    /// - Returns: nil when it may have one, otherwise the seconds after which it may ask again.
    func handshake(from address: SocketAddress, at now: Duration) -> Int? {
        let key = NetworkNeighbour(address)
        let wait = counts.with { counts in
            counts.neighbours[key, default: Neighbour()].handshakes
                .spend(handshakeLimit, atMicroseconds: now.microseconds)
        }
        return wait.map { Int($0 / 1_000_000) + 1 }
    }
}

extension Duration {
    /// Whole microseconds, as `RateUse` counts.
    var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
