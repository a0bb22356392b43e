import HTTP
import HTTPTypes
import Sync
import Transport

/// One connection on which HTTP/1.1 is spoken: requests are answered one after the other, in their
/// order, and the next is read only when the one before has its answer.
final class HTTPSession: ConnectionHandler, Session {
    private enum Phase {
        case reading
        case answering(Exchange)
        /// The answer has no end of its own; nothing more is read.
        case streaming(any ResponseStream)
        /// The request belongs to another loop; earlier answers have to leave before it goes there.
        case moving(Request, to: Worker)
        /// Too many requests were made; until then none is read.
        case resting(until: Duration)
        /// The connection is somebody else's now, or ends.
        case over
    }

    let station: Station
    /// Nil from its end on, so that the two don't hold each other.
    private(set) var connection: Connection?
    private var decoder: RequestDecoder
    private var phase = Phase.reading
    /// The request at hand, as far as it has come.
    private var request: Request?
    /// How much of the content at hand has come, whether or not it is kept.
    private var bodyCount = 0
    private var keepsBody = false
    private var isPumping = false
    /// The client sends nothing more; what it has sent is answered all the same.
    private var inputIsOver = false
    /// Since when a request is awaited, or, once it has begun, since when it has been arriving.
    private var waitingSince: Duration
    private var requestHasBegun = false
    /// Since when the body at hand has been arriving.
    private var bodySince: Duration
    private var progress: ReadingProgress

    init(station: Station) {
        self.station = station
        decoder = RequestDecoder(limits: station.httpLimits)
        waitingSince = station.loop.now
        bodySince = waitingSince
        progress = ReadingProgress(at: waitingSince)
    }

    func begin(on connection: Connection) { self.connection = connection }

    /// Begins with a request that was read on another loop.
    func begin(on connection: Connection, with request: Request, remainder: [UInt8]) {
        self.connection = connection
        remainder.withUnsafeBytes { decoder.receive($0) }
        answer(request)
    }

    // MARK: ConnectionHandler

