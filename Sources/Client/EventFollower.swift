import HTTP
import HTTPTypes
public import JSON

/// Follows a venue's journal over plain HTTP, as lines of JSON. Returns every event once, in the
/// order of revisions, over as many connections as it takes.
///
/// It runs only during `next`, on the calling thread. It skips events that it has already returned,
/// and asks again if there is a gap.
public final class EventFollower {
    /// The events to follow.
    public struct Request: Sendable {
        /// The revision after which to begin; `nil` for the hub's default.
        public var since: Int?
        /// The last revision; `nil` for no end.
        public var until: Int?
        /// Whether to include rejected mutations (`tablecast.rejected`, without a revision), in
        /// their places among the events. The hub keeps the last thousand in memory.
        public var includesRejected: Bool

        public init(since: Int? = 0, until: Int? = nil, includesRejected: Bool = false) {
            self.since = since
            self.until = until
            self.includesRejected = includesRejected
        }
    }

    /// The time without a byte after which the connection counts as dead. The next one continues
    /// from there.
    private static let silenceMax: Duration = .seconds(60)
    private static let limits = HTTPLimits(bodyBytesMax: .max)

    private let address: HubAddress
    private let venue: String
    private let token: String
    private let request: Request
    private let timeout: Duration
    private let surroundings: any Surroundings

    /// The revision of the last event that was returned, or that of the request.
    public private(set) var rev: Int?
    /// The reason why the last connection ended; `nil` while a connection is open.
    public private(set) var interruption: ClientError?
    private var epoch: String?
    /// The ids of the rejections that were returned since the last event. The next connection sends
    /// them again.
    private var seenRejections: Set<String> = []
    private var lines = LineSplitter()
    private var source: (stream: any ByteStream, reader: ResponseReader)?
    private var heardAt: Duration = .zero
    private var connectedAt: Duration = .zero
    private var retryAt: Duration
    private var backoff = Backoff()

    public convenience init(
        _ address: HubAddress, venue: String, token: String, request: Request = Request(),
        timeout: Duration = .seconds(10)
    ) {
        self.init(
            address, venue: venue, token: token, request: request, timeout: timeout,
            in: SystemSurroundings())
    }

    init(
        _ address: HubAddress, venue: String, token: String, request: Request,
        timeout: Duration = .seconds(10), in surroundings: any Surroundings
    ) {
        self.address = address
        self.venue = venue
        self.token = token
        self.request = request
        self.timeout = timeout
        self.surroundings = surroundings
        rev = request.since
        retryAt = surroundings.now
    }

    deinit { source?.stream.close() }

    /// Whether `until` is reached, so that nothing more comes.
    public var isFinished: Bool {
        guard let until = request.until, let rev else { return false }
        return rev >= until
    }

    /// Connects once. Throws if that fails, instead of trying again. Does nothing if a connection
    /// is open.
    public func connect() throws(ClientError) {
        guard source == nil, !isFinished else { return }
        try open()
    }

    /// Returns the next event, a CloudEvents object; `nil` if no event came in time, or the last
    /// one was returned.
    ///
    /// - Throws: an error if trying again can't help: the token is not valid, or the journal is
    ///   another one (409).
    public func next(timeout: Duration) throws(ClientError) -> JSON? {
        let deadline = surroundings.now + timeout
        while !isFinished {
            do throws(ClientError) {
                while let line = lines.next() {
                    if let event = try accept(line) { return event }
                }
                if source == nil {
                    guard waitToConnect(until: deadline) else { return nil }
                    try open()
                }
                guard try receive(until: deadline) else { return nil }
            } catch {
                try interrupted(by: error)
            }
        }
        close()
        return nil
    }

    /// Closes the connection. A later call of `next` opens another one.
    public func close() {
        source?.stream.close()
        source = nil
        lines = LineSplitter()
    }

