import HTTP
import HTTPTypes
public import JSON
import WebSocket

/// # The room `Client`
///
/// A client of the hub for command-line tools and tests: blocking, on one thread.
///
/// The room shares the codecs with the hub but none of its rules, so that each checks the other. Its
/// parts, from the wire up:
///
/// - `SyncConnection`: one connection by the sync protocol, with its messages.
/// - `HTTPClient` and `EventFollower`: the hub over plain HTTP.
///
/// The room refuses whatever breaks a rule of the protocol, and never puts a token or a guest's
/// data into an error.

/// A connection to a hub by the sync protocol. Blocks its thread.
public final class SyncConnection {
    /// The WebSocket subprotocol.
    static let subprotocol = "tablecast.v1"
    /// The limits of received messages. The largest snapshots are below 1 MiB.
    private static let limits = WebSocketLimits(
        messageBytesMax: 64 * 1_024 * 1_024, frameBytesMax: 64 * 1_024 * 1_024)
    /// The time for which `close` waits for the hub's close frame.
    private static let closingTimeout: Duration = .seconds(1)

    private let stream: any ByteStream
    private let surroundings: any Surroundings
    private var decoder = WebSocketDecoder(role: .client, limits: limits)
    /// The reason why the connection has ended.
    private var end: ClientError?

    /// Connects and upgrades to WebSocket. Throws `refused` with the hub's status if it does not
    /// upgrade.
    ///
    /// - Parameters:
    ///   - address: The hub.
    ///   - venue: The venue's name.
    ///   - token: A device's token or a guest's ticket.
    ///   - timeout: The timeout for connecting, and again for the answer.
    public convenience init(
        to address: HubAddress, venue: String, token: String, timeout: Duration = .seconds(10)
    ) throws(ClientError) {
        try self.init(
            to: address, venue: venue, token: token, timeout: timeout, in: SystemSurroundings())
    }

    package init(
        to address: HubAddress, venue: String, token: String, timeout: Duration = .seconds(10),
        in surroundings: any Surroundings
    ) throws(ClientError) {
        self.surroundings = surroundings
        stream = try surroundings.connect(to: address, timeout: timeout)
        do throws(ClientError) {
            let path = HTTPClient.path(venue: venue, "sync")
            let remainder = try Self.upgrade(
                stream, path: path, at: address, token: token, timeout: timeout)
            remainder.withUnsafeBytes { decoder.receive($0) }
        } catch {
            stream.close()
            throw error
        }
    }

    deinit { stream.close() }

    /// Sends one message.
    public func send(_ message: JSON) throws(ClientError) {
        if let end { throw end }
        do throws(ClientError) {
            try stream.write(WebSocketEncoder.text(message.canonical, maskedBy: maskingKey()))
        } catch {
            throw finish(error)
        }
    }

    /// Returns the next message; `nil` if none came in time. Answers pings meanwhile.
    ///
    /// - Throws: `closed` with the hub's code if the hub closed the connection, `lost` if it broke.
    ///   Later calls throw the same error.
    public func next(timeout: Duration) throws(ClientError) -> JSON? {
        let deadline = surroundings.now + timeout
        while true {
            if let end { throw end }
            while let event = decoder.next() {
                if let message = try receive(event) { return message }
            }
            let bytes: [UInt8]?
            do throws(ClientError) {
                bytes = try stream.read(timeout: max(.zero, deadline - surroundings.now))
            } catch {
                throw finish(error)
            }
            guard let bytes else { return nil }
            guard !bytes.isEmpty else {
                throw finish(.lost("the hub ended it without saying why"))
            }
            bytes.withUnsafeBytes { decoder.receive($0) }
        }
    }

    /// Sends a close frame with 1000, waits a moment for the hub's, and closes the connection.
    public func close() {
        guard end == nil else { return }
        defer { _ = finish(.closed(code: 1000, reason: "")) }
        let frame = WebSocketEncoder.close(.normal, maskedBy: maskingKey())
        guard (try? stream.write(frame)) != nil else { return }
        let deadline = surroundings.now + Self.closingTimeout
        while case let timeLeft = deadline - surroundings.now, timeLeft > .zero {
            while let event = decoder.next() {
                switch event {
                case .close, .failed: return
                case .text, .binary, .ping, .pong: break
                }
            }
            guard let read = try? stream.read(timeout: timeLeft), !read.isEmpty else { return }
            read.withUnsafeBytes { decoder.receive($0) }
        }
    }

    private static func upgrade(
        _ stream: any ByteStream, path: String, at address: HubAddress, token: String,
        timeout: Duration
    ) throws(ClientError) -> [UInt8] {
        let key = WebSocketHandshake.newKey()
        let request = WebSocketHandshake.request(
            authority: address.authority, path: path, key: key, subprotocols: [subprotocol],
            extra: [.authorization: "Bearer \(token)"])
        try stream.write(RequestEncoder.head(request))
        var reader = ResponseReader(stream, requestMethod: .get, limits: .standard)
        let head = try reader.head(timeout: timeout)
        guard head.status == .switchingProtocols else {
            let body = (try? reader.body(timeout: timeout)) ?? []
            throw HTTPAnswer(head, body: body).refusal
        }
        if let fault = WebSocketHandshake.check(head, key: key, subprotocols: [subprotocol]) {
            throw .violation(fault)
        }
        guard head.headerFields[.secWebSocketProtocol] == subprotocol else {
            throw .violation("the server did not choose the subprotocol \(subprotocol)")
        }
        return reader.takeRemainder()
    }

    /// Returns the message of an event, or `nil` if it has none.
    private func receive(_ event: WebSocketEvent) throws(ClientError) -> JSON? {
        switch event {
        case .text(let bytes):
            guard let message = try? JSON(parsing: bytes), message.members != nil else {
                throw fail(.invalidPayload, "a message is not a JSON object")
            }
            return message
        case .binary: throw fail(.unsupportedData, "a binary message")
        case .ping(let payload):
            do throws(ClientError) {
                try stream.write(WebSocketEncoder.pong(payload, maskedBy: maskingKey()))
            } catch {
                throw finish(error)
            }
            return nil
        case .pong: return nil
        case .close(let code, let reason):
            try? stream.write(WebSocketEncoder.close(code, maskedBy: maskingKey()))
            throw finish(.closed(code: code.map { Int($0.rawValue) }, reason: reason))
        case .failed(let code, let reason): throw fail(code, reason)
        }
    }

    /// Ends the connection because the hub broke a rule (RFC 6455, 7.1.7).
    private func fail(_ code: WebSocketCloseCode, _ reason: String) -> ClientError {
        try? stream.write(WebSocketEncoder.close(code, reason: reason, maskedBy: maskingKey()))
        return finish(.violation(reason))
    }

    private func finish(_ error: ClientError) -> ClientError {
        end = error
        stream.close()
        return error
    }

    /// Returns a new unpredictable key for each frame (RFC 6455, 5.3).
    private func maskingKey() -> UInt32 { UInt32(truncatingIfNeeded: surroundings.random()) }
}
