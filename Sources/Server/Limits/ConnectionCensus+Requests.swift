import Sync
import Transport

/// How often requests are made: by those who are signed in each for themselves, and by all others of an
/// address together, so that a neighbour behind the same router can't use up a device's share.
extension ConnectionCensus {
    enum RequestVerdict: Equatable {
        case welcome
        /// Too many were made; one more may be after so many seconds.
        case tooMany(seconds: Int)
        /// The address has made too many, but this one shows a secret that was not looked up lately.
        case isToBeLookedUp
    }

    /// How often an address that has used up its share may have a sign-in looked up, each of which
    /// costs a look at the disk.
    private static let lookUpLimit = RateLimit(perSecond: 10, credit: 20)

    /// Somebody makes a request.
    ///
    /// - Parameters:
    ///   - place: of the connection, unless a device's sign-in was seen on it.
    ///   - secrets: what the request shows, good or not.
    func request(
        from address: SocketAddress, at place: AnonymousPlaces.ID?, showing secrets: [String],
        now: Duration
    ) -> RequestVerdict {
        let key = NetworkNeighbour(address)
        let microseconds = now.microseconds
        return counts.with { counts in
            if let place { counts.places.noteRequest(at: place, now: now) }
            for secret in secrets {
                switch counts.signIns.spend(signInRequestLimit, of: secret, at: microseconds) {
                case .unknown: continue
                case .within: return .welcome
                case .beyond(let wait): return .tooMany(seconds: Int(wait / 1_000_000) + 1)
                }
            }
            var own = counts.neighbours[key] ?? Neighbour()
            defer { counts.neighbours[key] = own }
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

    /// The secret was found to be a device's.
    func recognize(_ secret: String) {
        counts.with { $0.signIns.add(secret, at: EventLoop.monotonicNow.microseconds) }
    }

    /// The secret belongs to no device, or was revoked.
    func forget(_ secret: String) {
        counts.with { $0.signIns.remove(secret) }
    }

    /// Whether one of the secrets was found to be a device's.
    func recognizes(_ secrets: [String]) -> Bool {
        guard !secrets.isEmpty else { return false }
        return counts.with { counts in secrets.contains { counts.signIns.contains($0) } }
    }
}

/// The sign-ins of devices that were looked up, and how often each makes requests. It keeps no secrets,
/// only hashes of them with a key that Swift draws for each process. Two that have the same would share
/// one allowance, and nothing else.
struct KnownSignIns {
    enum Spending {
        case unknown
        case within
        /// It may happen after so many microseconds.
        case beyond(Int64)
    }

    /// The busy ones when there are so many; the others are looked up again.
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
