/// A limit for the hub's peers. Each is checked before anything is stored. The page about running a
/// hub shows all of them.
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
    /// A row of the table.
    package struct Row: Sendable {
        /// The name in an assignment: `connections-per-address=2000`.
        package var name: String
        package var standard: Int
        /// The limited quantity, with its unit.
        package var meaning: String
        /// The hub's answer to a peer that exceeds it.
        package var answer: String

        init(_ name: String, _ standard: Int, _ meaning: String, _ answer: String) {
            self.name = name
            self.standard = standard
            self.meaning = meaning
            self.answer = answer
        }
    }

    /// Returns the limit with this name, if any.
    init?(named name: some StringProtocol) {
        guard let limit = Self.allCases.first(where: { $0.row.name == name }) else { return nil }
        self = limit
    }

    package var row: Row {
        guard let row = Self.rows[self] else { preconditionFailure("\(self) has no row") }
        return row
    }

    private static let rows: [Limit: Row] = [
        connectionRows, tlsRows, httpRows, webSocketRows, venueRows, outputRows,
    ].reduce(into: [:]) { rows, part in rows.merge(part) { first, _ in first } }

    private static let connectionRows: [Limit: Row] = [
        .connections: Row(
            "connections", 16_384, "connections in all",
            "closed at once, unless one that is not signed in can make room"),
        .connectionsPerAddress: Row(
            "connections-per-address", 1_024, "connections from one address (of IPv6: one /64)",
            "closed at once, unless one that is not signed in can make room"),
        .handshakesPerSecond: Row(
            "handshakes-per-second", 50,
            "WebSockets that one sign-in opens a second, on average",
            "429 with `Retry-After`"),
        .handshakeCredit: Row(
            "handshake-credit", 1_024, "WebSockets that one sign-in opens at once",
            "429 with `Retry-After`"),
        .requestsPerSecond: Row(
            "requests-per-second", 500,
            "requests of one address that are not signed in, a second, on average",
            "429 with `Retry-After`, and not listened to until then"),
        .requestCredit: Row(
            "request-credit", 5_000, "requests of one address that are not signed in, at once",
            "429 with `Retry-After`, and not listened to until then"),
        .signInRequestsPerSecond: Row(
            "sign-in-requests-per-second", 1_000,
            "requests of one sign-in a second, on average",
            "429 with `Retry-After`, and not listened to until then"),
        .signInRequestCredit: Row(
            "sign-in-request-credit", 10_000, "requests of one sign-in at once",
            "429 with `Retry-After`, and not listened to until then"),
    ]

    private static let tlsRows: [Limit: Row] = [
        .tlsHandshakesPerSecond: Row(
            "tls-handshakes-per-second", 50,
            "full TLS handshakes of one address a second, on average; not those that take up an "
                + "earlier session",
            "closed at once"),
        .tlsHandshakeCredit: Row(
            "tls-handshake-credit", 1_024, "full TLS handshakes of one address at once",
            "closed at once"),
        .tlsHandshakeSeconds: Row(
            "tls-handshake-seconds", 10,
            "seconds from a connection's begin to the end of its TLS handshake", "closed"),
    ]

    private static let httpRows: [Limit: Row] = [
        .requestLineBytes: Row("request-line-bytes", 8_192, "bytes of a request line", "414"),
        .headerBytes: Row("header-bytes", 8_192, "bytes of one header", "431"),
        .headersBytes: Row("headers-bytes", 32_768, "bytes of all headers", "431"),
        .headerCount: Row("header-count", 100, "headers", "431"),
        .bodyBytes: Row(
            "body-bytes", 65_536, "bytes of a body, where a board declares no other maximum", "413"),
        .contentBytes: Row(
            "content-bytes", 134_217_728, "bytes of all bodies that arrive or are being read",
            "429 with `Retry-After`"),
        .contentBytesPerSignIn: Row(
            "content-bytes-per-sign-in", 67_108_864,
            "of these of one sign-in, and of all who are not signed in",
            "429 with `Retry-After`"),
        .chunkExtensionBytes: Row(
            "chunk-extension-bytes", 4_096, "bytes of all chunk extensions of a body", "400"),
        .trailersBytes: Row("trailers-bytes", 4_096, "bytes of a body's trailers", "431"),
        .headSeconds: Row(
            "head-seconds", 10, "seconds from a request's first byte to its head's last", "408"),
        .bodyBytesPerSecond: Row(
            "body-bytes-per-second", 500,
            "bytes of a body a second at least, after as long as a head may take, and without a "
                + "pause of `progress-seconds`", "408"),
        .keepAliveSeconds: Row("keep-alive-seconds", 60, "seconds between requests", "closed"),
        .pipelinedBytes: Row(
            "pipelined-bytes", 65_536, "bytes of requests that wait for an answer",
            "not read until it is given"),
    ]

    private static let webSocketRows: [Limit: Row] = [
        .messageBytes: Row("message-bytes", 65_536, "bytes of a WebSocket message", "1009"),
        .frameBytes: Row("frame-bytes", 65_536, "bytes of a frame", "1009"),
        .fragmentCount: Row("fragment-count", 1_024, "fragments of a message", "1009"),
        .inflatedBytes: Row(
            "inflated-bytes", 65_536, "bytes of a compressed message once it is unpacked",
            "1009"),
        .inflateRatio: Row(
            "inflate-ratio", 200, "times its size that a message unpacks to, beyond 16 KiB",
            "1009"),
        .inflateContexts: Row(
            "inflate-contexts", 256, "connections of a loop that compress across messages",
            "the next compress each message by itself"),
        .messageSeconds: Row(
            "message-seconds", 30, "seconds from a message's first byte to its last", "4408"),
        .messagesPerSecond: Row(
            "messages-per-second", 100,
            "messages, pings and pongs of a connection a second, on average", "4429"),
        .messageCredit: Row(
            "message-credit", 500, "messages, pings and pongs of a connection at once", "4429"),
        .badMessagesPerMinute: Row(
            "bad-messages-per-minute", 10, "invalid messages a minute",
            "4400, with the last of them"),
        .pingAfterSeconds: Row(
            "ping-after-seconds", 25, "seconds of silence of a WebSocket", "a ping"),
        .pongSeconds: Row("pong-seconds", 10, "seconds that a ping waits for its pong", "4408"),
    ]

    private static let venueRows: [Limit: Row] = [
        .mutationsPerSecond: Row(
            "mutations-per-second", 50,
            "mutations of a device a second, on average; of guests who join, refused ones "
                + "of an address",
            "`rate_limited` with `retryInMs`, or 429"),
        .mutationCredit: Row(
            "mutation-credit", 250,
            "mutations of a device at once; of guests who join, refused ones of an address",
            "`rate_limited` with `retryInMs`, or 429"),
        .phoneMutationsPerMinute: Row(
            "phone-mutations-per-minute", 30,
            "mutations of a guest's connection a minute, on average; four times as many of all "
                + "with the same ticket",
            "`rate_limited` with `retryInMs`, or 429"),
        .phoneMutationCredit: Row(
            "phone-mutation-credit", 10,
            "mutations of a guest's connection at once; four times as many of all with the same ticket",
            "`rate_limited` with `retryInMs`, or 429"),
        .guestEventsPerDay: Row(
            "guest-events-per-day", 2_000,
            "events that a ticket causes in a service day, since the hub's start",
            "`rate_limited` with `retryInMs`, or 429"),
        .joinsPerMinute: Row(
            "joins-per-minute", 240,
            "guests who join a venue by themselves, all together, a minute, on average",
            "`rate_limited` with `retryInMs`, or 429"),
        .joinCredit: Row(
            "join-credit", 600,
            "guests who join a venue by themselves, all together, at once",
            "`rate_limited` with `retryInMs`, or 429"),
        .joinsPerMinutePerAddress: Row(
            "joins-per-minute-per-address", 20,
            "guests who join a venue from one address, a minute, on average",
            "`rate_limited` with `retryInMs`, or 429"),
        .joinCreditPerAddress: Row(
            "join-credit-per-address", 60,
            "guests who join a venue from one address at once (the house's own network is one)",
            "`rate_limited` with `retryInMs`, or 429"),
        .unconfirmedGuests: Row(
            "unconfirmed-guests", 100,
            "guests of a venue who joined by themselves and wait for a host to confirm them",
            "`conflict`, or 409"),
        .unconfirmedGuestsPerAddress: Row(
            "unconfirmed-guests-per-address", 50,
            "of these from one address, since the hub's start", "`conflict`, or 409"),
        .requestedViews: Row(
            "requested-views", 1_000,
            "documents of views with parameters in a venue, watched or left within a minute",
            "`rate_limited`"),
        .requestedViewsPerConnection: Row(
            "requested-views-per-connection", 16,
            "views with parameters that a connection watches at once", "`rate_limited`"),
    ]

    private static let outputRows: [Limit: Row] = [
        .outputBytes: Row(
            "output-bytes", 4_194_304, "bytes of any kind that wait for a reader", "broken off"),
        .congestedBytes: Row(
            "congested-bytes", 262_144, "bytes that wait for a reader",
            "diffs are folded; not listened to until it has read"),
        .progressSeconds: Row(
            "progress-seconds", 30, "seconds that a reader takes nothing of what waits",
            "broken off"),
    ]

    /// The limit's row in HTML, for the page about running a hub.
    public var tableRow: String {
        let cells = [Self.code(row.meaning), Self.code(row.answer)].map { "<td>\($0)</td>" }
        return "<tr><td><code>\(row.name)</code></td><td class=\"number\">"
            + "\(Self.grouped(row.standard))</td>\(cells.joined())</tr>"
    }

    /// Marks words in back quotes as code.
    private static func code(_ text: String) -> String {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .map { $0 % 2 == 0 ? String($1).replacing("'", with: "’") : "<code>\($1)</code>" }
            .joined()
    }

    private static func grouped(_ number: Int) -> String {
        var groups: [String] = []
        var rest = number
        while rest >= 1_000 {
            let group = String(rest % 1_000)
            groups.insert(String(repeating: "0", count: 3 - group.count) + group, at: 0)
            rest /= 1_000
        }
        return ([String(rest)] + groups).joined(separator: ",")
    }
}
