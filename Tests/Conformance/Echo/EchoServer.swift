import HTTP
import HTTPTypes
import Transport
import WebSocket

/// A WebSocket server with nothing behind the wire, over the hub's own transport and codec: what the
/// conformance suite talks to, and what the wire's speed is measured on.
///
/// What is sent to `/broadcast` goes to everyone who is connected there; what is sent to any other
/// path comes back. Lives on one loop.
final class EchoServer {
    let rules: WebSocketRules
    let deflater = Deflater()
    let inflater = Inflater()
    let budget = InflateBudget(contextCountMax: 64)
    private var listener: Listener?
    private var members: [ObjectIdentifier: EchoSession] = [:]
    /// In an array, which a broadcast goes through faster than through a dictionary.
    private var audience: [EchoSession] = []
    private var audienceHasChanged = false

    /// - Parameter messageBytesMax: the longest message, frame and unpacked message.
    init(messageBytesMax: Int) {
        rules = WebSocketRules(
            role: .server,
            limits: WebSocketLimits(
                messageBytesMax: messageBytesMax, frameBytesMax: messageBytesMax,
                fragmentCountMax: messageBytesMax, inflatedBytesMax: messageBytesMax,
                inflateRatioMax: 2_000))
    }

    /// - Returns: the port.
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
        return listener.addresses.first?.port ?? port
    }

    func join(_ session: EchoSession) {
        members[ObjectIdentifier(session)] = session
        audienceHasChanged = true
    }

    func leave(_ session: EchoSession) {
        audienceHasChanged =
            members.removeValue(forKey: ObjectIdentifier(session)) != nil
            || audienceHasChanged
    }

    func broadcast(_ message: [UInt8]) {
        if audienceHasChanged {
            audience = Array(members.values)
            audienceHasChanged = false
        }
        var frame = BroadcastFrame(text: message) { OutputChunk($0) }
        for session in audience { session.send(&frame) }
    }
}
