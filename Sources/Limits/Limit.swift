/// A limit for the hub's peers. Each is checked before anything is stored. The page about running a
/// hub says what each limits, and what happens to a peer that exceeds it.
public enum Limit: Int, CaseIterable, Sendable {
    case connections
    case connectionsPerAddress
    case handshakesPerSecond
    case handshakeCredit
    case requestsPerSecond
    case requestCredit
    case signInRequestsPerSecond
    case signInRequestCredit

    case tlsHandshakesPerSecond
    case tlsHandshakeCredit
    case tlsHandshakeSeconds

    case requestLineBytes
    case headerBytes
    case headersBytes
    case headerCount
    case bodyBytes
    case contentBytes
    case contentBytesPerSignIn
    case chunkExtensionBytes
    case trailersBytes
    case headSeconds
    case bodyBytesPerSecond
    case keepAliveSeconds
    case pipelinedBytes

    case messageBytes
    case frameBytes
    case fragmentCount
    case inflatedBytes
    case inflateRatio
    case inflateContexts
    case messageSeconds
    case messagesPerSecond
    case messageCredit
    case badMessagesPerMinute
    case mutationsPerSecond
    case mutationCredit
    case phoneMutationsPerMinute
    case phoneMutationCredit
    case guestEventsPerDay
    case joinsPerMinute
    case joinCredit
    case joinsPerMinutePerAddress
    case joinCreditPerAddress
    case unconfirmedGuests
    case unconfirmedGuestsPerAddress
    case requestedViews
    case requestedViewsPerConnection
    case pingAfterSeconds
    case pongSeconds

    case outputBytes
    case congestedBytes
    case progressSeconds
}

extension Limit {
    /// The name in an assignment: `connections-per-address=2000`.
    public var name: String {
        "\(self)".map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
    }

    /// Returns the limit with this name, if any.
    init?(named name: some StringProtocol) {
        guard let limit = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = limit
    }

    public var standard: Int {
        switch self {
        case .connections: 16_384
        case .connectionsPerAddress: 1_024
        case .handshakesPerSecond: 50
        case .handshakeCredit: 1_024
        case .requestsPerSecond: 500
        case .requestCredit: 5_000
        case .signInRequestsPerSecond: 1_000
        case .signInRequestCredit: 10_000
        case .tlsHandshakesPerSecond: 50
        case .tlsHandshakeCredit: 1_024
        case .tlsHandshakeSeconds: 10
        case .requestLineBytes: 8_192
        case .headerBytes: 8_192
        case .headersBytes: 32_768
        case .headerCount: 100
        case .bodyBytes: 65_536
        case .contentBytes: 134_217_728
        case .contentBytesPerSignIn: 67_108_864
        case .chunkExtensionBytes: 4_096
        case .trailersBytes: 4_096
        case .headSeconds: 10
        case .bodyBytesPerSecond: 500
        case .keepAliveSeconds: 60
        case .pipelinedBytes: 65_536
        case .messageBytes: 65_536
        case .frameBytes: 65_536
        case .fragmentCount: 1_024
        case .inflatedBytes: 65_536
        case .inflateRatio: 200
        case .inflateContexts: 256
        case .messageSeconds: 30
        case .messagesPerSecond: 100
        case .messageCredit: 500
        case .badMessagesPerMinute: 10
        case .mutationsPerSecond: 50
        case .mutationCredit: 250
        case .phoneMutationsPerMinute: 30
        case .phoneMutationCredit: 10
        case .guestEventsPerDay: 2_000
        case .joinsPerMinute: 240
        case .joinCredit: 600
        case .joinsPerMinutePerAddress: 20
        case .joinCreditPerAddress: 60
        case .unconfirmedGuests: 100
        case .unconfirmedGuestsPerAddress: 50
        case .requestedViews: 1_000
        case .requestedViewsPerConnection: 16
        case .pingAfterSeconds: 25
        case .pongSeconds: 10
        case .outputBytes: 4_194_304
        case .congestedBytes: 262_144
        case .progressSeconds: 30
        }
    }
}
