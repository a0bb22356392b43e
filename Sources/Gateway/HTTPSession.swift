import Clocks
import HTTP
import HTTPTypes
import Limits
import Metrics
import Storage
import Transport

/// Speaks HTTP/1.1 on one connection. Answers the requests in order, and reads the next one only
/// after the previous one has been answered.
final class HTTPSession: ConnectionHandler, Session {
    enum Phase {
        case reading
        /// The session waits for a look-up that the request needs. Nothing is read.
        case lookingUp
        case answering(Exchange)
        /// A stream is writing the answer. Nothing is read.
        case streaming(any ResponseStream)
        /// The request belongs to another loop. It moves there when the earlier answers were sent.
        case moving(Request, to: LoopConnectionsHandle)
        /// The client made too many requests. Nothing is read until this time.
        case resting(until: Duration)
        /// The connection was passed on, or ends.
        case over
    }

    let connections: LoopConnections
    /// The connection; `nil` after its end, which breaks the reference cycle.
    private(set) var connection: Connection?
    var decoder: RequestDecoder
    /// Set by this class and its extensions only.
    var phase = Phase.reading
    /// The request whose content is being read.
    private var request: Request?
    /// The route of the request that is being read.
    private var route: (any RoutedRequest)?
    private var keepsBody = false
    private var isPumping = false
    /// Whether the client sends nothing more. Its received requests are still answered.
    private(set) var inputIsOver = false
    /// When the session began to wait for a request or, if `requestHasBegun`, when its first bytes
    /// came.
    private var waitingSince: Duration
    private var requestHasBegun = false
    /// The time by which more of the current request's content must have arrived.
    private var contentDue: Duration
    private var progress: ReadingProgress?
    var index: UInt32 = 0

    init(among connections: LoopConnections) {
        self.connections = connections
        decoder = RequestDecoder(limits: connections.httpLimits)
        waitingSince = connections.loop.now
        contentDue = waitingSince
    }

    func begin(on connection: Connection) { self.connection = connection }

    /// Begins with a request that was read on another loop, and the bytes that followed it.
    func begin(on connection: Connection, with request: Request, remainder: [UInt8]) {
        self.connection = connection
        remainder.withUnsafeBytes { decoder.receive($0) }
        answer(request)
    }

    // MARK: ConnectionHandler

