package import HTTP
package import Sync
public import Terminal
package import Transport
package import WebSocket

/// The limits of one hub: the table's, except for those that were set.
public struct HubLimits: Sendable {
    /// The values by the limits' raw values, so that a read costs no hashing.
    private var values = Limit.allCases.map(\.standard)

    /// Creates the standard limits.
    public init() {}

    /// The value of a limit, at least 1: with a limit of 0 the hub could not serve anybody.
    public subscript(limit: Limit) -> Int {
        get { values[limit.rawValue] }
        set { values[limit.rawValue] = max(1, newValue) }
    }

    /// Parses and applies an assignment such as `connections=20000`.
    ///
    /// - Throws: a one-line description of the mistake.
    public mutating func set(_ assignment: String) throws(HubError) {
        let parts = assignment.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let limit = Limit(named: parts[0]) else {
            let names = Limit.allCases.map(\.name).joined(separator: ", ")
            throw HubError(
                "There is no limit \(parts.first ?? ""): it is NAME=NUMBER, and the names are "
                    + "\(names).")
        }
        guard let value = Int(parts[1]), (1...1_000_000_000).contains(value) else {
            throw HubError(
                "The limit \(limit.name) must be a whole number from 1 to 1000000000.")
        }
        self[limit] = value
    }

    package func seconds(_ limit: Limit) -> Duration { .seconds(self[limit]) }

    /// The maximum number of open files: the connections, and those of the journal, the pages and
    /// the loops.
    public var descriptorsMax: Int { self[.connections] + 100 }

    package var http: HTTPLimits {
        HTTPLimits(
            requestLineBytesMax: self[.requestLineBytes], fieldBytesMax: self[.headerBytes],
            fieldsBytesMax: self[.headersBytes], fieldCountMax: self[.headerCount],
            bodyBytesMax: self[.bodyBytes],
            chunkExtensionBytesMax: self[.chunkExtensionBytes],
            trailersBytesMax: self[.trailersBytes])
    }

    package var webSocket: WebSocketLimits {
        WebSocketLimits(
            messageBytesMax: self[.messageBytes], frameBytesMax: self[.frameBytes],
            fragmentCountMax: self[.fragmentCount], inflatedBytesMax: self[.inflatedBytes],
            inflateRatioMax: self[.inflateRatio])
    }

    package var connection: ConnectionLimits {
        var limits = ConnectionLimits()
        limits.outputBytesMax = self[.outputBytes]
        limits.outputHighBytes = self[.congestedBytes]
        limits.outputLowBytes = self[.congestedBytes] / 4
        limits.handshakeTimeout = seconds(.tlsHandshakeSeconds)
        limits.finishTimeout = seconds(.progressSeconds)
        return limits
    }

    package var venue: VenueLimits {
        var limits = VenueLimits()
        limits.mutations = RateLimit(
            perSecond: self[.mutationsPerSecond], credit: self[.mutationCredit])
        limits.joins = RateLimit(perMinute: self[.joinsPerMinute], credit: self[.joinCredit])
        limits.joinsPerNetwork = RateLimit(
            perMinute: self[.joinsPerMinutePerAddress], credit: self[.joinCreditPerAddress])
        limits.unconfirmed = self[.unconfirmedGuests]
        limits.unconfirmedPerNetwork = self[.unconfirmedGuestsPerAddress]
        limits.badMessagesPerMinute = self[.badMessagesPerMinute]
        let perMinute = self[.phoneMutationsPerMinute]
        let credit = self[.phoneMutationCredit]
        limits.phones = RateLimit(perMinute: perMinute, credit: credit)
        limits.tickets = RateLimit(
            perMinute: perMinute * Self.phonesPerTicket, credit: credit * Self.phonesPerTicket)
        limits.guestEventsPerDay = self[.guestEventsPerDay]
        limits.requestedViews = self[.requestedViews]
        limits.requestedViewsPerClient = self[.requestedViewsPerConnection]
        return limits
    }

    /// The number of phones that may use their whole credit with one ticket.
    private static let phonesPerTicket = 4

    package var messages: RateLimit {
        RateLimit(perSecond: self[.messagesPerSecond], credit: self[.messageCredit])
    }

    var handshakes: RateLimit {
        RateLimit(perSecond: self[.handshakesPerSecond], credit: self[.handshakeCredit])
    }

    package var requests: RateLimit {
        RateLimit(perSecond: self[.requestsPerSecond], credit: self[.requestCredit])
    }

    var signInRequests: RateLimit {
        RateLimit(perSecond: self[.signInRequestsPerSecond], credit: self[.signInRequestCredit])
    }

    var tlsHandshakes: RateLimit {
        RateLimit(perSecond: self[.tlsHandshakesPerSecond], credit: self[.tlsHandshakeCredit])
    }
}
