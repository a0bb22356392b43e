import JSON
import Sync

/// A bare WebSocket of the sync protocol, which answers nothing on its own.
final class RawWebSocket {
    let connection: RawConnection

    struct NoUpgrade: Error {
        var status: Int
    }

    /// - Parameters:
    ///  - fields: the fields besides those of the handshake.
    ///  - early: bytes sent in one segment with the request, before its answer is known.
    init(
        _ hub: LiveHub, _ role: Role?, _ fields: [String: String] = [:], early: [UInt8] = []
    ) throws {
        connection = try RawConnection(hub)
        let request = try hub.request(
            "GET", "/v1/main/sync", as: role, Self.fields.merging(fields) { $1 })
        try connection.send(Array(request.utf8) + early)
        let answer = try connection.head()
        guard answer.status == 101 else { throw NoUpgrade(status: answer.status) }
    }

    static let fields = [
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": "tablecast.v1",
    ]

    func send(_ text: String) throws { try connection.send(RawFrame.text(text)) }

    func send(_ opcode: UInt8, _ payload: [UInt8]) throws {
        try connection.send(RawFrame.bytes(opcode, payload))
    }

    func frame() throws -> RawFrame { try RawFrame(from: connection) }

    /// Returns the next frame of this kind. Skips others.
    func frame(_ opcode: UInt8) throws -> RawFrame {
        while true {
            let frame = try frame()
            if frame.opcode == opcode { return frame }
        }
    }

    func next() throws -> JSON { try JSON(parsing: frame(RawFrame.text).payload, depthMax: 64) }

    func next(_ type: String) throws -> JSON {
        while true {
            let message = try next()
            if message["type"]?.text == type { return message }
        }
    }

    /// Reads until the hub closes.
    func closeCode() throws -> Int? { try frame(RawFrame.close).closeCode }
}
