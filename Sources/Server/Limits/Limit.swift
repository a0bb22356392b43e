/// What a peer may ask of the hub, one row of the table for each limit. Every one is on unless it is
/// raised, each is checked before what it limits is stored, and the README shows them all.
public enum Limit: String, CaseIterable, Sendable {
    case connections
    case connectionsPerAddress = "connections-per-address"
    case handshakesPerSecond = "handshakes-per-second"
    case handshakeCredit = "handshake-credit"

    case tlsHandshakeSeconds = "tls-handshake-seconds"

    case requestLineBytes = "request-line-bytes"
    case headerBytes = "header-bytes"
    case headersBytes = "headers-bytes"
    case headerCount = "header-count"
    case bodyBytes = "body-bytes"
    case chunkExtensionBytes = "chunk-extension-bytes"
    case trailersBytes = "trailers-bytes"
    case headSeconds = "head-seconds"
    case bodyBytesPerSecond = "body-bytes-per-second"
    case keepAliveSeconds = "keep-alive-seconds"
    case pipelinedBytes = "pipelined-bytes"

    case messageBytes = "message-bytes"
    case frameBytes = "frame-bytes"
    case fragmentCount = "fragment-count"
    case inflatedBytes = "inflated-bytes"
    case inflateRatio = "inflate-ratio"
    case inflateContexts = "inflate-contexts"
    case messageSeconds = "message-seconds"
    case messagesPerSecond = "messages-per-second"
    case messageCredit = "message-credit"
    case badMessagesPerMinute = "bad-messages-per-minute"
    case mutationsPerSecond = "mutations-per-second"
    case mutationCredit = "mutation-credit"
    case pingAfterSeconds = "ping-after-seconds"
    case pongSeconds = "pong-seconds"

    case outputBytes = "output-bytes"
    case congestedBytes = "congested-bytes"
    case progressSeconds = "progress-seconds"
}

extension Limit {
    /// One row of the table.
    struct Row {
        var standard: Int
        /// What is limited, with its unit.
        var meaning: String
        /// What the peer gets who passes it.
        var answer: String

        init(_ standard: Int, _ meaning: String, _ answer: String) {
            self.standard = standard
            self.meaning = meaning
            self.answer = answer
        }
    }

    /// What holds unless it is set otherwise.
    public var standard: Int { row.standard }

    var row: Row {
        switch self {
        case .connections: Row(16_384, "connections in all", "closed at once")
        case .connectionsPerAddress:
            Row(1_024, "connections from one address (of IPv6: one /64)", "closed at once")
        case .handshakesPerSecond:
            Row(
                50, "WebSockets that one address opens a second, on average",
                "429 with `Retry-After`")
        case .handshakeCredit:
            Row(1_024, "WebSockets that one address opens at once", "429 with `Retry-After`")
        case .tlsHandshakeSeconds:
            Row(10, "seconds from a connection's begin to the end of its TLS handshake", "closed")
        case .requestLineBytes: Row(8_192, "bytes of a request line", "414")
        case .headerBytes: Row(8_192, "bytes of one header", "431")
        case .headersBytes: Row(32_768, "bytes of all headers", "431")
        case .headerCount: Row(100, "headers", "431")
        case .bodyBytes: Row(65_536, "bytes of a body", "413")
        case .chunkExtensionBytes: Row(4_096, "bytes of all chunk extensions of a body", "400")
        case .trailersBytes: Row(4_096, "bytes of a body's trailers", "431")
        case .headSeconds: Row(10, "seconds from a request's first byte to its head's last", "408")
        case .bodyBytesPerSecond:
            Row(500, "bytes of a body a second at least, after as long as a head may take", "408")
        case .keepAliveSeconds: Row(60, "seconds between requests", "closed")
        case .pipelinedBytes:
            Row(65_536, "bytes of requests that wait for an answer", "not read until it is given")
        case .messageBytes: Row(65_536, "bytes of a WebSocket message", "1009")
        case .frameBytes: Row(65_536, "bytes of a frame", "1009")
        case .fragmentCount: Row(1_024, "fragments of a message", "1009")
        case .inflatedBytes:
            Row(65_536, "bytes of a compressed message once it is unpacked", "1009")
        case .inflateRatio:
            Row(200, "times its size that a message unpacks to, beyond 16 KiB", "1009")
        case .inflateContexts:
            Row(
                256, "connections of a loop that compress across messages",
                "the next compress each message by itself")
        case .messageSeconds: Row(30, "seconds from a message's first byte to its last", "4408")
        case .messagesPerSecond:
            Row(100, "messages, pings and pongs of a connection a second, on average", "4429")
        case .messageCredit: Row(500, "messages, pings and pongs of a connection at once", "4429")
        case .badMessagesPerMinute:
            Row(10, "messages a minute that are none of the protocol's", "4400")
        case .mutationsPerSecond:
            Row(
                50, "mutations of a device a second, on average",
                "`rate_limited` with `retryInMs`, or 429")
        case .mutationCredit:
            Row(250, "mutations of a device at once", "`rate_limited` with `retryInMs`, or 429")
        case .pingAfterSeconds: Row(25, "seconds of silence of a WebSocket", "a ping")
        case .pongSeconds: Row(10, "seconds that a ping waits for its pong", "4408")
        case .outputBytes: Row(4_194_304, "bytes of any kind that wait for a reader", "broken off")
        case .congestedBytes:
            Row(
                262_144, "bytes that wait for a reader",
                "diffs are folded; not listened to until it has read")
        case .progressSeconds:
            Row(30, "seconds that a reader takes nothing of what waits", "broken off")
        }
    }

    /// The whole table in Markdown, as the README has it.
    public static var table: String {
        let rows = allCases.map { limit in
            "| `\(limit.rawValue)` | \(grouped(limit.row.standard)) | \(limit.row.meaning) | "
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
