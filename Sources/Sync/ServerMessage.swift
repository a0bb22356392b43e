public import JSON

/// Everything that the server can say, written in one place.
public enum ServerMessage: Sendable, Equatable {
    case welcome(Welcome)
    case subscribed(view: String, resumed: Bool)
    case live(view: String, rev: Int)
    case ack(Ack)
    case reject(id: String, Rejection)
    case error(code: ErrorCode, message: String, view: String? = nil, id: String? = nil)
    case bye(reason: String, reconnectInMilliseconds: Int)
    case pong(n: Int, rev: Int, now: Instant)
    /// A snapshot or a diff: encoded once, for all who get it.
    case encoded([UInt8])

    /// What an `error` is about.
    public enum ErrorCode: String, Sendable {
        case badMessage = "bad_message"
        case forbidden
        case notFound = "not_found"
    }

    public struct Welcome: Sendable, Equatable {
        public var venue: String
        public var epoch: String
        public var rev: Int
        public var role: Role
        public var now: Instant
        public var heartbeatMilliseconds: Int
        /// A `painted` is held back for a random time up to this one.
        public var paintedSpreadMilliseconds = 0
    }

    public struct Ack: Sendable, Equatable {
        public var id: String
        public var rev: Int
        public var result: JSON?
        public var isReplayed: Bool
    }
}

extension ServerMessage {
    /// The name of the protocol: the WebSocket subprotocol too.
    public static let protocolName = "tablecast.v1"

    /// The message as JSON text.
    public var bytes: [UInt8] {
        switch self {
        case .encoded(let bytes): bytes
        case .ack(let ack): ack.bytes
        case .welcome(let welcome): welcome.json.canonical
        case .subscribed(let view, let resumed):
            Self.text(["type": "subscribed", "view": .string(view), "resumed": .bool(resumed)])
        case .live(let view, let rev):
            Self.text(["type": "live", "view": .string(view), "rev": JSON(rev)])
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
}

extension ServerMessage.Welcome {
    fileprivate var json: JSON {
        JSON(present: [
            "type": "welcome", "protocol": .string(ServerMessage.protocolName),
            "venue": .string(venue), "epoch": .string(epoch), "rev": JSON(rev),
            "role": .string(role.rawValue), "now": .string(now.description),
            "heartbeatMs": JSON(heartbeatMilliseconds),
            "paintedSpreadMs": paintedSpreadMilliseconds > 0
                ? JSON(paintedSpreadMilliseconds) : nil,
        ])
    }
}

extension ServerMessage.Ack {
    /// Of all messages this is the one that is made anew for each mutation, so it does without a
    /// value of JSON in between; the members stand in the order of the canonical form. `durable` is
    /// always `disk`: an answer leaves after its event was flushed.
    fileprivate var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(96)
        bytes.append(contentsOf: #"{"durable":"disk","id":"#.utf8)
        JSON.write(id, to: &bytes)
        if isReplayed { bytes.append(contentsOf: #","replayed":true"#.utf8) }
        if let result {
            bytes.append(contentsOf: #","result":"#.utf8)
            result.write(to: &bytes)
        }
        bytes.append(contentsOf: #","rev":"#.utf8)
        JSON(rev).write(to: &bytes)
        bytes.append(contentsOf: #","type":"ack"}"#.utf8)
        return bytes
    }
}

extension Rejection {
    fileprivate func json(id: String) -> JSON {
        JSON(present: [
            "type": "reject", "id": .string(id), "code": .string(code.rawValue),
            "message": message.map(JSON.string),
            "problems": problems.isEmpty ? nil : problemsJSON,
            "retryInMs": retryInMilliseconds.map { JSON($0) },
            "needs": needsPIN ? "pin" : nil,
        ])
    }

    /// `[{"field":…,"message":…}]`
    public var problemsJSON: JSON {
        .array(
            problems.map { problem in
                ["field": .string(problem.field), "message": .string(problem.message)]
            })
    }
}
