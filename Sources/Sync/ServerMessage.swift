public import JSON

/// Every message that the server can send.
public enum ServerMessage: Sendable, Equatable {
    case welcome(Welcome)
    case subscribed(view: String, resumed: Bool)
    case live(view: String, rev: Int)
    case ack(Ack)
    case reject(id: String, Rejection)
    case error(code: ErrorCode, message: String, view: String? = nil, id: String? = nil)
    case bye(reason: String, reconnectInMilliseconds: Int)
    case pong(n: Int, rev: Int, now: Instant)
    /// A snapshot or a diff, encoded once for everybody who gets it.
    case encoded([UInt8])

    /// The code of an `error`.
    public enum ErrorCode: String, Sendable {
        case badMessage = "bad_message"
        case forbidden
        case notFound = "not_found"
        /// A view's parameters are wrong.
        case invalid
        /// Too many views with parameters are watched.
        case rateLimited = "rate_limited"
        /// The view is set aside.
        case unavailable
    }

    public struct Welcome: Sendable, Equatable {
        public var venue: String
        public var epoch: String
        public var rev: Int
        public var role: Role
        public var now: Instant
        public var heartbeatMilliseconds: Int
    }

    public struct Ack: Sendable, Equatable {
        public var id: String
        public var rev: Int
        public var result: JSON?
        public var isReplayed: Bool
        /// Whether the event is lost when the hub stops.
        public var isInMemory = false
    }
}

extension ServerMessage {
    /// The name of the protocol, also used as the WebSocket subprotocol.
    public static let protocolName = "tablecast.v1"

    public var bytes: [UInt8] {
        switch self {
        case .encoded(let bytes): bytes
        case .ack(let ack): ack.bytes
        case .welcome(let welcome): welcome.bytes
        case .subscribed(let view, let resumed):
            Self.text(#"{"resumed":"#, .bool(resumed), #","type":"subscribed","view":"#, of: view)
        case .live(let view, let rev):
            Self.text(#"{"rev":"#, JSON(rev), #","type":"live","view":"#, of: view)
        case .reject(let id, let rejection): rejection.json(id: id).canonical
        case .error(let code, let message, let view, let id):
            Self.text([
                "type": "error", "code": .string(code.rawValue), "message": .string(message),
                "view": view.map(JSON.string), "id": id.map(JSON.string),
            ])
        case .bye(let reason, let milliseconds):
            Self.text([
                "type": "bye", "reason": .string(reason), "reconnectInMs": JSON(milliseconds),
            ])
        case .pong(let n, let rev, let now):
            Self.text([
                "type": "pong", "n": JSON(n), "rev": JSON(rev), "now": .string(now.description),
            ])
        }
    }

    private static func text(_ members: [String: JSON?]) -> [UInt8] {
        JSON(present: members).canonical
    }

    /// Encodes one of the messages that every subscription causes.
    private static func text(
        _ start: StaticString, _ value: JSON, _ middle: StaticString, of view: String
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(96)
        bytes.append(start, value)
        bytes.append(middle, .string(view))
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}

/// Frequent messages are written member by member in canonical order, without building a `JSON`
/// object of the whole.
extension [UInt8] {
    /// Appends the text before a value, then the value in canonical form.
    mutating func append(_ start: StaticString, _ value: JSON) {
        append(start)
        value.write(to: &self)
    }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }
}

extension ServerMessage.Welcome {
    fileprivate var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(224)
        bytes.append(#"{"epoch":"#, .string(epoch))
        bytes.append(#","heartbeatMs":"#, JSON(heartbeatMilliseconds))
        bytes.append(#","now":""#)
        now.write(to: &bytes)
        bytes.append(#"","protocol":"#, .string(ServerMessage.protocolName))
        bytes.append(#","rev":"#, JSON(rev))
        bytes.append(#","role":"#, .string(role.rawValue))
        bytes.append(#","type":"welcome","venue":"#, .string(venue))
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}

extension ServerMessage.Ack {
    /// `durable` is `disk` for journaled events: their answer leaves after the event was flushed.
    fileprivate var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(96)
        bytes.append(
            isInMemory ? #"{"durable":"memory","id":"# : #"{"durable":"disk","id":"#, .string(id))
        if isReplayed { bytes.append(#","replayed":"#, true) }
        if let result { bytes.append(#","result":"#, result) }
        bytes.append(#","rev":"#, JSON(rev))
        bytes.append(#","type":"ack"}"#)
        return bytes
    }
}

extension Rejection {
    fileprivate func json(id: String) -> JSON {
        var members = members(isForSender: true)
        members["type"] = "reject"
        members["id"] = .string(id)
        if let retryInMilliseconds { members["retryInMs"] = JSON(retryInMilliseconds) }
        if needsPIN { members["needs"] = "pin" }
        return .object(members)
    }
}

extension ServerMessage {
    /// Returns the message to a client that can't have a view.
    static func refusal(_ reason: Rejection, of view: String) -> ServerMessage {
        let code: ErrorCode =
            switch reason.code {
            case .invalid: .invalid
            case .forbidden: .forbidden
            case .rateLimited: .rateLimited
            case .unavailable: .unavailable
            default: .notFound
            }
        return .error(code: code, message: reason.message ?? "There is no such view", view: view)
    }
}
