import Sync
import Transport

/// Who is connected, by address, for the limits on connections and on new WebSockets. Safe from any
/// loop. Bounded itself: it knows those who are connected, and those who have been busy lately.
final class ConnectionCensus: Sendable {
    private struct Neighbour {
        var connectionCount = 0
        var handshakes = RateUse()
        var tlsHandshakes = RateUse()

        func isForgotten(at now: Duration) -> Bool {
            connectionCount == 0 && handshakes.isForgotten(atMicroseconds: now.microseconds)
                && tlsHandshakes.isForgotten(atMicroseconds: now.microseconds)
        }
    }

    private struct Counts {
        var connectionCount = 0
        var neighbours: [NetworkNeighbour: Neighbour] = [:]
        var sweepAt = neighbourCountBeforeSweep
        var lastRefusalTold: Duration?

        mutating func refuse(at now: Duration) -> Verdict {
            let isFirst = lastRefusalTold.map { now - $0 > tellingInterval } ?? true
            if isFirst { lastRefusalTold = now }
            return .full(isWorthTelling: isFirst)
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

    private let limits: HubLimits
    private let handshakeLimit: RateLimit
    private let tlsHandshakeLimit: RateLimit
    private let counts = Locked(Counts())

    init(limits: HubLimits) {
        self.limits = limits
        handshakeLimit = limits.handshakes
        tlsHandshakeLimit = limits.tlsHandshakes
    }

    enum Verdict {
        case welcome
        /// Too many already, or too many a second; whether the log should say so.
        case full(isWorthTelling: Bool)
    }

    /// Somebody has connected. Who is welcome is counted until `left`.
    ///
    /// - Parameter beginsTLS: whether it will ask for a handshake, which costs the hub a signature
    ///   and whoever asks nothing.
    func arrived(from address: SocketAddress, at now: Duration, beginsTLS: Bool) -> Verdict {
        let key = NetworkNeighbour(address)
        return counts.with { counts in
            var own = counts.neighbours[key] ?? Neighbour()
            guard counts.connectionCount < limits[.connections],
                own.connectionCount < limits[.connectionsPerAddress]
            else { return counts.refuse(at: now) }
            if beginsTLS,
                own.tlsHandshakes.spend(tlsHandshakeLimit, atMicroseconds: now.microseconds) != nil
            {
                return counts.refuse(at: now)
            }
            counts.sweepWhenLarge(at: now)
            counts.connectionCount += 1
            own.connectionCount += 1
            counts.neighbours[key] = own
            return .welcome
        }
    }

    func left(from address: SocketAddress, at now: Duration) {
        let key = NetworkNeighbour(address)
        counts.with { counts in
            counts.connectionCount -= 1
            guard var neighbour = counts.neighbours[key] else { return }
            neighbour.connectionCount -= 1
            counts.neighbours[key] = neighbour.isForgotten(at: now) ? nil : neighbour
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