    private func open() throws(ClientError) {
        let stream = try surroundings.connect(to: address, timeout: timeout)
        do throws(ClientError) {
            let head = HTTPClient.request(
                .get, target, at: address, token: token, fields: fields)
            try stream.write(RequestEncoder.head(head))
            var reader = ResponseReader(stream, requestMethod: .get, limits: Self.limits)
            let response = try reader.head(timeout: timeout)
            guard response.status == .ok else {
                let body = (try? reader.body(timeout: timeout)) ?? []
                throw HTTPAnswer(response, body: body).refusal
            }
            source = (stream, reader)
        } catch {
            stream.close()
            throw error
        }
        lines = LineSplitter()
        interruption = nil
        connectedAt = surroundings.now
        heardAt = connectedAt
    }

    private var target: String {
        var query: [String] = []
        if let rev { query.append("since=\(rev)") }
        if let until = request.until { query.append("until=\(until)") }
        if request.includesRejected { query.append("rejected=1") }
        return HTTPClient.path(venue: venue, "events")
            + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    private var fields: HTTPFields {
        var fields: HTTPFields = [.accept: "application/x-ndjson", .connection: "close"]
        // The epoch lets the hub detect another journal.
        if let epoch, let rev, let name = HTTPField.Name("Last-Event-ID") {
            fields[name] = "\(epoch):\(rev)"
        }
        return fields
    }

    /// - Returns: `false` if the deadline comes before the next attempt is due.
    private func waitToConnect(until deadline: Duration) -> Bool {
        while case let now = surroundings.now, now < retryAt {
            guard now < deadline else { return false }
            surroundings.sleep(for: min(retryAt, deadline) - now)
        }
        return true
    }

    /// - Returns: `false` if no data came in time.
    private func receive(until deadline: Duration) throws(ClientError) -> Bool {
        guard source != nil else { return true }
        let now = surroundings.now
        let wait = max(.zero, min(deadline, heardAt + Self.silenceMax) - now)
        switch try source?.reader.next(timeout: wait) {
        case .body(let bytes):
            heardAt = surroundings.now
            try lines.receive(bytes)
        case .end: throw .lost("the hub ended the stream")
        case .head, .failed: break
        case nil:
            guard surroundings.now - heardAt < Self.silenceMax else {
                throw .lost("nothing was heard for \(Self.silenceMax)")
            }
            return surroundings.now < deadline
        }
        return true
    }

    private func interrupted(by error: ClientError) throws(ClientError) {
        if source != nil { backoff.connectionEnded(after: surroundings.now - connectedAt) }
        close()
        interruption = error
        guard error.isWorthRetrying else { throw error }
        retryAt = surroundings.now + backoff.next(fraction: surroundings.randomFraction())
    }

    /// Returns the event of a line; `nil` if it holds nothing new.
    private func accept(_ line: [UInt8]) throws(ClientError) -> JSON? {
        guard !line.isEmpty else { return nil }
        guard let event = try? JSON(parsing: line), event.members != nil else {
            throw .violation("a line of the event stream is not a JSON object")
        }
        guard let eventRev = event["rev"]?.integer else {
            guard request.includesRejected, let id = event["id"]?.text else { return nil }
            return seenRejections.insert(id).inserted ? event : nil
        }
        let eventEpoch = event["id"]?.text.flatMap { Self.epoch(ofID: $0) }
        if let epoch, let eventEpoch, epoch != eventEpoch {
            throw .refused(status: 409, detail: "The journal was replaced.")
        }
        if let rev {
            guard eventRev > rev else { return nil }
            guard eventRev == rev + 1 else { throw .lost("the stream has a gap") }
        }
        epoch = eventEpoch ?? epoch
        rev = eventRev
        seenRejections = []
        return event
    }

    /// Returns the epoch of an id of the form `<epoch>:<rev>`.
    private static func epoch(ofID id: String) -> String? {
        id.lastIndex(of: ":").map { String(id[..<$0]) }
    }
}
