import HTTP
import Sync
import Transport
import WebSocket

/// The limits of one hub: the table's, except for those that were set.
public struct HubLimits: Sendable {
    /// By the limit's place in the table: they are asked for with every read and every second.
    private var values = Limit.allCases.map(\.row.standard)

    /// The table's.
    public init() {}

    /// Always at least 1: a limit that lets nothing pass is a hub that does not serve.
    public subscript(limit: Limit) -> Int {
        get { values[limit.rawValue] }
        set { values[limit.rawValue] = max(1, newValue) }
    }

    /// Sets what is written as `connections=20000`.
    ///
    /// - Throws: a line that says what is wrong with it.
    public mutating func set(_ assignment: String) throws(HubError) {
        let parts = assignment.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let limit = Limit(named: parts[0]) else {
            let names = Limit.allCases.map(\.row.name).joined(separator: ", ")
            throw HubError(
                "There is no limit \(parts.first ?? ""): it is NAME=NUMBER, and the names are "
                    + "\(names).")
        }
        guard let value = Int(parts[1]), (1...1_000_000_000).contains(value) else {
            throw HubError(
                "The limit \(limit.row.name) must be a whole number from 1 to 1000000000.")
        }
        self[limit] = value
    }

    func seconds(_ limit: Limit) -> Duration { .seconds(self[limit]) }

    /// How many files are open at most: the connections, and the journal's, the pages' and the loops'
    /// own.
    public var descriptorsMax: Int { self[.connections] + 100 }

    var http: HTTPLimits {
        HTTPLimits(
            requestLineBytesMax: self[.requestLineBytes], fieldBytesMax: self[.headerBytes],
            fieldsBytesMax: self[.headersBytes], fieldCountMax: self[.headerCount],
            bodyBytesMax: self[.bodyBytes],
            chunkExtensionBytesMax: self[.chunkExtensionBytes],
            trailersBytesMax: self[.trailersBytes])
    }

    var webSocket: WebSocketLimits {
        WebSocketLimits(
            messageBytesMax: self[.messageBytes], frameBytesMax: self[.frameBytes],
            fragmentCountMax: self[.fragmentCount], inflatedBytesMax: self[.inflatedBytes],
            inflateRatioMax: self[.inflateRatio])
    }

    var connection: ConnectionLimits {
        var limits = ConnectionLimits()
        limits.outputBytesMax = self[.outputBytes]
        limits.outputHighBytes = self[.congestedBytes]
        limits.outputLowBytes = self[.congestedBytes] / 4
        limits.handshakeTimeout = seconds(.tlsHandshakeSeconds)
        limits.finishTimeout = seconds(.progressSeconds)
        return limits
    }

    var venue: VenueLimits {
        VenueLimits(
            mutations: RateLimit(
                perSecond: self[.mutationsPerSecond], credit: self[.mutationCredit]),
            joins: RateLimit(perMinute: self[.joinsPerMinute], credit: self[.joinCredit]),
            joinsPerNeighbour: RateLimit(
                perMinute: self[.joinsPerMinutePerAddress], credit: self[.joinCreditPerAddress]),
            badMessagesPerMinute: self[.badMessagesPerMinute])
    }

    var messages: RateLimit {
        RateLimit(perSecond: self[.messagesPerSecond], credit: self[.messageCredit])
    }

    var handshakes: RateLimit {
        RateLimit(perSecond: self[.handshakesPerSecond], credit: self[.handshakeCredit])
    }

    var requests: RateLimit {
        RateLimit(perSecond: self[.requestsPerSecond], credit: self[.requestCredit])
    }

    var signInRequests: RateLimit {
        RateLimit(perSecond: self[.signInRequestsPerSecond], credit: self[.signInRequestCredit])
    }

    var tlsHandshakes: RateLimit {
        RateLimit(perSecond: self[.tlsHandshakesPerSecond], credit: self[.tlsHandshakeCredit])
    }
}