    func received(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {
        if !requestHasBegun {
            requestHasBegun = true
            waitingSince = connections.loop.now
        }
        decoder.receive(bytes)
        pump()
        if decoder.bufferedBytes > limits[.pipelinedBytes] { connection.pauseReading() }
    }

    func peerFinished(_ connection: Connection) {
        // A client may close its side and wait for the answers: TCP can be half-closed (RFC 9293,
        // section 3.6).
        inputIsOver = true
        switch phase {
        case .reading: pump()
        case .lookingUp, .answering, .moving: break
        case .resting: end()
        case .streaming, .over: connection.finish()
        }
    }

    func flushed(_ connection: Connection) {
        if case .moving(let request, let loop) = phase { move(request, to: loop) }
    }

    func drained(_ connection: Connection) {
        waitingSince = connections.loop.now
        if case .streaming(let stream) = phase { stream.drained() } else { pump() }
    }

    func closed(_ connection: Connection, because reason: ConnectionEnd) {
        if case .streaming(let stream) = phase { stream.closed() }
        phase = .over
        self.connection = nil
        connections.ended(connection, of: self, because: reason)
    }

    // MARK: Session

    private var handler: any RequestHandler { connections.handler }
    private var limits: HubLimits { connections.context.limits }

    func sweep(at now: Duration) {
        guard let connection, connection.isOpen else { return }
        // In every phase, the peer must take what it was sent. A stream's output may be entirely in
        // the kernel's buffer, and the kernel would wait for a vanished peer for a quarter of an
        // hour.
        let stalled = ReadingProgress.stalledFor(
            &progress,
            isWaiting: connection.outputBytes > 0
                || isStreaming && connection.unacknowledgedBytes > 0,
            acknowledgedBytes: connection.acknowledgedBytes, at: now)
        if stalled > limits.seconds(.progressSeconds) { return connection.abort() }
        switch phase {
        case .reading: sweepReading(connection, at: now)
        case .streaming(let stream): stream.sweep(at: now)
        case .resting(let end):
            if now >= end {
                connection.resumeReading()
                readOn()
            }
        case .lookingUp, .answering, .moving, .over: break
        }
    }

    private var isStreaming: Bool {
        if case .streaming = phase { true } else { false }
    }

    private func sweepReading(_ connection: Connection, at now: Duration) {
        if connection.isCongested {
            // The request can't be late, because the session reads nothing at the moment.
            waitingSince = now
            contentDue = now + limits.seconds(.headSeconds)
        } else if isTooSlow(at: now) {
            timeOut()
        }
    }

    private func isTooSlow(at now: Duration) -> Bool {
        guard requestHasBegun else { return now - waitingSince > limits.seconds(.keepAliveSeconds) }
        guard request != nil else { return now - waitingSince > limits.seconds(.headSeconds) }
        return now > contentDue
    }

    /// Extends the time for the rest of the content by what the received bytes may take at the
    /// slowest rate. The extension is limited: otherwise a client that stops after most of a long
    /// content would keep its memory occupied for hours.
    private func extendTime(afterReceiving count: Int) {
        let time = Duration.seconds(Double(count) / Double(limits[.bodyBytesPerSecond]))
        contentDue = min(
            contentDue + time, connections.loop.now + limits.seconds(.progressSeconds))
    }

    private func timeOut() {
        if requestHasBegun {
            write(
                HTTPProblem(.requestTimeout, "The request did not arrive in time.").document,
                to: nil)
        }
        end()
    }

    func stop() {
        switch phase {
        case .reading, .lookingUp, .moving, .resting: end()
        case .streaming(let stream): stream.stop()
        // The answer will be the connection's last.
        case .answering: break
        case .over: break
        }
    }

    func abort() { connection?.abort() }

    func end() {
        phase = .over
        connection?.finish()
    }

    // MARK: Requests

    private func pump() {
        guard !isPumping else { return }
        isPumping = true
        defer { isPumping = false }
        while case .reading = phase, connection?.isCongested == false,
            let event = decoder.next(contentBytesMax: contentBytesMax)
        {
            handle(event)
        }
        guard case .reading = phase, let connection else { return }
        if inputIsOver {
            if !connection.isCongested { end() }
        } else if decoder.bufferedBytes <= limits[.pipelinedBytes] {
            connection.resumeReading()
        }
    }

    private func contentBytesMax(of head: RequestHead) -> Int? {
        let request = Request(head: head, isSecure: connection?.isSecure == true)
        return handler.route(of: request).contentBytesMax
    }

    private func handle(_ event: RequestEvent) {
        switch event {
        case .head(let head):
            let request = Request(head: head, isSecure: connection?.isSecure == true)
            let route = handler.route(of: request)
            self.route = route
            let isLimited = !route.hasOwnLimit(for: request)
            switch connections.verdict(on: request, of: self, isLimited: isLimited) {
            case .welcome: accept(request)
            case .tooMany(let seconds): turnAway(request, forSeconds: seconds)
            case .isToBeLookedUp: acceptDevice(request)
            }
        case .body(let bytes):
            extendTime(afterReceiving: bytes.count)
            if keepsBody { keep(bytes) }
        case .end:
            guard let request else { return }
            self.request = nil
            answer(request)
        case .failed(let failure): fail(failure)
        }
    }

    /// Begins a request that was permitted.
    private func accept(_ request: Request) {
        self.request = request
        contentDue = connections.loop.now + limits.seconds(.headSeconds)
        if request.head.hasBody {
            identify(request) { session, result in session.expectContent(of: result, request) }
        }
    }

    /// Begins a request beyond the address's limit if it comes from a device, which has its own
    /// limit.
    private func acceptDevice(_ request: Request) {
        identify(request) { session, result in
            // If the store can't be read, the device counts as unknown.
            let isDevice = (try? result.get()).map { session.handler.recognizes($0) } ?? false
            if isDevice,
                session.connections.verdict(on: request, of: session, isLimited: true) == .welcome
            {
                session.accept(request)
            } else {
                session.turnAway(request, forSeconds: 1)
            }
        }
    }

    /// Looks up who made the request, and continues: at once if memory knows it.
    private func identify(
        _ request: Request,
        _ goOn: @escaping (HTTPSession, Result<Request, HTTPProblem>) -> Void
    ) {
        phase = .lookingUp
        handler.route(of: request).identify(request) { [self] result in
            // The connection may have ended meanwhile.
            guard case .lookingUp = phase else { return }
            phase = .reading
            goOn(self, result)
            pump()
        }
    }

    /// Refuses a request, and rests. The connection stays open, because a new one would cost the
    /// hub more.
    private func turnAway(_ request: Request, forSeconds seconds: Int) {
        let problem = HTTPProblem(
            .tooManyRequests, "Too many requests were made at once; wait a moment.",
            fields: [.retryAfter: String(seconds)])
        let closes = request.head.hasBody || !request.head.keepsAlive || connections.isStopping
        write(problem.document, to: request, closes: closes)
        if closes { return end() }
        phase = .resting(until: connections.loop.now + .seconds(seconds))
        connection?.pauseReading()
    }

    /// Goes on with the next request.
    func readOn() {
        waitingSince = connections.loop.now
        requestHasBegun = decoder.bufferedBytes > 0
        phase = .reading
        pump()
    }

    /// Refuses content from clients that may not send it, before it arrives. Content that no route
    /// uses is received but not kept.
    private func expectContent(of identified: Result<Request, HTTPProblem>, _ request: Request) {
        // A plain request to a hub with TLS gets the same answer whatever its content.
        let comesAsItShould = connections.context.tls == nil || request.isSecure
        let route = handler.route(of: request)
        keepsBody = route.contentBytesMax != nil && comesAsItShould
        do throws(HTTPProblem) {
            if comesAsItShould {
                let identified = try identified.get()
                try route.checkHead(of: identified)
                let device = identified.devices.first?.device.id
                self.request?.contentShare = ContentShare(
                    of: connections.context.contents, for: device)
            }
            if request.head.expectsContinue { connection?.send(ResponseEncoder.continueInterim) }
        } catch {
            self.request = nil
            write(handler.answer(to: error, for: request), to: request)
            end()
        }
    }

    private func keep(_ bytes: [UInt8]) {
        if request?.contentShare?.take(bytes.count) == true {
            request?.content.append(bytes)
            return
        }
        let problem = HTTPProblem(
            .tooManyRequests, "Too much is being sent to the hub at once; try again in a moment.",
            fields: [.retryAfter: "5"])
        write(problem.document, to: request, closes: true)
        request = nil
        end()
    }

    /// Answers a request that can't be parsed, and closes: nothing after it can be parsed, either.
    private func fail(_ failure: HTTPFailure) {
        let problem = HTTPProblem(failure.status, failure.message)
        let partial = decoder.partialRequest.map { request in
            Request(
                head: RequestHead(
                    request: request, minorVersion: 1, keepsAlive: false, expectsContinue: false,
                    hasBody: false))
        }
        write(answer(to: problem, for: partial), to: partial, closes: true)
        end()
    }

    /// Returns the answer to a problem. If the request line was too long, the `Accept` field behind
    /// it was not read. Then the address decides whether the client is a person's browser.
    private func answer(to problem: HTTPProblem, for partial: Request?) -> Response {
        if problem.status == .uriTooLong, let partial, handler.route(of: partial).isForPeople {
            return handler.page(of: problem, for: partial)
        }
        return handler.answer(to: problem, for: partial)
    }

    private func answer(_ request: Request) {
        if connections.context.tls != nil, !request.isSecure {
            let redirects = connections.context.redirectsPlainText
            write(PlainText.answer(request, redirects: redirects), to: request)
            return end()
        }
        if request.head.request.scheme == "https", !request.isSecure {
            // See RFC 9110, section 7.4.
            let problem = HTTPProblem(
                .misdirectedRequest, "This https address is not served over plain http.")
            write(problem.document, to: request)
            return end()
        }
        let route = route ?? handler.route(of: request)
        self.route = nil
        if route.needsLookup {
            return identify(request) { session, _ in session.begin(request, route) }
        }
        begin(request, route)
    }

    /// Answers a request, on the loop that it belongs to.
    private func begin(_ request: Request, _ route: any RoutedRequest) {
        if let loop = route.otherLoop { return move(request, to: loop) }
        guard let connection else { return }
        let exchange = Exchange(request: request, session: self)
        phase = .answering(exchange)
        connections.context.metrics.requestReceived()
        connections.turns.take(.request, for: connection.remoteAddress) { [self] in
            // The connection may have ended meanwhile.
            guard awaitsAnswer(to: exchange) else { return }
            route.answer(exchange)
        }
    }

    func awaitsAnswer(to exchange: Exchange) -> Bool {
        guard case .answering(let current) = phase else { return false }
        return current === exchange
    }

    /// Moves the connection to the loop that answers its requests.
    private func move(_ request: Request, to loop: LoopConnectionsHandle) {
        guard let connection else { return }
        guard connection.outputBytes == 0 else {
            phase = .moving(request, to: loop)
            return connection.tellWhenFlushed()
        }
        let remainder = decoder.takeRemainder()
        phase = .over
        let socket = connection.detach()
        let place = connections.place(of: self)
        connections.remove(self)
        loop.perform { connections in
            connections.adopt(socket, at: place, with: request, remainder: remainder)
        }
    }
}
