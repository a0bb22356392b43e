import Clocks
import Locks
import Sync
package import Transport

/// Counts connections, requests and new WebSockets by address, for their limits. May be used from
/// any loop. Its size is bounded: it knows addresses that are connected or were busy recently.
///
/// A connection is anonymous until it shows that a device is signed in. When no place is left, the
/// anonymous connections that have been idle for longest are closed, so that a device can always
/// connect.
package final class ConnectionCensus: Sendable {
    struct NetworkUse {
        var connectionCount = 0
        /// The number of anonymous ones.
        var anonymousCount = 0
        var tlsHandshakes = RateUse()
        var requests = RateUse()
        var lookUps = RateUse()

        func isForgotten(at now: Duration) -> Bool {
            connectionCount == 0
                && [tlsHandshakes, requests, lookUps].allSatisfy {
                    $0.isForgotten(atMicroseconds: now.microseconds)
                }
        }
    }

    /// A signed-in device, or a guest, as in `Principal`.
    struct SignedIn: Hashable {
        var device: String
        var venue: String
    }

    struct Counts {
        var connectionCount = 0
        var networks: [NetworkPrefix: NetworkUse] = [:]
        var places = AnonymousPlaces()
        var signIns = KnownSignIns()
        var handshakes = RateUses<SignedIn>()
        private var sweepAt = networkCountBeforeSweep
        private var lastRefusalTold: Duration?

        /// Whether to log that a connection is turned away.
        mutating func isWorthTelling(at now: Duration) -> Bool {
            let isFirst = lastRefusalTold.map { now - $0 > tellingInterval } ?? true
            if isFirst { lastRefusalTold = now }
            return isFirst
        }

        mutating func sweepWhenLarge(at now: Duration) {
            guard networks.count >= sweepAt else { return }
            networks = networks.filter { !$0.value.isForgotten(at: now) }
            sweepAt = max(networkCountBeforeSweep, networks.count * 2)
        }
    }

    private static let networkCountBeforeSweep = 4_096
    /// The minimum time between two log lines about turning connections away.
    private static let tellingInterval = Duration.seconds(60)
    /// The fraction of the connections that is closed at a time. Finding them visits all
    /// connections.
    private static let shareThatMakesRoom = 64

    private let limits: HubLimits
    private let handshakeLimit: RateLimit
    private let tlsHandshakeLimit: RateLimit
    let requestLimit: RateLimit
    let signInRequestLimit: RateLimit
    let counts = Locked(Counts())

    package init(limits: HubLimits) {
        self.limits = limits
        handshakeLimit = limits.handshakes
        tlsHandshakeLimit = limits.tlsHandshakes
        requestLimit = limits.requests
        signInRequestLimit = limits.signInRequests
    }

    /// The decision about a new connection.
    package struct Arrival {
        /// The connection's place; `nil` if there are too many, so it must be closed.
        package var place: AnonymousPlaces.ID?
        /// The connections to close in its favour. They are no longer counted.
        package var leaving: [AnonymousPlaces.ID] = []
        /// Whether to log that there are too many connections.
        package var isWorthTelling = false
    }

    /// Counts a new connection, if there is room for it, until `left` is called.
    package func arrived(from address: SocketAddress, at now: Duration) -> Arrival {
        let key = NetworkPrefix(address)
        return counts.with { counts in
            var arrival = Arrival()
            counts.sweepWhenLarge(at: now)
            guard makeRoom(for: key, in: &counts, leaving: &arrival.leaving) else {
                arrival.isWorthTelling = counts.isWorthTelling(at: now)
                return arrival
            }
            if !arrival.leaving.isEmpty { arrival.isWorthTelling = counts.isWorthTelling(at: now) }
            counts.connectionCount += 1
            counts.networks[key, default: NetworkUse()].connectionCount += 1
            counts.networks[key, default: NetworkUse()].anonymousCount += 1
            arrival.place = counts.places.add(of: key, at: now)
            return arrival
        }
    }

    /// Returns whether there is room for one more.
    private func makeRoom(
        for key: NetworkPrefix, in counts: inout Counts, leaving: inout [AnonymousPlaces.ID]
    ) -> Bool {
        let share = limits[.connectionsPerAddress]
        if counts.networks[key]?.connectionCount ?? 0 >= share {
            leaving += counts.places.idlest(max(1, share / Self.shareThatMakesRoom)) { $0 == key }
        } else if counts.connectionCount >= limits[.connections] {
            // Take them from the networks with the most places, so that those can't displace
            // others.
            let most = counts.networks.values.reduce(0) { max($0, $1.anonymousCount) }
            leaving += counts.places.idlest(
                max(1, limits[.connections] / Self.shareThatMakesRoom)
            ) { 2 * (counts.networks[$0]?.anonymousCount ?? 0) > most }
        } else {
            return true
        }
        for place in leaving { release(place, in: &counts) }
        return !leaving.isEmpty
    }

    /// Does nothing if the place was already given up.
    private func release(_ place: AnonymousPlaces.ID, in counts: inout Counts) {
        guard let key = counts.places.remove(place) else { return }
        counts.networks[key]?.anonymousCount -= 1
        leave(key, in: &counts)
    }

    private func leave(_ key: NetworkPrefix, in counts: inout Counts) {
        counts.connectionCount -= 1
        counts.networks[key]?.connectionCount -= 1
    }

    /// Whether the connection still has its place. If not, it was given to another one.
    package func holds(_ place: AnonymousPlaces.ID) -> Bool {
        counts.with { $0.places.holds(place) }
    }

    /// Records that a device is signed in on the connection. The connection gives up its place for
    /// good, and is counted until `left(from:at:)`.
    ///
    /// - Returns: whether it still had its place.
    package func signedIn(_ place: AnonymousPlaces.ID) -> Bool {
        counts.with { counts in
            guard let key = counts.places.remove(place) else { return false }
            counts.networks[key]?.anonymousCount -= 1
            return true
        }
    }

    /// Records the end of an anonymous connection.
    package func left(_ place: AnonymousPlaces.ID) {
        counts.with { release(place, in: &$0) }
    }

    /// Records the end of a device's connection.
    package func left(from address: SocketAddress, at now: Duration) {
        let key = NetworkPrefix(address)
        counts.with { counts in
            leave(key, in: &counts)
            if counts.networks[key]?.isForgotten(at: now) == true { counts.networks[key] = nil }
        }
    }

    /// Counts a full TLS handshake, which costs the hub a signature, and its peer next to nothing.
    package func tlsHandshake(
        from address: SocketAddress, at now: Duration
    ) -> (isAdmitted: Bool, isWorthTelling: Bool) {
        let key = NetworkPrefix(address)
        return counts.with { counts in
            let wait = counts.networks[key, default: NetworkUse()].tlsHandshakes
                .spend(tlsHandshakeLimit, atMicroseconds: now.microseconds)
            guard wait != nil else { return (true, false) }
            return (false, counts.isWorthTelling(at: now))
        }
    }

    /// Counts a request for a WebSocket. Each device and each guest is counted separately, so that
    /// others behind the same router can't use up its share.
    ///
    /// - Parameter device: as in `Principal`.
    /// - Returns: `nil` if it is permitted, otherwise the number of seconds to wait.
    package func handshake(by device: String, in venue: String, at now: Duration) -> Int? {
        let wait = counts.with { counts in
            counts.handshakes.spend(
                handshakeLimit, by: SignedIn(device: device, venue: venue),
                at: Instant(milliseconds: now.microseconds / 1_000))
        }
        return wait.map { $0 / 1_000 + 1 }
    }
}