    func received(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {
        if !requestHasBegun {
            requestHasBegun = true
            waitingSince = station.loop.now
        }
        decoder.receive(bytes)
        pump()
        if decoder.bufferedBytes > limits[.pipelinedBytes] { connection.pauseReading() }
    }

    func peerFinished(_ connection: Connection) {
        // A client may close its side and wait for the answers (RFC 9112, section 9.6).
        inputIsOver = true
        switch phase {
        case .reading: pump()
        case .answering, .moving: break
        case .resting: end()
        case .streaming, .over: connection.finish()
        }
    }

    func flushed(_ connection: Connection) {
        if case .moving(let request, let worker) = phase { move(request, to: worker) }
    }

    func drained(_ connection: Connection) {
        waitingSince = station.loop.now
        if case .streaming(let stream) = phase { stream.drained() } else { pump() }
    }

    func closed(_ connection: Connection, because reason: ConnectionEnd) {
        if case .streaming(let stream) = phase { stream.closed() }
        phase = .over
        self.connection = nil
        station.ended(connection, of: self, because: reason)
    }

    // MARK: Session

    private var limits: HubLimits { station.context.options.limits }

    func sweep(at now: Duration) {
        guard let connection, connection.isOpen else { return }
        // Whatever it waits for, its peer has to take what it was sent.
        let stalled = progress.stalledFor(
            isWaiting: connection.outputBytes > 0, acknowledgedBytes: connection.acknowledgedBytes,
            at: now)
        if stalled > limits.seconds(.progressSeconds) { return connection.abort() }
        switch phase {
        case .reading: sweepReading(connection, at: now)
        case .streaming(let stream): stream.sweep(at: now)
        case .resting(let end):
            if now >= end {
                connection.resumeReading()
                readOn()
            }
        case .answering, .moving, .over: break
        }
    }

    private func sweepReading(_ connection: Connection, at now: Duration) {
        if connection.isCongested {
            // It is not being read from, so what it sends can't be late.
            (waitingSince, bodySince) = (now, now)
        } else if isTooSlow(at: now) {
            timeOut()
        }
    }

    private func isTooSlow(at now: Duration) -> Bool {
        guard requestHasBegun else { return now - waitingSince > limits.seconds(.keepAliveSeconds) }
        guard request != nil else { return now - waitingSince > limits.seconds(.headSeconds) }
        let elapsed = now - bodySince
        return elapsed > limits.seconds(.headSeconds)
            && bodyCount < limits[.bodyBytesPerSecond] * Int(elapsed.components.seconds)
    }

    private func timeOut() {
        if requestHasBegun {
            write(Problem(.requestTimeout, "The request did not arrive in time.").document, to: nil)
        }
        end()
    }

    func stop() {
        switch phase {
        case .reading, .moving, .resting: end()
        case .streaming(let stream): stream.stop()
        // Its answer will be the connection's last.
        case .answering: break
        case .over: break
        }
    }

    func abort() { connection?.abort() }

    private func end() {
        phase = .over
        connection?.finish()
    }

    // MARK: Requests

    private func pump() {
        guard !isPumping else { return }
        isPumping = true
        defer { isPumping = false }
        while case .reading = phase, connection?.isCongested == false,
            let event = decoder.next()
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

    private func handle(_ event: RequestEvent) {
        switch event {
        case .head(let head):
            let request = Request(head: head, isSecure: connection?.isSecure == true)
            if let seconds = station.secondsToWait(before: request, on: self) {
                return turnAway(request, forSeconds: seconds)
            }
            self.request = request
            bodyCount = 0
            bodySince = station.loop.now
            if head.hasBody { expectContent(of: request) }
        case .body(let bytes):
            bodyCount += bytes.count
            if keepsBody { request?.body += bytes }
        case .end:
            guard let request else { return }
            self.request = nil
            answer(request)
        case .failed(let failure): fail(failure)
        }
    }

    /// The connection stays, and is not listened to: to open another would cost the hub more.
    private func turnAway(_ request: Request, forSeconds seconds: Int) {
        let problem = Problem(
            .tooManyRequests, "Too many requests were made at once; wait a moment.",
            fields: [.retryAfter: String(seconds)])
        let closes = request.head.hasBody || !request.head.keepsAlive || station.isStopping
        write(problem.document, to: request, closes: closes)
        if closes { return end() }
        phase = .resting(until: station.loop.now + .seconds(seconds))
        connection?.pauseReading()
    }

    /// Goes on with the next request.
    private func readOn() {
        waitingSince = station.loop.now
        requestHasBegun = decoder.bufferedBytes > 0
        phase = .reading
        pump()
    }

    /// Whoever may not send content is told so before it comes, and nothing of it is kept; nor is
    /// that which nobody would look at.
    private func expectContent(of request: Request) {
        // To what should have come by TLS there is one answer, whatever it is.
        let comesAsItShould = station.context.options.tls == nil || request.isSecure
        let route = Route(request)
        keepsBody = route.takesContent && comesAsItShould
        do throws(Problem) {
            if comesAsItShould { try route.checkHead(of: request, at: station) }
            if request.head.expectsContinue { connection?.send(ResponseEncoder.continueInterim) }
        } catch {
            self.request = nil
            write(station.context.files.answer(to: error, for: request), to: request)
            end()
        }
    }

    /// What can't be read can't be followed by anything: answered, and closed.
    private func fail(_ failure: HTTPFailure) {
        let problem = Problem(failure.status, failure.message)
        let partial = decoder.partialRequest.map { request in
            Request(
                head: RequestHead(
                    request: request, minorVersion: 1, keepsAlive: false, expectsContinue: false,
                    hasBody: false))
        }
        write(answer(to: problem, for: partial), to: partial, closes: true)
        end()
    }

    /// Behind a request line that was too long there is an `Accept` that nobody read: then the
    /// address says whether a person follows a link there.
    private func answer(to problem: Problem, for partial: Request?) -> Response {
        let files = station.context.files
        if problem.status == .uriTooLong, let partial, Route(partial).isForPeople {
            return files.page(of: problem)
        }
        return files.answer(to: problem, for: partial)
    }

    private func answer(_ request: Request) {
        if let tls = station.context.options.tls, !request.isSecure {
            write(PlainText.answer(request, redirects: tls.redirectsPlainText), to: request)
            return end()
        }
        if request.head.request.scheme == "https", !request.isSecure {
            // RFC 9110, section 7.4.
            let problem = Problem(.misdirectedRequest, "An https address is not answered in plain.")
            write(problem.document, to: request)
            return end()
        }
        let route = Route(request)
        if let slug = route.venue {
            let worker = station.context.directory.worker(of: slug)
            if worker !== station.worker { return move(request, to: worker) }
        }
        guard let connection else { return }
        let exchange = Exchange(request: request, session: self)
        phase = .answering(exchange)
        station.context.metrics.requestReceived()
        station.turns.take(.request, for: connection.remoteAddress) { [self] in
            // The connection may have ended meanwhile.
            guard case .answering(let current) = phase, current === exchange else { return }
            route.answer(exchange, at: station)
        }
    }

    /// A venue's connections live where the venue lives.
    private func move(_ request: Request, to worker: Worker) {
        guard let connection else { return }
        guard connection.outputBytes == 0 else {
            phase = .moving(request, to: worker)
            return connection.tellWhenFlushed()
        }
        let remainder = decoder.takeRemainder()
        phase = .over
        let socket = connection.detach()
        let place = station.place(of: self)
        station.remove(self)
        worker.perform { station in
            station.adopt(socket, at: place, with: request, remainder: remainder)
        }
    }

    // MARK: Answers

    func respond(_ response: Response, to exchange: Exchange) {
        guard case .answering(let current) = phase, current === exchange else { return }
        let closes = !exchange.request.head.keepsAlive || station.isStopping
        write(response, to: exchange.request, closes: closes)
        if closes { return end() }
        readOn()
    }

    private func write(_ response: Response, to request: Request?, closes: Bool = true) {
        var fields = response.fields
        if response.status.code != 304 { fields[.contentLength] = String(response.body.count) }
        if closes {
            fields[.connection] = "close"
        } else if request?.head.minorVersion == 0 {
            // A client of HTTP/1.0 would wait for the connection's end (RFC 9112, section 9.3).
            fields[.connection] = "keep-alive"
        }
        writeHead(response.status, fields, to: request)
        if request?.method != .head, response.status.code != 304, !response.body.isEmpty {
            connection?.send(response.body)
        }
    }

    private func writeHead(
        _ status: HTTPResponse.Status, _ fields: HTTPFields, to request: Request?
    ) {
        var fields = fields
        let now = station.context.clock.now
        fields[.date] = HTTPDate(unixSeconds: Int(now.milliseconds / 1000)).description
        SecurityFields.add(
            to: &fields, authority: request?.authority ?? "",
            isSecure: connection?.isSecure == true)
        station.context.metrics.responded(status: status.code)
        if let request, station.place(of: self) != nil,
            station.context.census.recognizes(request.secrets)
        {
            station.deviceWasSeen(by: self)
        }
        connection?.send(
            ResponseEncoder.head(HTTPResponse(status: status, headerFields: fields)))
    }

    /// Begins an answer that goes on until the stream ends it.
    func stream(_ stream: any ResponseStream, fields: HTTPFields, to exchange: Exchange) {
        guard case .answering(let current) = phase, current === exchange, let connection else {
            return
        }
        var fields = fields
        let isChunked = exchange.request.head.minorVersion > 0
        fields[.connection] = "close"
        if isChunked { fields[.transferCoding] = "chunked" }
        writeHead(.ok, fields, to: exchange.request)
        if exchange.request.method == .head { return end() }
        phase = .streaming(stream)
        stream.begin(on: ResponseBody(connection: connection, isChunked: isChunked))
    }

    /// Hands the connection over to the WebSocket that the client asked for.
    func upgrade(
        _ response: HTTPResponse, to exchange: Exchange,
        _ makeSession: (Connection) -> any Session & ConnectionHandler
    ) {
        guard case .answering(let current) = phase, current === exchange, let connection else {
            return
        }
        writeHead(response.status, response.headerFields, to: exchange.request)
        let remainder = decoder.takeRemainder()
        phase = .over
        let session = makeSession(connection)
        connection.handler = session
        station.add(session, at: station.place(of: self))
        station.remove(self)
        connection.resumeReading()
        if !remainder.isEmpty {
            remainder.withUnsafeBytes { session.received($0, on: connection) }
        }
        if inputIsOver { session.peerFinished(connection) }
    }
}
