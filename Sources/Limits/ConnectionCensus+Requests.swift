import Clocks
import Locks
import Sync
package import Transport

/// Limits the rate of requests. Each signed-in device has a separate share; all other requests from
/// an address share one. So others behind the same router can't use up a device's share.
extension ConnectionCensus {
    package enum RequestVerdict: Equatable {
        case welcome
        /// Too many requests. The next one is permitted after this number of seconds.
        case tooMany(seconds: Int)
        /// The address has exceeded its share, but this request has a secret that was not looked up
        /// recently.
        case isToBeLookedUp
    }

    /// The rate of sign-in look-ups for an address that has used up its share. Each reads the disk.
    private static let lookUpLimit = RateLimit(perSecond: 10, credit: 20)

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - place: the connection's place; `nil` once a device has signed in on it.
    ///   - secrets: the secrets in the request, valid or not.
    ///   - isLimited: whether the request counts towards the limits of its sender.
    package func request(
        from address: SocketAddress, at place: AnonymousPlaces.ID?, showing secrets: [String],
        isLimited: Bool = true, now: Duration
    ) -> RequestVerdict {
        let key = NetworkPrefix(address)
        let microseconds = now.microseconds
        return counts.with { counts in
            if let place { counts.places.noteRequest(at: place, now: now) }
            guard isLimited else { return .welcome }
            for secret in secrets {
                switch counts.signIns.spend(signInRequestLimit, of: secret, at: microseconds) {
                case .unknown: continue
                case .within: return .welcome
                case .beyond(let wait): return .tooMany(seconds: Int(wait / 1_000_000) + 1)
                }
            }
            var own = counts.networks[key] ?? NetworkUse()
            defer { counts.networks[key] = own }
            guard let wait = own.requests.spend(requestLimit, atMicroseconds: microseconds) else {
                return .welcome
            }
            if !secrets.isEmpty,
                own.lookUps.spend(Self.lookUpLimit, atMicroseconds: microseconds) == nil
            {
                return .isToBeLookedUp
            }
            return .tooMany(seconds: Int(wait / 1_000_000) + 1)
        }
    }

    /// Records that the secret belongs to a device.
    package func recognize(_ secret: String, now: Duration) {
        counts.with { $0.signIns.add(secret, at: now.microseconds) }
    }

    /// Records that the secret belongs to no device, or was revoked.
    package func forget(_ secret: String) {
        counts.with { $0.signIns.remove(secret) }
    }

    /// Whether one of the secrets is known to belong to a device.
    package func recognizes(_ secrets: [String]) -> Bool {
        guard !secrets.isEmpty else { return false }
        return counts.with { counts in secrets.contains { counts.signIns.contains($0) } }
    }
}

/// The sign-ins of devices that were looked up, and the request rate of each. It stores no secrets,
/// only their hashes, with a key that Swift chooses for each process. Two secrets with the same
/// hash would share one allowance, and nothing else.
struct KnownSignIns {
    enum Spending {
        case unknown
        case within
        /// The next request is permitted after this number of microseconds.
        case beyond(Int64)
    }

    /// Beyond this number, only the busy ones are kept. The others are looked up again.
    private static let countMax = 16_384

    private var uses: [Int: RateUse] = [:]

    func contains(_ secret: String) -> Bool { uses[secret.hashValue] != nil }

    mutating func add(_ secret: String, at microseconds: Int64) {
        let key = secret.hashValue
        guard uses[key] == nil else { return }
        if uses.count >= Self.countMax {
            uses = uses.filter { !$0.value.isForgotten(atMicroseconds: microseconds) }
            guard uses.count < Self.countMax else { return }
        }
        uses[key] = RateUse()
    }

    mutating func remove(_ secret: String) { uses[secret.hashValue] = nil }

    mutating func spend(_ limit: RateLimit, of secret: String, at microseconds: Int64) -> Spending {
        let key = secret.hashValue
        guard var use = uses[key] else { return .unknown }
        let wait = use.spend(limit, atMicroseconds: microseconds)
        uses[key] = use
        return wait.map(Spending.beyond) ?? .within
    }
}
