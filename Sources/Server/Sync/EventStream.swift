import Boards
import HTTPTypes
import JSON
import Logging
import Store
import Sync
import Transport

/// One who follows the events of a venue: first what the journal holds after a revision, then what
/// happens, without a hole and without a double.
///
/// While the past is being read, and whenever the reader can't keep up, the stream takes its events
/// from the journal; it follows live only while nothing waits.
final class EventStream: ResponseStream, EventFollower {
    struct Request {
        var since: Int
        /// The last revision to send; `nil` goes on for ever.
        var until: Int?
        var format: Format
        var includesRejected: Bool
        var role: Role
        /// Whose token it was asked for with.
        var device: String
    }

    enum Format {
        case serverSentEvents
        case lines

        var mediaType: String {
            switch self {
            case .serverSentEvents: "text/event-stream"
            case .lines: "application/x-ndjson"
            }
        }
    }

    private enum Mode {
        case reading
        case live
        /// The reader has not taken what was sent yet.
        case waiting
        case over
    }

    private let request: Request
    private let station: Station
    private let host: VenueHost
    private var body: ResponseBody?
    private var mode = Mode.waiting
    /// The last revision sent.
    private var sent: Int
    private var rejectedCount = 0
    private var lastWritten: Duration
    private var progress: ReadingProgress

    init(_ request: Request, host: VenueHost, station: Station) {
        self.request = request
        self.host = host
        self.station = station
        sent = request.since
        lastWritten = station.loop.now
        progress = ReadingProgress(at: lastWritten)
    }

    // MARK: ResponseStream

    func begin(on body: ResponseBody) {
        self.body = body
        host.follow(self)
        // A comment, so that a browser knows at once that the stream is open.
        if case .serverSentEvents = request.format { write(Array(": tablecast\n\n".utf8)) }
        readOn()
    }

    func drained() {
        if case .waiting = mode { readOn() }
    }

    func sweep(at now: Duration) {
        guard let body else { return }
        let options = station.context.options
        let stalled = progress.stalledFor(
            isWaiting: body.isCongested, acknowledgedBytes: body.acknowledgedBytes, at: now)
        if stalled > options.limits.seconds(.progressSeconds) { return body.abort() }
        guard case .live = mode, now - lastWritten >= options.timing.streamHeartbeat else { return }
        switch request.format {
        case .serverSentEvents: write(Array(": alive\n\n".utf8))
        case .lines: write([UInt8(ascii: "\n")])
        }
    }

    func stop() { finish() }

    func closed() {
        mode = .over
        body = nil
        host.unfollow(self)
    }

    private func finish() {
        guard let body else { return }
        closed()
        body.finish()
    }

    // MARK: The past

    private func readOn() {
        if let until = request.until, sent >= until { return finish() }
        guard sent < host.venue.rev else {
            mode = .live
            return
        }
        mode = .reading
        let stream = LoopBound(self, on: station.loop)
        station.context.history.events(of: host.slug, after: sent, on: station.worker) {
            _, result in
            stream.value.arrived(result)
        }
    }

    private func arrived(_ result: Result<[Event], StoreError>) {
        guard case .reading = mode, let body else { return }
        switch result {
        case .failure(let error):
            station.context.logger.error("the journal can't be read: \(error)")
            closed()
            body.abort()
        case .success(let events):
            // What is on the disk but not shown yet comes when it is shown.
            for event in events where event.rev <= host.venue.rev { send(event) }
            guard case .reading = mode else { return }
            if body.isCongested { mode = .waiting } else { readOn() }
        }
    }

    // MARK: EventFollower

    func published(_ event: Event) {
        guard case .live = mode, event.rev > sent else { return }
        send(event)
        if case .live = mode, body?.isCongested == true { mode = .waiting }
    }

    func rejected(
        _ mutation: Mutation, _ rejection: Rejection, actor: String, at instant: Instant
    ) {
        guard request.includesRejected, case .live = mode, body?.isCongested == false else {
            return
        }
        rejectedCount += 1
        let board = String(mutation.action.prefix { $0 != "." })
        let record = host.venue.record
        let event = JSON(present: [
            "specversion": "1.0",
            "id": .string("\(record.epoch):rejected:\(instant.milliseconds):\(rejectedCount)"),
            "source": .string("/v1/\(record.slug)"),
            "type": "tablecast.rejected",
            "time": .string(instant.description),
            "datacontenttype": "application/json",
            "data": JSON(present: [
                "action": .string(mutation.action), "code": .string(rejection.code.rawValue),
                "message": rejection.message.map(JSON.string),
                "problems": rejection.problems.isEmpty ? nil : rejection.problemsJSON,
                "args": shown(mutation),
            ]),
            "board": .string(board),
            "actor": .string(actor),
            "mutationid": .string(mutation.id),
        ])
        write(event, id: nil)
    }

    func signedOut(_ device: String) {
        if device == request.device { finish() }
    }

    /// What was asked for, as the follower may see it. What stands where nobody knows what it is, or is
    /// about devices, may be a secret.
    private func shown(_ mutation: Mutation) -> JSON? {
        let arguments = JSON.object(mutation.arguments)
        if request.role == .owner { return arguments }
        let board = mutation.action.prefix { $0 != "." }
        guard host.venue.isKnown(mutation), board != House.boardName else {
            return .object(mutation.arguments.mapValues { _ in "•••" })
        }
        return host.venue.board(Waitlist.self)?.masked(arguments)
    }

    // MARK: Writing

    private func send(_ event: Event) {
        guard mode != .over else { return }
        sent = event.rev
        let record = host.venue.record
        let shown = host.venue.event(event, maskedFor: request.role)
        write(
            shown.cloudEvent(venue: record.slug, epoch: record.epoch),
            id: "\(record.epoch):\(event.rev)")
        if let until = request.until, sent >= until { finish() }
    }

    private func write(_ event: JSON, id: String?) {
        var bytes: [UInt8] = []
        switch request.format {
        case .lines:
            event.write(to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        case .serverSentEvents:
            if let id { bytes += Array("id: \(id)\n".utf8) }
            bytes += Array("data: ".utf8)
            event.write(to: &bytes)
            bytes += Array("\n\n".utf8)
        }
        write(bytes)
    }

    private func write(_ bytes: [UInt8]) {
        lastWritten = station.loop.now
        body?.write(bytes)
    }
}
