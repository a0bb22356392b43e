/// What a peer may ask of the hub, one row of the table for each limit. Every one is on unless it is
/// raised, each is checked before what it limits is stored, and the README shows them all.
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
    case joinsPerMinute
    case joinCredit
    case joinsPerMinutePerAddress
    case joinCreditPerAddress
    case pingAfterSeconds
    case pongSeconds

    case outputBytes
    case congestedBytes
    case progressSeconds
}

extension Limit {
    /// One row of the table.
    struct Row {
        /// As it is set: `connections-per-address=2000`.
        var name: String
        var standard: Int
        /// What is limited, with its unit.
        var meaning: String
        /// What the peer gets who passes it.
        var answer: String

        init(_ name: String, _ standard: Int, _ meaning: String, _ answer: String) {
            self.name = name
            self.standard = standard
            self.meaning = meaning
            self.answer = answer
        }
    }

    /// The limit of this name.
    init?(named name: some StringProtocol) {
        guard let limit = Self.allCases.first(where: { $0.row.name == name }) else { return nil }
        self = limit
    }

    var row: Row {
        switch self {
        case .connections:
            Row(
                "connections", 16_384, "connections in all",
                "closed at once, unless one that is not signed in can make room")
        case .connectionsPerAddress:
            Row(
                "connections-per-address", 1_024, "connections from one address (of IPv6: one /64)",
                "closed at once, unless one that is not signed in can make room")
        case .handshakesPerSecond:
            Row(
                "handshakes-per-second", 50,
                "WebSockets that one address opens a second, on average",
                "429 with `Retry-After`")
        case .handshakeCredit:
            Row(
                "handshake-credit", 1_024, "WebSockets that one address opens at once",
                "429 with `Retry-After`")
        case .requestsPerSecond:
            Row(
                "requests-per-second", 500,
                "requests of one address that are not signed in, a second, on average",
                "429 with `Retry-After`, and not listened to until then")
        case .requestCredit:
            Row(
                "request-credit", 5_000, "requests of one address that are not signed in, at once",
                "429 with `Retry-After`, and not listened to until then")
        case .signInRequestsPerSecond:
            Row(
                "sign-in-requests-per-second", 1_000,
                "requests of one sign-in a second, on average",
                "429 with `Retry-After`, and not listened to until then")
        case .signInRequestCredit:
            Row(
                "sign-in-request-credit", 10_000, "requests of one sign-in at once",
                "429 with `Retry-After`, and not listened to until then")
        case .tlsHandshakesPerSecond:
            Row(
                "tls-handshakes-per-second", 50,
                "connections that one address opens to a hub with https a second, on average",
                "closed at once")
        case .tlsHandshakeCredit:
            Row(
                "tls-handshake-credit", 1_024,
                "connections that one address opens to a hub with https at once", "closed at once")
        case .tlsHandshakeSeconds:
            Row(
                "tls-handshake-seconds", 10,
                "seconds from a connection's begin to the end of its TLS handshake", "closed")
        case .requestLineBytes:
            Row("request-line-bytes", 8_192, "bytes of a request line", "414")
        case .headerBytes:
            Row("header-bytes", 8_192, "bytes of one header", "431")
        case .headersBytes:
            Row("headers-bytes", 32_768, "bytes of all headers", "431")
        case .headerCount:
            Row("header-count", 100, "headers", "431")
        case .bodyBytes:
            Row("body-bytes", 65_536, "bytes of a body", "413")
        case .chunkExtensionBytes:
            Row("chunk-extension-bytes", 4_096, "bytes of all chunk extensions of a body", "400")
        case .trailersBytes:
            Row("trailers-bytes", 4_096, "bytes of a body's trailers", "431")
        case .headSeconds:
            Row("head-seconds", 10, "seconds from a request's first byte to its head's last", "408")
        case .bodyBytesPerSecond:
            Row(
                "body-bytes-per-second", 500,
                "bytes of a body a second at least, after as long as a head may take", "408")
        case .keepAliveSeconds:
            Row("keep-alive-seconds", 60, "seconds between requests", "closed")
        case .pipelinedBytes:
            Row(
                "pipelined-bytes", 65_536, "bytes of requests that wait for an answer",
                "not read until it is given")
        case .messageBytes:
            Row("message-bytes", 65_536, "bytes of a WebSocket message", "1009")
        case .frameBytes:
            Row("frame-bytes", 65_536, "bytes of a frame", "1009")
        case .fragmentCount:
            Row("fragment-count", 1_024, "fragments of a message", "1009")
        case .inflatedBytes:
            Row(
                "inflated-bytes", 65_536, "bytes of a compressed message once it is unpacked",
                "1009")
        case .inflateRatio:
            Row(
                "inflate-ratio", 200, "times its size that a message unpacks to, beyond 16 KiB",
                "1009")
        case .inflateContexts:
            Row(
                "inflate-contexts", 256, "connections of a loop that compress across messages",
                "the next compress each message by itself")
        case .messageSeconds:
            Row("message-seconds", 30, "seconds from a message's first byte to its last", "4408")
        case .messagesPerSecond:
            Row(
                "messages-per-second", 100,
                "messages, pings and pongs of a connection a second, on average", "4429")
        case .messageCredit:
            Row("message-credit", 500, "messages, pings and pongs of a connection at once", "4429")
        case .badMessagesPerMinute:
            Row(
                "bad-messages-per-minute", 10, "messages a minute that are none of the protocol's",
                "4400, with the last of them")
        case .mutationsPerSecond:
            Row(
                "mutations-per-second", 50,
                "mutations of a device a second, on average; of guests who join, refused ones "
                    + "of an address",
                "`rate_limited` with `retryInMs`, or 429")
        case .mutationCredit:
            Row(
                "mutation-credit", 250,
                "mutations of a device at once; of guests who join, refused ones of an address",
                "`rate_limited` with `retryInMs`, or 429")
        case .joinsPerMinute:
            Row(
                "joins-per-minute", 60,
                "guests who join a venue by themselves, all together, a minute, on average",
                "`rate_limited` with `retryInMs`, or 429")
        case .joinCredit:
            Row(
                "join-credit", 200,
                "guests who join a venue by themselves, all together, at once",
                "`rate_limited` with `retryInMs`, or 429")
        case .joinsPerMinutePerAddress:
            Row(
                "joins-per-minute-per-address", 20,
                "guests who join a venue from one address, a minute, on average",
                "`rate_limited` with `retryInMs`, or 429")
        case .joinCreditPerAddress:
            Row(
                "join-credit-per-address", 60,
                "guests who join a venue from one address at once (the house's own network is one)",
                "`rate_limited` with `retryInMs`, or 429")
        case .pingAfterSeconds:
            Row("ping-after-seconds", 25, "seconds of silence of a WebSocket", "a ping")
        case .pongSeconds:
            Row("pong-seconds", 10, "seconds that a ping waits for its pong", "4408")
        case .outputBytes:
            Row("output-bytes", 4_194_304, "bytes of any kind that wait for a reader", "broken off")
        case .congestedBytes:
            Row(
                "congested-bytes", 262_144, "bytes that wait for a reader",
                "diffs are folded; not listened to until it has read")
        case .progressSeconds:
            Row(
                "progress-seconds", 30, "seconds that a reader takes nothing of what waits",
                "broken off")
        }
    }

    /// The whole table in Markdown, as the README has it.
    public static var table: String {
        let rows = allCases.map { limit in
            "| `\(limit.row.name)` | \(grouped(limit.row.standard)) | \(limit.row.meaning) | "
                + "\(limit.row.answer) |"
        }
        return
            (["| limit | standard | of | whoever passes it gets |", "|---|---:|---|---|"] + rows)
            .joined(separator: "\n")
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
