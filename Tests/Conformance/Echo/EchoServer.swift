import HTTP
import HTTPTypes
import Transport
import WebSocket

/// A WebSocket server over the hub's own transport and codec, without a venue. It serves the
/// conformance suite and measurements of the wire's speed.
///
/// Messages to `/broadcast` go to everyone who is connected there. Messages to any other path are
/// echoed. The server lives on one loop.
final class EchoServer {
    let rules: WebSocketRules
    let deflater = Deflater()
    let inflater = Inflater()
    let budget = InflateBudget(contextCountMax: 64)
    private var listener: Listener?
    /// The sessions at `/broadcast`, nearly in the order of arrival and thus of memory. Each
    /// session knows its index.
    private var audience: [EchoSession] = []
    /// The messages to broadcast in this turn.
    private var messages: [[UInt8]] = []

    /// - Parameter messageBytesMax: the limit of a message, a frame and an inflated message.
    init(messageBytesMax: Int) {
        rules = WebSocketRules(
            role: .server,
            limits: WebSocketLimits(
                messageBytesMax: messageBytesMax, frameBytesMax: messageBytesMax,
                fragmentCountMax: messageBytesMax, inflatedBytesMax: messageBytesMax,
                inflateRatioMax: 2_000))
    }

    /// - Returns: The port.
    func listen(port: Int, on loop: EventLoop) throws(SystemError) -> Int {
        var limits = ConnectionLimits()
        limits.outputBytesMax = 4 * rules.limits.messageBytesMax
        let listener = try Listener(
            host: "127.0.0.1", port: port, on: loop,
            accepted: { [unowned self] socket in
                let session = EchoSession(server: self)
                let connection = Connection(
                    adopting: socket, on: loop, limits: limits, handler: session)
                session.begin(on: connection)
            }, noticed: { _ in })
        self.listener = listener
        loop.atEndOfTurn { [unowned self] in broadcast() }
        return listener.addresses.first?.port ?? port
    }

    func join(_ session: EchoSession) {
        session.seat = audience.count
        audience.append(session)
    }

    func leave(_ session: EchoSession) {
        guard let seat = session.seat else { return }
        session.seat = nil
        let last = audience.removeLast()
        guard last !== session else { return }
        audience[seat] = last
        last.seat = seat
    }

    /// Sends a message to everyone at the end of the turn, together with later messages of the
    /// turn.
    func broadcast(_ message: [UInt8]) { messages.append(message) }

    private func broadcast() {
        guard !messages.isEmpty else { return }
        var broadcast = Broadcast(texts: messages)
        messages.removeAll(keepingCapacity: true)
        for session in audience { session.send(&broadcast) }
    }
}
